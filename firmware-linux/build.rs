//! Hands the linker the script that gathers defmt's messages.
//!
//! Only GNU/Linux executables keep them: `src/log` has a second body for every other target. On Windows the linker must
//! be told to put them together, elsewhere nothing is done.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=defmt-linux.x");
    println!("cargo:rerun-if-changed=defmt-windows.x");
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if target_is("windows", "gnu") {
        println!("cargo:rustc-link-arg=-Wl,-T,{folder}/defmt-windows.x");
    }
    // The same condition as in `src/log/mod.rs`.
    if target_is("linux", "gnu") {
        println!("cargo:rustc-link-arg=-Wl,-T,{folder}/defmt-linux.x");
        // A message's number is the address of its symbol: it must be known when linking, not moved when loading.
        println!("cargo:rustc-link-arg=-no-pie");
    }
}

/// A build script sees the target only through the environment.
fn target_is(system: &str, environment: &str) -> bool {
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|found| found == value);
    is("CARGO_CFG_TARGET_OS", system) && is("CARGO_CFG_TARGET_ENV", environment)
}
