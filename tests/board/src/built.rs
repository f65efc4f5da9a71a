//! What `tests/board/build` has built.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};

/// One of the files that the board boots.
///
/// # Errors
///
/// When it has not been built.
pub(crate) fn built(name: &str) -> Result<PathBuf> {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target =
        target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"));
    let path = target.join("board").join(name);
    ensure!(
        path.exists(),
        "{} is missing: `bash .ci/run board` builds it",
        path.display()
    );
    Ok(path)
}
