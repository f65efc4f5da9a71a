//! The emulator: a process that ends with its owner.

use std::{
    fs::{self, File},
    io::ErrorKind,
    os::unix::net::UnixStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::{
    built::built,
    card::Card,
    serial::{PATIENCE, Serial},
};

/// An emulated Orange Pi PC that has been switched on.
pub struct Machine {
    qemu: Child,
    folder: TempDir,
}

impl Machine {
    /// Switches a machine on, and gives the outer ends of its UART1 and UART3.
    pub fn start(card: &Card) -> Result<(Self, Serial, Serial)> {
        let folder = TempDir::new()?;
        let qemu = command(card, folder.path())?
            .spawn()
            .context("starting qemu-system-arm (apt-get install qemu-system-arm)")?;
        let mut machine = Self { qemu, folder };
        let control = machine.serial("uart1")?;
        let game = machine.serial("uart3")?;
        Ok((machine, control, game))
    }

    /// What the kernel and the programs have written to the console.
    pub fn console(&self) -> String {
        text_of(&self.folder.path().join("console"))
    }

    fn serial(&mut self, name: &'static str) -> Result<Serial> {
        let path = self.folder.path().join(name);
        let deadline = Instant::now() + PATIENCE;
        loop {
            match UnixStream::connect(&path) {
                Ok(stream) => return Ok(Serial::new(name, stream)),
                Err(error) if !not_yet(error.kind()) => return Err(error).context(name),
                Err(_) => self.check_it_runs(deadline)?,
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn check_it_runs(&mut self, deadline: Instant) -> Result<()> {
        if self.qemu.try_wait()?.is_some() {
            bail!(
                "qemu has ended: {}",
                text_of(&self.folder.path().join("messages"))
            );
        }
        if Instant::now() > deadline {
            bail!("qemu does not start");
        }
        Ok(())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Both can only fail because it has ended already.
        let _ = self.qemu.kill();
        let _ = self.qemu.wait();
    }
}

/// Without a mains switch: to end it is to pull the plug. It waits for us before the kernel starts, so
/// nothing that the machine says is lost.
fn command(card: &Card, folder: &Path) -> Result<Command> {
    let socket = |name: &str| format!("unix:{},server=on,wait=on", folder.join(name).display());
    let console = format!("file:{}", folder.join("console").display());
    let card = format!("if=sd,format=raw,file={}", card.path().display());
    let mut command = Command::new("qemu-system-arm");
    command
        .args("-M orangepi-pc -display none -monitor none -no-reboot".split(' '))
        .arg("-kernel")
        .arg(built("vmlinuz")?)
        .arg("-initrd")
        .arg(built("initrd.gz")?)
        .arg("-dtb")
        .arg(built("board.dtb")?)
        .args(["-append", "console=ttyS0,115200 panic=-1 quiet"])
        .args(["-drive", &card])
        // UART0 to UART3.
        .args(["-serial", &console, "-serial", &socket("uart1")])
        .args(["-serial", "null", "-serial", &socket("uart3")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(folder.join("messages"))?);
    Ok(command)
}

/// The errors of a socket that nobody has made yet, or nobody listens on yet.
fn not_yet(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::ConnectionRefused)
}

fn text_of(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}
