//! The C code on the page about the robot link, compiled and held against that page's lines.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

const DOCUMENT: &str = include_str!("../LINK.md");

/// Prints the checksum of every line that it reads.
const MAIN: &str = r#"
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[500];
    while (fgets(line, sizeof line, stdin))
        printf("%08lX\n", (unsigned long)link_crc(line, strcspn(line, "\n")));
    return 0;
}
"#;

fn block(kind: &str) -> String {
    let lines = DOCUMENT
        .lines()
        .skip_while(|line| *line != format!("```{kind}"));
    let code = lines.skip(1).take_while(|line| *line != "```");
    code.fold(String::new(), |code, line| code + line + "\n")
}

/// The lines with a checksum: without it, and the checksum.
fn documented() -> Vec<(&'static str, &'static str)> {
    let frames = DOCUMENT.lines().filter_map(|line| {
        let (who, rest) = line.split_once(' ')?;
        let (body, after) = rest.trim_start().split_once('*')?;
        ["box", "machine"]
            .contains(&who)
            .then_some((body, after.get(..8)?))
    });
    frames.collect()
}

#[test]
fn the_c_code_on_the_page_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("crc.c"), folder.path().join("crc"));
    fs::write(&source, block("c") + MAIN).unwrap();
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([&program, &source])
        .status();
    match compiled {
        Err(error) => return eprintln!("skipped, for there is no C compiler: {error}"),
        Ok(status) => assert!(status.success(), "cc does not take the code"),
    }
    let (bodies, checksums): (Vec<_>, Vec<_>) = documented().into_iter().unzip();
    assert!(bodies.len() > 20);
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(bodies.join("\n").as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().collect::<Vec<_>>(), checksums);
}
