//! Each commit is synced before its `ok` and its events leave.

use super::{Call, LOG, What, When, watch, word, words_in};

const WORDS: usize = 160;

/// What became of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Unwritten,
    /// It is in the log, which may be in the machine's memory only.
    Written,
    /// A sync of the log has begun since.
    Syncing,
    /// And has ended.
    Synced,
}

/// Looks whether every word was synced before it was sent to anyone; gives how many frames with a
/// word were sent.
fn judge(calls: &[(Call, When)]) -> Result<usize, String> {
    let mut stages = [Stage::Unwritten; WORDS];
    let mut sent = 0;
    for (call, when) in calls {
        match (call.what, when) {
            (What::Write, When::After) if call.file == LOG => {
                for number in words_in(&call.bytes) {
                    stages[number] = stages[number].max(Stage::Written);
                }
            }
            (What::Sync, _) if call.file == LOG => {
                let (from, to) = match when {
                    When::Before => (Stage::Written, Stage::Syncing),
                    When::After => (Stage::Syncing, Stage::Synced),
                };
                stages.iter_mut().filter(|stage| **stage == from).for_each(|stage| *stage = to);
            }
            (What::Write, When::Before) if call.file.starts_with("socket:") => {
                for number in words_in(&call.bytes) {
                    sent += 1;
                    if stages[number] != Stage::Synced {
                        let stage = stages[number];
                        return Err(format!("{} was sent when it was {stage:?}", word(number)));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(sent)
}

#[test]
fn each_commit_is_synced_before_its_ok_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let mut calls = Vec::new();
    watch(folder.path(), WORDS, |call, when, _| calls.push((call.clone(), when)));
    let sent = judge(&calls).unwrap();
    // Each was sent to the four of its table, and answered.
    assert!(sent >= 4 * WORDS, "{sent} frames were seen");
    // The same run without its syncs would not have passed.
    calls.retain(|(call, _)| call.what != What::Sync);
    let error = judge(&calls).unwrap_err();
    assert!(error.contains("was sent when it was Written"), "{error}");
}
