// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * An I2C bus with an SSD1306 display of 128 x 64 pixels on it, for the emulated board.
 *
 * The controller keeps its display RAM, knows all commands of its data sheet with their arguments, and
 * carries out those of addressing and appearance. A transfer takes the time it would take on wires.
 *
 * In /sys/kernel/debug/ssd1306-sim:
 *   ram            the display RAM: 8 pages of 128 columns, the lowest bit of a byte on top
 *   on, all_on, inverted, contrast, segment_remap, com_remap, start_line, offset, multiplex
 *                  what the commands set
 *   unknown        how many bytes were no command
 *   transfers      how many messages the display has taken
 *   present        0: the display is pulled; the bus answers nobody
 *   first_change_us, last_change_us
 *                  when the display began to look different, and when it did so last: a byte of RAM that
 *                  changed its value, or switching on; counted from the last write into
 *                  first_change_us; 0 while there was no change
 */

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/platform_device.h>

#define COLUMNS 128
#define PAGES 8

static int bus = 0;
module_param(bus, int, 0444);
MODULE_PARM_DESC(bus, "number of the bus: /dev/i2c-0");

static unsigned int address = 0x3c;
module_param(address, uint, 0444);

static unsigned int bus_khz = 400;
module_param(bus_khz, uint, 0444);
MODULE_PARM_DESC(bus_khz, "clock of the bus; 0: transfers take no time");

enum addressing { HORIZONTAL, VERTICAL, PAGE };

static struct oled {
	struct i2c_adapter adapter;
	struct platform_device *device;
	struct dentry *files;
	bool present;

	u8 ram[PAGES * COLUMNS];
	struct debugfs_blob_wrapper ram_file;
	u8 addressing;
	u8 column, first_column, last_column;
	u8 page, first_page, last_page;

	u8 command[7]; /* with its arguments, as far as they have come */
	unsigned int have;

	bool on, all_on, inverted, segment_remap, com_remap;
	u8 contrast, start_line, offset, multiplex;
	u32 unknown, transfers;

	ktime_t marked;
	ktime_t first_change, last_change;
} oled;

static void power_on_reset(void)
{
	oled.addressing = PAGE;
	oled.first_column = 0;
	oled.last_column = COLUMNS - 1;
	oled.first_page = 0;
	oled.last_page = PAGES - 1;
	oled.column = 0;
	oled.page = 0;
	oled.have = 0;
	oled.on = oled.all_on = oled.inverted = false;
	oled.segment_remap = oled.com_remap = false;
	oled.contrast = 0x7f;
	oled.start_line = oled.offset = 0;
	oled.multiplex = 63;
	get_random_bytes(oled.ram, sizeof(oled.ram));
}

static void note_change(void)
{
	oled.last_change = ktime_get();
	if (!oled.first_change)
		oled.first_change = oled.last_change;
}

static void next_column(void)
{
	oled.column = oled.column == oled.last_column ? oled.first_column :
		      (oled.column + 1) % COLUMNS;
}

static void next_page(void)
{
	oled.page = oled.page == oled.last_page ? oled.first_page : (oled.page + 1) % PAGES;
}

static void take_data(u8 byte)
{
	u8 *cell = &oled.ram[oled.page * COLUMNS + oled.column];

	if (*cell != byte)
		note_change();
	*cell = byte;
	switch (oled.addressing) {
	case HORIZONTAL:
		if (oled.column == oled.last_column)
			next_page();
		next_column();
		break;
	case VERTICAL:
		if (oled.page == oled.last_page)
			next_column();
		next_page();
		break;
	case PAGE:
		oled.column = (oled.column + 1) % COLUMNS;
		break;
	}
}

/* How many bytes a command that begins so has in all; 0: there is no such command. */
static unsigned int length_of(u8 command)
{
	switch (command) {
	case 0x00 ... 0x1f: /* column, in page addressing */
	case 0x2e ... 0x2f: /* scrolling off, on */
	case 0x40 ... 0x7f: /* start line */
	case 0xa0 ... 0xa1: /* segment remap */
	case 0xa4 ... 0xa7: /* RAM or all on; normal or inverted */
	case 0xae ... 0xaf: /* off, on */
	case 0xb0 ... 0xb7: /* page, in page addressing */
	case 0xc0 ... 0xcf: /* order of the rows */
	case 0xe3:	    /* nothing */
		return 1;
	case 0x20: /* addressing */
	case 0x81: /* contrast */
	case 0x8d: /* charge pump */
	case 0xa8: /* rows in use */
	case 0xd3: /* row offset */
	case 0xd5: /* clock */
	case 0xd9: /* pre-charge */
	case 0xda: /* wiring of the rows */
	case 0xdb: /* VCOMH */
		return 2;
	case 0x21: /* columns, first and last */
	case 0x22: /* pages, first and last */
	case 0xa3: /* scroll area */
		return 3;
	case 0x29 ... 0x2a: /* scroll up and sideways */
		return 6;
	case 0x26 ... 0x27: /* scroll sideways */
		return 7;
	default:
		return 0;
	}
}

static void set_columns(u8 first, u8 last)
{
	oled.first_column = first % COLUMNS;
	oled.last_column = last % COLUMNS;
	oled.column = oled.first_column;
}

static void set_pages(u8 first, u8 last)
{
	oled.first_page = first % PAGES;
	oled.last_page = last % PAGES;
	oled.page = oled.first_page;
}

static void switch_on(bool on)
{
	if (on && !oled.on)
		note_change();
	oled.on = on;
}

/* Commands that change neither addressing nor appearance are only counted off. */
static void obey(const u8 *command)
{
	switch (command[0]) {
	case 0x00 ... 0x0f:
		oled.column = (oled.column & 0x70) | (command[0] & 0x0f);
		break;
	case 0x10 ... 0x1f:
		oled.column = ((command[0] & 0x07) << 4) | (oled.column & 0x0f);
		break;
	case 0x20:
		oled.addressing = command[1] & 3;
		break;
	case 0x21:
		set_columns(command[1], command[2]);
		break;
	case 0x22:
		set_pages(command[1], command[2]);
		break;
	case 0x40 ... 0x7f:
		oled.start_line = command[0] & 0x3f;
		break;
	case 0x81:
		oled.contrast = command[1];
		break;
	case 0xa0 ... 0xa1:
		oled.segment_remap = command[0] & 1;
		break;
	case 0xa4 ... 0xa5:
		oled.all_on = command[0] & 1;
		break;
	case 0xa6 ... 0xa7:
		oled.inverted = command[0] & 1;
		break;
	case 0xa8:
		oled.multiplex = command[1] & 0x3f;
		break;
	case 0xae ... 0xaf:
		switch_on(command[0] & 1);
		break;
	case 0xb0 ... 0xb7:
		oled.page = command[0] & 7;
		break;
	case 0xc0 ... 0xcf:
		oled.com_remap = command[0] & 8;
		break;
	case 0xd3:
		oled.offset = command[1] & 0x3f;
		break;
	}
}

static void take_command(u8 byte)
{
	unsigned int length;

	oled.command[oled.have++] = byte;
	length = length_of(oled.command[0]);
	if (!length)
		oled.unknown++;
	if (oled.have < length)
		return;
	if (length)
		obey(oled.command);
	oled.have = 0;
}

/* After a control byte comes one byte (Co = 1), or everything to the end of the message. */
static void take_message(const u8 *bytes, unsigned int count)
{
	unsigned int i = 0;

	while (i < count) {
		u8 control = bytes[i++];
		unsigned int end = control & 0x80 ? min(i + 1, count) : count;

		if (control & 0x3f)
			oled.unknown++;
		for (; i < end; i++)
			(control & 0x40 ? take_data : take_command)(bytes[i]);
	}
	oled.transfers++;
}

/* The status byte: bit 6 says that the display is off. */
static void give_status(u8 *bytes, unsigned int count)
{
	memset(bytes, oled.on ? 0x00 : 0x40, count);
}

static void take_time(unsigned int bytes)
{
	if (bus_khz) {
		unsigned int us = (bytes + 1) * 9 * 1000 / bus_khz;

		usleep_range(us, us + us / 10 + 10);
	}
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i;

	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];

		if (!oled.present || message->addr != address)
			return -ENXIO;
		take_time(message->len);
		if (message->flags & I2C_M_RD)
			give_status(message->buf, message->len);
		else
			take_message(message->buf, message->len);
	}
	return count;
}

static u32 functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functionality,
};

/* A display plugged in again has lost everything. */
static int present_set(void *data, u64 value)
{
	i2c_lock_bus(&oled.adapter, I2C_LOCK_ROOT_ADAPTER);
	if (value && !oled.present)
		power_on_reset();
	oled.present = value;
	i2c_unlock_bus(&oled.adapter, I2C_LOCK_ROOT_ADAPTER);
	return 0;
}

static int present_get(void *data, u64 *value)
{
	*value = oled.present;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(present_file, present_get, present_set, "%llu\n");

static int mark(void *data, u64 value)
{
	i2c_lock_bus(&oled.adapter, I2C_LOCK_ROOT_ADAPTER);
	oled.marked = ktime_get();
	oled.first_change = oled.last_change = 0;
	i2c_unlock_bus(&oled.adapter, I2C_LOCK_ROOT_ADAPTER);
	return 0;
}

static int since_mark(void *data, u64 *value)
{
	ktime_t time = *(ktime_t *)data;

	*value = time ? ktime_us_delta(time, oled.marked) : 0;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(first_change_file, since_mark, mark, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(last_change_file, since_mark, NULL, "%llu\n");

static void make_files(void)
{
	oled.files = debugfs_create_dir("ssd1306-sim", NULL);
	oled.ram_file.data = oled.ram;
	oled.ram_file.size = sizeof(oled.ram);
	debugfs_create_blob("ram", 0400, oled.files, &oled.ram_file);
	debugfs_create_bool("on", 0400, oled.files, &oled.on);
	debugfs_create_bool("all_on", 0400, oled.files, &oled.all_on);
	debugfs_create_bool("inverted", 0400, oled.files, &oled.inverted);
	debugfs_create_bool("segment_remap", 0400, oled.files, &oled.segment_remap);
	debugfs_create_bool("com_remap", 0400, oled.files, &oled.com_remap);
	debugfs_create_u8("contrast", 0400, oled.files, &oled.contrast);
	debugfs_create_u8("start_line", 0400, oled.files, &oled.start_line);
	debugfs_create_u8("offset", 0400, oled.files, &oled.offset);
	debugfs_create_u8("multiplex", 0400, oled.files, &oled.multiplex);
	debugfs_create_u32("unknown", 0400, oled.files, &oled.unknown);
	debugfs_create_u32("transfers", 0400, oled.files, &oled.transfers);
	debugfs_create_file_unsafe("present", 0600, oled.files, NULL, &present_file);
	debugfs_create_file_unsafe("first_change_us", 0600, oled.files, &oled.first_change,
				   &first_change_file);
	debugfs_create_file_unsafe("last_change_us", 0400, oled.files, &oled.last_change,
				   &last_change_file);
}

static int __init oled_init(void)
{
	int error;

	oled.device = platform_device_register_simple("ssd1306-sim", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(oled.device))
		return PTR_ERR(oled.device);
	power_on_reset();
	oled.present = true;
	oled.adapter.owner = THIS_MODULE;
	oled.adapter.algo = &algorithm;
	oled.adapter.nr = bus;
	oled.adapter.dev.parent = &oled.device->dev;
	strscpy(oled.adapter.name, "ssd1306-sim", sizeof(oled.adapter.name));
	error = i2c_add_numbered_adapter(&oled.adapter);
	if (error) {
		platform_device_unregister(oled.device);
		return error;
	}
	make_files();
	return 0;
}
module_init(oled_init);

static void __exit oled_exit(void)
{
	debugfs_remove_recursive(oled.files);
	i2c_del_adapter(&oled.adapter);
	platform_device_unregister(oled.device);
}
module_exit(oled_exit);

MODULE_DESCRIPTION("I2C bus with an SSD1306 display, for tests");
MODULE_LICENSE("Dual MIT/GPL");
