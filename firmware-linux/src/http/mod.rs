//! The move service and the page to play on, over HTTP.
//!
//! The modules, lowest first; a module uses only what stands above it:
//!
//! - [`tongue`]: the language that a client wants
//! - [`problem`]: what goes wrong, in one line of JSON
//! - [`plain`](mod@plain): what is wrong with JSON, in plain words
//! - [`searches`]: many searches for many clients, bounded
//! - [`room`]: games that are played and watched
//! - [`wire`]: the shapes of what is sent and answered
//! - [`body`]: JSON read whole and checked for its shape
//! - [`door`]: what clients send, checked for its sense
//! - [`metrics`]: what is counted
//! - [`service`]: what all requests share
//! - [`routes`]: the addresses, and what is done at each
//! - [`router`](mod@router): all of them, and what holds for every request
//! - [`server`]: sockets, from the first connection to the last answer

pub mod body;
pub mod door;
pub mod metrics;
pub mod plain;
pub mod problem;
pub mod room;
pub mod router;
pub mod routes;
pub mod searches;
pub mod server;
pub mod service;
pub mod tongue;
pub mod wire;
