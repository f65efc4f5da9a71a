//! Instructions that the search executes, counted by valgrind: the same number on a busy machine.
//!
//! `cargo bench --bench instructions` prints gungraun's counts, and then what one move or node takes.
//! It needs valgrind, and gungraun's runner in the library's version:
//!
//! ```sh
//! apt-get install valgrind
//! cargo install --locked gungraun-runner --version 0.20.0
//! ```

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod counted;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod work;

fn main() {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    counted::run();
}
