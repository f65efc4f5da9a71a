//! The keypad and the display are what they claim to be: without the box, by hand.

use anyhow::{Result, ensure};
use minmax_board::{Board, Card, Picture, keypad::mask, picture};

/// Lines of the first two rows and columns, as in box.toml: PA6, PA1, PC0, PC1.
const ROWS: [u32; 2] = [6, 1];
const COLUMNS: [u32; 2] = [64, 65];

#[test]
fn modules() -> Result<()> {
    Board::with(&Card::new()?, |board| {
        keys_join_rows_and_columns(board)?;
        contacts_bounce(board)?;
        wires_without_pull_are_noise(board)?;
        ram_is_written_in_three_orders(board)?;
        commands_change_the_look(board)?;
        a_pulled_display_answers_nobody(board)
    })
}

// ---- the keypad, through the lines' files

fn keys_join_rows_and_columns(board: &mut Board) -> Result<()> {
    load_keypad(board, "external_pull_ups=1")?;
    direction(board, ROWS[0], "low")?;
    for (keys, columns, row) in [
        ("", "11", "1"),
        ("1", "01", "1"),
        ("2", "10", "1"),
        ("12", "00", "1"),
        ("5", "11", "1"),
        ("15", "01", "1"),
        // A column and a key lead on into the other row.
        ("14", "01", "0"),
        ("124", "00", "0"),
    ] {
        direction(board, ROWS[1], "in")?;
        hold(board, keys)?;
        // A row that is an input has a pull only through a key.
        let seen = levels(board, &COLUMNS)?;
        ensure!(
            seen == columns,
            "keys '{keys}': columns {seen}, expected {columns}"
        );
        if row == "0" {
            let seen = levels(board, &ROWS[1..])?;
            ensure!(seen == row, "keys '{keys}': the other row reads {seen}");
        }
    }
    the_fourth_corner_is_a_ghost(board)?;
    rows_that_both_drive_are_a_short(board)
}

fn the_fourth_corner_is_a_ghost(board: &mut Board) -> Result<()> {
    direction(board, ROWS[0], "in")?;
    direction(board, ROWS[1], "low")?;
    hold(board, "124")?;
    let seen = levels(board, &COLUMNS)?;
    ensure!(seen == "00", "without a ghost of '5': {seen}");
    hold(board, "14")?;
    let seen = levels(board, &COLUMNS)?;
    ensure!(seen == "01", "two keys have no ghost: {seen}");
    Ok(())
}

fn rows_that_both_drive_are_a_short(board: &mut Board) -> Result<()> {
    ensure!(shorts(board)? == 0);
    direction(board, ROWS[0], "high")?;
    let seen = levels(board, &COLUMNS)?;
    ensure!(seen == "01", "low is stronger: {seen}");
    ensure!(shorts(board)? > 0);
    Ok(())
}

fn contacts_bounce(board: &mut Board) -> Result<()> {
    direction(board, ROWS[1], "in")?;
    direction(board, ROWS[0], "low")?;
    hold(board, "")?;
    // Longer than any machine needs to look.
    bounce(board, 200_000_000)?;
    hold(board, "1")?;
    let seen = levels(board, &[COLUMNS[0]; 40])?;
    ensure!(
        seen.contains('0') && seen.contains('1'),
        "no bouncing: {seen}"
    );
    bounce(board, 100_000)?;
    hold(board, "")?;
    hold(board, "1")?;
    board.run("usleep 200000")?;
    let seen = levels(board, &[COLUMNS[0]; 20])?;
    ensure!(seen == "0".repeat(20), "still bouncing: {seen}");
    bounce(board, 0)
}

/// For how long contacts bounce that change from now on, in microseconds.
fn bounce(board: &mut Board, us: u32) -> Result<()> {
    board
        .run(&format!("echo {us} >$keypad/bounce_us"))
        .map(drop)
}

fn wires_without_pull_are_noise(board: &mut Board) -> Result<()> {
    load_keypad(board, "external_pull_ups=0")?;
    direction(board, ROWS[0], "low")?;
    let seen = levels(board, &[COLUMNS[0]; 40])?;
    ensure!(seen.contains('0') && seen.contains('1'), "no noise: {seen}");
    hold(board, "1")?;
    let seen = levels(board, &[COLUMNS[0]; 40])?;
    ensure!(seen == "0".repeat(40), "driven low: {seen}");
    Ok(())
}

/// Loads the keypad's module anew, and takes its lines.
fn load_keypad(board: &mut Board, parameters: &str) -> Result<()> {
    let lines = [ROWS, COLUMNS]
        .concat()
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join(" ");
    board.run("for line in /sys/class/gpio/gpio[0-9]*; do echo ${line##*/gpio} >/sys/class/gpio/unexport; done 2>/dev/null; rmmod keypad-sim")?;
    board.run(&format!("insmod /modules/keypad-sim.ko {parameters}"))?;
    board.run(&format!(
        "cd /sys/class/gpio; chip=$(dirname $(grep -lx keypad-sim gpiochip*/label)); \
         for line in {lines}; do number=$(($(cat $chip/base) + line)); \
         echo $number >export; ln -sfn /sys/class/gpio/gpio$number /tmp/line$line; done"
    ))?;
    Ok(())
}

fn direction(board: &mut Board, line: u32, direction: &str) -> Result<()> {
    board
        .run(&format!("echo {direction} >/tmp/line{line}/direction"))
        .map(drop)
}

fn value(line: u32) -> String {
    format!("/tmp/line{line}/value")
}

fn levels(board: &mut Board, lines: &[u32]) -> Result<String> {
    let files: Vec<_> = lines.iter().map(|&line| value(line)).collect();
    board.run(&format!("cat {} | tr -d '\\n'; echo", files.join(" ")))
}

/// No program looks at the keys, so nobody has to notice.
fn hold(board: &mut Board, keys: &str) -> Result<()> {
    let mask = mask(keys)?;
    board
        .run(&format!("echo {mask} >$keypad/pressed"))
        .map(drop)
}

fn shorts(board: &mut Board) -> Result<u32> {
    Ok(board.run("cat $keypad/shorts")?.parse()?)
}

// ---- the display, through i2ctransfer

fn ram_is_written_in_three_orders(board: &mut Board) -> Result<()> {
    clear(board)?;
    ensure!(shining(board)?.is_empty(), "cleared");
    // A window of two columns and two pages, filled line by line.
    commands(board, "0x20 0 0x21 10 11 0x22 3 4")?;
    data(board, "1 2 4 8 16")?;
    ensure!(
        shining(board)? == [(11, 25), (10, 28), (10, 34), (11, 35)],
        "horizontal"
    );

    clear(board)?;
    commands(board, "0x20 1 0x21 126 127 0x22 0 1")?;
    data(board, "1 2 4 8")?;
    ensure!(
        shining(board)? == [(126, 0), (127, 2), (126, 9), (127, 11)],
        "vertical"
    );

    clear(board)?;
    commands(board, "0x20 2 0xb5 0x0f 0x17")?;
    data(board, "128 128")?;
    ensure!(shining(board)? == [(0, 47), (127, 47)], "page");
    Ok(())
}

fn commands_change_the_look(board: &mut Board) -> Result<()> {
    clear(board)?;
    ensure!(board.picture()?.is_dark());
    commands(board, "0xa7")?;
    ensure!(
        shining(board)?.len() == picture::WIDTH * picture::HEIGHT,
        "inverted"
    );
    commands(board, "0xa6 0xae 0xa5")?;
    ensure!(board.picture()?.is_dark(), "off");
    commands(board, "0xaf")?;
    ensure!(
        shining(board)?.len() == picture::WIDTH * picture::HEIGHT,
        "all on"
    );
    commands(board, "0xa4")?;

    // A command may come in parts, each with a control byte of its own.
    transfer(board, "w4@0x3c 0x80 0x81 0x80 0x42")?;
    ensure!(board.run("cat $oled/contrast")? == "66");
    ensure!(board.run("cat $oled/unknown")? == "0");
    commands(board, "0xff")?;
    ensure!(board.run("cat $oled/unknown")? == "1");
    Ok(())
}

fn a_pulled_display_answers_nobody(board: &mut Board) -> Result<()> {
    clear(board)?;
    ensure!(
        transfer(board, "w2@0x3d 0 0xae").is_err(),
        "nobody has this address"
    );
    board.plug_display(false)?;
    ensure!(commands(board, "0xaf").is_err(), "pulled, and answers");
    board.plug_display(true)?;
    ensure!(board.picture()?.is_dark(), "on again without a command");
    commands(board, "0xaf")?;
    ensure!(!board.picture()?.is_dark(), "RAM is noise after power-up");
    Ok(())
}

/// Upright, on, and dark.
fn clear(board: &mut Board) -> Result<()> {
    commands(board, "0x20 0 0x21 0 127 0x22 0 7 0xa1 0xc8 0xa6 0xa4 0x40")?;
    transfer(board, "w1025@0x3c 0x40 0=")?;
    commands(board, "0xaf")
}

fn commands(board: &mut Board, bytes: &str) -> Result<()> {
    let count = bytes.split(' ').count() + 1;
    transfer(board, &format!("w{count}@0x3c 0 {bytes}"))
}

fn data(board: &mut Board, bytes: &str) -> Result<()> {
    let count = bytes.split(' ').count() + 1;
    transfer(board, &format!("w{count}@0x3c 0x40 {bytes}"))
}

fn transfer(board: &mut Board, message: &str) -> Result<()> {
    board.run(&format!("i2ctransfer -y 0 {message}")).map(drop)
}

/// The shining pixels in reading order.
fn shining(board: &mut Board) -> Result<Vec<(usize, usize)>> {
    let picture: Picture = board.picture()?;
    let all = (0..picture::HEIGHT).flat_map(|y| (0..picture::WIDTH).map(move |x| (x, y)));
    Ok(all.filter(|&(x, y)| picture.pixel(x, y)).collect())
}
