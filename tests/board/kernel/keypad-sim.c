// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A GPIO chip with a matrix keypad and a button soldered to it, for the emulated board.
 *
 * The lines are numbered as the H3's main pin controller numbers its own (PA0 is 0, PC0 is 64), so
 * that a configuration written for the board fits. A key pressed joins its row and its column by a
 * wire, both ways, as in a keypad without diodes: with three keys on the corners of a rectangle the
 * fourth reads as pressed too. What a line reads is what its whole wire is driven or pulled to; a wire that
 * nothing drives or pulls reads noise. Every line may drive, be an input, and have a pull resistor;
 * open drain is left to the kernel, which makes it of these, as it does for the H3's pins.
 *
 * In /sys/kernel/debug/keypad-sim:
 *   pressed    the keys held down, a bit each, row by row: bit 0 is row 0 column 0
 *   tap        as `pressed`, but the keys are released as soon as whoever scans must have noticed, so
 *              that no machine is too slow to press a key for a short time
 *   bounce_us  for this long after a change of `pressed` the changed keys' contacts are noise
 *   reads      how often a column was read: tells when a press has been noticed
 *   notice     by so many reads of columns whoever scans must have noticed a change
 *   shorts     how often a wire was read that one line drove low and another one high
 *   button     a button between the line `button` and ground is held down
 *   outputs    the lines that drive: number, level, and how often they have risen, a line each
 */

#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/platform_device.h>
#include <linux/prandom.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>

#define ROWS 4
#define COLUMNS 4
#define LINES 96 /* PA, PB, PC */
#define TAP_MS 60
/*
 * After so many reads of columns a change must have been noticed, however they are spread over time: a
 * machine that stood still after the change makes up for nothing. A scan reads every column once a row,
 * 16 in all, and the box needs seven of them: two that read noise while the contact bounces, the first that
 * reads what is, and four of 5 ms each for its window of 20 ms. The one that was under way goes before them,
 * and two looks at the 4 columns with all rows at once. That is 136; ten scans are enough.
 */
#define NOTICE_READS (10 * ROWS * COLUMNS)

static unsigned int rows[ROWS] = { 6, 1, 0, 3 };
module_param_array(rows, uint, NULL, 0444);
MODULE_PARM_DESC(rows, "lines of the rows");

static unsigned int columns[COLUMNS] = { 64, 65, 66, 67 };
module_param_array(columns, uint, NULL, 0444);
MODULE_PARM_DESC(columns, "lines of the columns");

static unsigned int button = 20;
module_param(button, uint, 0444);
MODULE_PARM_DESC(button, "line of the button");

static bool external_pull_ups;
module_param(external_pull_ups, bool, 0444);
MODULE_PARM_DESC(external_pull_ups, "the columns have pull-up resistors on the keypad");

enum pull { PULL_NONE, PULL_UP, PULL_DOWN };

struct line {
	bool output;
	bool value;
	enum pull pull;
	u32 rises;
};

static struct keypad {
	struct gpio_chip chip;
	struct platform_device *device;
	struct dentry *files;
	spinlock_t lock; /* of everything below */
	struct line lines[LINES];
	unsigned long pressed;
	unsigned long bouncing;
	ktime_t settled;
	bool tapped;
	u32 tapped_reads;
	ktime_t tapped_until;
	u32 bounce_us;
	u32 reads;
	u32 notice;
	u32 shorts;
	bool button;
	struct rnd_state noise;
} keypad;

static bool noise(void)
{
	return prandom_u32_state(&keypad.noise) & 1;
}

/* The keys whose contacts are closed at this very moment. */
static unsigned long closed_keys(void)
{
	unsigned long closed = keypad.pressed;

	if (keypad.bouncing && ktime_before(ktime_get(), keypad.settled))
		closed ^= keypad.bouncing & prandom_u32_state(&keypad.noise);
	return closed;
}

/* All lines that are one wire with this one. */
static void wire_of(unsigned int line, unsigned long *wire)
{
	unsigned long closed = closed_keys();
	bool grown;
	int key;

	bitmap_zero(wire, LINES);
	__set_bit(line, wire);
	do {
		grown = false;
		for_each_set_bit(key, &closed, ROWS * COLUMNS) {
			unsigned int row = rows[key / COLUMNS], column = columns[key % COLUMNS];

			if (test_bit(row, wire) != test_bit(column, wire)) {
				__set_bit(row, wire);
				__set_bit(column, wire);
				grown = true;
			}
		}
	} while (grown);
}

static bool is_column(unsigned int line)
{
	int i;

	for (i = 0; i < COLUMNS; i++)
		if (columns[i] == line)
			return true;
	return false;
}

static bool level_of(unsigned int line)
{
	DECLARE_BITMAP(wire, LINES);
	bool low = false, high = false, up = false, down = false;
	unsigned int i;

	wire_of(line, wire);
	for_each_set_bit(i, wire, LINES) {
		const struct line *on = &keypad.lines[i];

		low |= (on->output && !on->value) || (i == button && keypad.button);
		high |= on->output && on->value;
		up |= on->pull == PULL_UP || (external_pull_ups && is_column(i));
		down |= on->pull == PULL_DOWN;
	}
	if (low && high)
		keypad.shorts++;
	if (low || high)
		return !low;
	return up == down ? noise() : up;
}

static void press(unsigned long keys)
{
	keypad.bouncing = keypad.pressed ^ keys;
	keypad.settled = ktime_add_us(ktime_get(), keypad.bounce_us);
	keypad.pressed = keys;
	keypad.tapped = false;
}

/* Somebody looks at the keys. */
static void count_read(void)
{
	keypad.reads++;
	if (keypad.tapped && keypad.reads - keypad.tapped_reads > keypad.notice &&
	    ktime_after(ktime_get(), keypad.tapped_until))
		press(0);
}

static int keypad_get(struct gpio_chip *chip, unsigned int offset)
{
	unsigned long flags;
	bool level;

	spin_lock_irqsave(&keypad.lock, flags);
	level = level_of(offset);
	if (is_column(offset))
		count_read();
	spin_unlock_irqrestore(&keypad.lock, flags);
	return level;
}

static void drive(unsigned int offset, bool output, bool value)
{
	unsigned long flags;

	spin_lock_irqsave(&keypad.lock, flags);
	if (output && value && !keypad.lines[offset].value)
		keypad.lines[offset].rises++;
	keypad.lines[offset].output = output;
	keypad.lines[offset].value = value;
	spin_unlock_irqrestore(&keypad.lock, flags);
}

static void keypad_set(struct gpio_chip *chip, unsigned int offset, int value)
{
	drive(offset, keypad.lines[offset].output, value);
}

static int keypad_direction_input(struct gpio_chip *chip, unsigned int offset)
{
	drive(offset, false, false);
	return 0;
}

static int keypad_direction_output(struct gpio_chip *chip, unsigned int offset, int value)
{
	drive(offset, true, value);
	return 0;
}

static int keypad_get_direction(struct gpio_chip *chip, unsigned int offset)
{
	return keypad.lines[offset].output ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int keypad_set_config(struct gpio_chip *chip, unsigned int offset, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_DISABLE:
		keypad.lines[offset].pull = PULL_NONE;
		return 0;
	case PIN_CONFIG_BIAS_PULL_UP:
		keypad.lines[offset].pull = PULL_UP;
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		keypad.lines[offset].pull = PULL_DOWN;
		return 0;
	default:
		return -ENOTSUPP;
	}
}

/* A line given back is an input without a pull, as after a reset. */
static void keypad_free(struct gpio_chip *chip, unsigned int offset)
{
	drive(offset, false, false);
	keypad.lines[offset].pull = PULL_NONE;
}

static int pressed_get(void *data, u64 *value)
{
	*value = keypad.pressed;
	return 0;
}

static int press_from_file(u64 keys, bool tap)
{
	unsigned long flags;

	if (keys >> (ROWS * COLUMNS))
		return -EINVAL;
	spin_lock_irqsave(&keypad.lock, flags);
	press(keys);
	keypad.tapped = tap;
	keypad.tapped_reads = keypad.reads;
	keypad.tapped_until = ktime_add_ms(ktime_get(), TAP_MS);
	spin_unlock_irqrestore(&keypad.lock, flags);
	return 0;
}

static int pressed_set(void *data, u64 keys)
{
	return press_from_file(keys, false);
}

static int tap_set(void *data, u64 keys)
{
	return press_from_file(keys, true);
}
DEFINE_DEBUGFS_ATTRIBUTE(pressed_file, pressed_get, pressed_set, "0x%04llx\n");
DEFINE_DEBUGFS_ATTRIBUTE(tap_file, NULL, tap_set, "%llu\n");

static int outputs_show(struct seq_file *file, void *unused)
{
	unsigned int i;

	for (i = 0; i < LINES; i++) {
		const struct line *line = &keypad.lines[i];

		if (line->output)
			seq_printf(file, "%u %d %u\n", i, line->value, line->rises);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(outputs);

static bool lines_exist(void)
{
	int i;

	if (button >= LINES)
		return false;
	for (i = 0; i < ROWS; i++)
		if (rows[i] >= LINES)
			return false;
	for (i = 0; i < COLUMNS; i++)
		if (columns[i] >= LINES)
			return false;
	return true;
}

static void make_files(void)
{
	keypad.files = debugfs_create_dir("keypad-sim", NULL);
	debugfs_create_file_unsafe("pressed", 0600, keypad.files, NULL, &pressed_file);
	debugfs_create_file_unsafe("tap", 0200, keypad.files, NULL, &tap_file);
	debugfs_create_u32("bounce_us", 0600, keypad.files, &keypad.bounce_us);
	debugfs_create_u32("reads", 0400, keypad.files, &keypad.reads);
	debugfs_create_u32("notice", 0400, keypad.files, &keypad.notice);
	debugfs_create_u32("shorts", 0400, keypad.files, &keypad.shorts);
	debugfs_create_bool("button", 0600, keypad.files, &keypad.button);
	debugfs_create_file("outputs", 0400, keypad.files, NULL, &outputs_fops);
}

static int __init keypad_init(void)
{
	int error;

	if (!lines_exist())
		return -EINVAL;
	keypad.device = platform_device_register_simple("keypad-sim", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(keypad.device))
		return PTR_ERR(keypad.device);
	spin_lock_init(&keypad.lock);
	prandom_seed_state(&keypad.noise, 1);
	keypad.notice = NOTICE_READS;
	keypad.chip = (struct gpio_chip) {
		.label = "keypad-sim",
		.owner = THIS_MODULE,
		.parent = &keypad.device->dev,
		.base = -1,
		.ngpio = LINES,
		.get = keypad_get,
		.set = keypad_set,
		.get_direction = keypad_get_direction,
		.direction_input = keypad_direction_input,
		.direction_output = keypad_direction_output,
		.set_config = keypad_set_config,
		.free = keypad_free,
	};
	error = gpiochip_add_data(&keypad.chip, NULL);
	if (error) {
		platform_device_unregister(keypad.device);
		return error;
	}
	make_files();
	return 0;
}
module_init(keypad_init);

static void __exit keypad_exit(void)
{
	debugfs_remove_recursive(keypad.files);
	gpiochip_remove(&keypad.chip);
	platform_device_unregister(keypad.device);
}
module_exit(keypad_exit);

MODULE_DESCRIPTION("GPIO chip with a 4x4 matrix keypad, for tests");
MODULE_LICENSE("Dual MIT/GPL");
