//! Hands the linker the script that gathers defmt's messages.
//!
//! Only GNU/Linux executables keep them: `src/log` has a second body for every other target, and this script too does
//! nothing there.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=defmt-linux.x");
    if target_is_gnu_linux() {
        let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo:rustc-link-arg=-Wl,-T,{folder}/defmt-linux.x");
        // A message's number is the address of its symbol: it must be known when linking, not moved when loading.
        println!("cargo:rustc-link-arg=-no-pie");
    }
}

/// The same condition as in `src/log/mod.rs`; a build script sees the target only through the environment.
fn target_is_gnu_linux() -> bool {
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|found| found == value);
    is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu")
}
