//! Copies of the files, taken between two calls of the program: what the loss of power leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use catchmate::ids::MatchId;
use catchmate::journal::{Journal, Record, SqliteJournal};
use futures::executor::block_on;

use super::{DATABASE, LOG, What, When, watch, word, words_in};

/// Enough for the log to be moved into the database once.
const WORDS: usize = 3600;
/// At which writes to the log it is copied, long before anything is moved.
const EARLY: [usize; 3] = [101, 250, 420];
/// How many copies are taken while the log is moved.
const LATE: usize = 24;
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The files as they were at an instant.
struct Copy {
    database: Vec<u8>,
    log: Vec<u8>,
    /// The words that had been sent to somebody.
    promised: BTreeSet<usize>,
}

type Kept = BTreeMap<MatchId, Vec<Record>>;

impl Copy {
    fn take(data: &Path, promised: &BTreeSet<usize>) -> Copy {
        let read = |name| fs::read(data.join(name)).unwrap();
        Copy { database: read(DATABASE), log: read(LOG), promised: promised.clone() }
    }

    /// Where each frame of the log ends, and whether it ends a commit.
    fn frames(&self) -> Vec<(usize, bool)> {
        let number = |at: usize| u32::from_be_bytes(self.log[at..at + 4].try_into().unwrap());
        let frame = FRAME_HEADER + usize::try_from(number(8)).unwrap();
        let ends = (LOG_HEADER + frame..=self.log.len()).step_by(frame);
        ends.map(|end| (end, number(end - frame + 4) != 0)).collect()
    }

    /// What the journal finds where only so many bytes of the log have reached the disk.
    fn open(&self, length: usize) -> Kept {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(DATABASE), &self.database).unwrap();
        fs::write(folder.path().join(LOG), &self.log[..length]).unwrap();
        read(folder.path())
    }

    /// Everything that had been told to anyone is there.
    fn keeps_what_was_promised(&self, kept: &Kept) {
        let text = format!("{kept:?}");
        for number in &self.promised {
            assert!(text.contains(&word(*number)), "word {number} had been sent, and is lost");
        }
    }
}

fn read(folder: &Path) -> Kept {
    let journal = SqliteJournal::open(folder).unwrap();
    let live = block_on(journal.live()).unwrap();
    let read = live.into_iter().map(|id| {
        let records = block_on(journal.read(&id, 0)).unwrap();
        (id, records)
    });
    read.collect()
}

fn count(kept: &Kept) -> usize {
    kept.values().map(Vec::len).sum()
}

/// Each match of `kept` is there from its beginning, without a gap.
fn is_prefix(kept: &Kept, whole: &Kept) -> bool {
    kept.iter().all(|(id, records)| whole.get(id).is_some_and(|all| all.starts_with(records)))
}

/// Cuts the log of a copy everywhere.
fn cut_everywhere(copy: &Copy, whole: &Kept) {
    let mut last = Kept::new();
    let mut start = LOG_HEADER;
    for length in [0, 1, LOG_HEADER - 1, LOG_HEADER] {
        assert_eq!(count(&copy.open(length)), 0, "{length} bytes");
    }
    for (at, (end, commits)) in copy.frames().into_iter().enumerate() {
        // Inside of a frame there is what was there before it.
        let inside = [1, FRAME_HEADER, (end - start) / 2, end - start - 1][at % 4];
        let kept = copy.open(start + inside);
        assert!(kept == last, "frame {at}, {inside} bytes of it");
        // Records come with the end of their commit, and only with it.
        let kept = copy.open(end);
        assert!(is_prefix(&last, &kept) && is_prefix(&kept, whole), "frame {at}");
        assert!(commits || kept == last, "frame {at} ends no commit");
        (last, start) = (kept, end);
    }
    copy.keeps_what_was_promised(&last);
}

#[test]
fn what_opens_after_a_power_loss_is_a_prefix_of_whole_records() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (mut early, mut late) = (Vec::new(), Vec::new());
    let mut promised = BTreeSet::new();
    let (mut logged, mut moved, mut missed) = (0, 0, 0);
    watch(folder.path(), WORDS, |call, when, quiet| match (call.what, when) {
        (What::Write, When::Before) if call.file.starts_with("socket:") => {
            promised.extend(words_in(&call.bytes));
        }
        (What::Write, When::After) if call.file == LOG => {
            logged += 1;
            if EARLY.contains(&logged) {
                assert!(quiet && moved == 0, "the log was to be copied before any of it was moved");
                early.push(Copy::take(&data, &promised));
            }
        }
        (What::Write, When::After) if call.file == DATABASE => {
            moved += 1;
            if !quiet {
                missed += 1;
            } else if late.len() < LATE {
                late.push(Copy::take(&data, &promised));
            }
        }
        _ => {}
    });
    let whole = read(&data);
    for copy in &early {
        let kept = copy.open(copy.log.len());
        assert!(is_prefix(&kept, &whole));
        copy.keeps_what_was_promised(&kept);
    }
    let last = early.last().unwrap();
    assert!(last.promised.len() > 20, "{}", last.promised.len());
    cut_everywhere(last, &whole);
    // While the log is moved it stays whole, so that all of it counts.
    assert!(late.len() > 5, "{} copies, {missed} missed, {moved} writes", late.len());
    for copy in &late {
        let kept = copy.open(copy.log.len());
        assert!(is_prefix(&kept, &whole));
        assert!(copy.promised.len() > last.promised.len());
        copy.keeps_what_was_promised(&kept);
    }
}
