//! The board's pins, and the one place that opens Linux devices.
//!
//! - [`pins`]: the names of the H3's pins, and who needs which of them
//! - `gpio`: pins as embedded-hal knows them
//! - `uart`: serial lines that may be unplugged
//! - `oled`: the display, on its own thread
//! - `keys`: the keypad and the button, on their own thread
//! - `lamps`: lamps and the buzzer
//! - `notify`: the service manager
//! - `network`: where this machine is found
//! - `probe`: what is there, for the check
//!
//! Everything but the names is for Linux alone.

#[cfg(target_os = "linux")]
pub mod gpio;
#[cfg(target_os = "linux")]
pub mod keys;
pub mod lamps;
#[cfg(target_os = "linux")]
pub mod network;
#[cfg(target_os = "linux")]
pub mod notify;
#[cfg(target_os = "linux")]
pub mod oled;
pub mod pins;
#[cfg(target_os = "linux")]
pub mod probe;
#[cfg(target_os = "linux")]
pub mod uart;
