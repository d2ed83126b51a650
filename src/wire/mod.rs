//! The protocol's messages: the only types that JSON is read into and written from, with their
//! JSON Schema.
//!
//! [`parse`] reads a client's frame into a closed enum; the functions of the server's messages
//! each write one. Nothing here decides: what a [`View`](crate::game::View) does not show, no
//! message can tell. `docs/protocol.md` describes every message, [`schema`] gives them to machines.
//!
//! ```
//! use catchmate::game::Command;
//! use catchmate::wire::{self, ClientMessage, MatchRequest, RequestId};
//!
//! let request = wire::parse(r#"{"type":"ready","id":7,"match":"k7f2"}"#).unwrap();
//! assert_eq!(request.id, Some(RequestId::from(7)));
//! let ClientMessage::Match { match_id, request } = request.message else { panic!() };
//! assert_eq!(&*match_id.0, "k7f2");
//! assert_eq!(request, MatchRequest::Command(Command::Ready));
//!
//! let malformed = wire::parse(r#"{"type":"sit","id":8,"match":"k7f2","seat":"C.white"}"#).unwrap_err();
//! assert_eq!(malformed.id, Some(RequestId::from(8)));
//! assert_eq!(
//!     malformed.reason,
//!     "`seat`: expected one of `A.white`, `A.black`, `B.white`, `B.black`"
//! );
//! ```

mod archive;
mod client;
mod event;
mod legal;
mod names;
mod options;
mod persons;
mod reading;
mod ruling;
mod schema;
mod server;
mod snapshot;
mod values;

pub use archive::{ArchiveQuery, ArchiveRequest, archive_page, replay};
pub use client::{ClientMessage, MatchRequest, parse};
pub use event::{LegalChange, event};
pub use names::PHRASES;
pub use options::options;
pub use persons::{PersonsQuery, person, persons};
pub use reading::{Malformed, Request, RequestId, without_value};
pub use schema::schema;
pub use server::{
    Done, PROTOCOL, address_list, not_saving, ok, opened, player_list, pong, presence, refused,
    welcome,
};
pub use snapshot::{MatchSummary, match_list, match_summary, snapshot};
