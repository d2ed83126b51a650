//! What has ended and the archive does not know yet: the server takes it in when it runs.

use std::collections::BTreeSet;
use std::io;

use crate::archive::{Archive, Game};
use crate::game::Match;
use crate::ids::MatchId;
use crate::journal::{JournalReader, ReadError};

/// How many matches are looked up at a time.
const SLICE: usize = 200;

/// The matches of a journal that an archive lacks, or knows by an earlier result.
pub(super) struct Missed {
    /// These matches, in an archive of their own.
    pub(super) archive: Archive,
    pub(super) ids: BTreeSet<MatchId>,
}

impl Missed {
    pub(super) fn find(journal: &JournalReader, archive: &Archive) -> io::Result<Missed> {
        let found = Archive::in_memory().map_err(io::Error::other)?;
        let mut missed = Missed { archive: found, ids: BTreeSet::new() };
        let mut after = 0;
        loop {
            let page = journal.ended(after, SLICE).map_err(io::Error::other)?;
            let Some(last) = page.last() else { return Ok(missed) };
            after = last.number;
            for ended in page {
                let known = archive.records_of(&ended.id).map_err(io::Error::other)?;
                if known == Some(ended.records) {
                    continue;
                }
                // What cannot be read is told when it is to be written.
                let Ok(Some(state)) = played(journal, &ended.id) else { continue };
                if let Some(game) = Game::of_match(&ended.id, &state, ended.records, "Catch") {
                    missed.archive.add(&game).map_err(io::Error::other)?;
                    missed.ids.insert(ended.id);
                }
            }
        }
    }
}

/// A match as its record tells it; `None` where the record has no beginning.
pub(super) fn played(journal: &JournalReader, id: &MatchId) -> Result<Option<Match>, ReadError> {
    let record = journal.read(id)?;
    Ok(Match::replay(record.iter().flat_map(|record| record.iter())))
}
