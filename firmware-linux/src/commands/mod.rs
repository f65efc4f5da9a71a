//! The commands of the program, one a file: from checked settings to an exit code.

pub mod play;
