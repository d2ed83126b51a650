//! What the program says where it cannot keep a record.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;

use crate::program::{Program, command, refusal};

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let said = refusal(command(folder.path()));
    assert!(said.contains("is in use by another Catchmate; stop that one first"), "{said}");
    program.stop();
    // After a clean stop everything is in the database proper.
    assert!(!folder.path().join("catchmate.db-wal").exists());
    Program::start(folder.path()).stop();
}

pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

/// Runs as somebody who is not root, for whom permissions mean something.
pub fn as_nobody(folder: &Path) -> Command {
    let program = command(folder);
    if !is_root() {
        return program;
    }
    let mut nobody = Command::new("setpriv");
    nobody.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program.get_program());
    nobody.args(program.get_args());
    nobody
}

#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555)).unwrap();
    let said = refusal(as_nobody(folder.path()));
    assert!(said.contains("cannot write to"), "{said}");
    assert!(said.contains("give this user the right to write there"), "{said}");
}

#[test]
fn a_damaged_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Program::start(folder.path()).stop();
    std::fs::write(folder.path().join("catchmate.db"), b"something else").unwrap();
    let said = refusal(command(folder.path()));
    assert!(said.contains("is damaged"), "{said}");
    assert!(said.contains("put a backup in its place"), "{said}");
}

#[test]
fn nothing_is_kept_in_memory_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start_in(folder.path(), Path::new(":memory:"));
    program.stop();
    let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("matches are kept in memory, and end with the server"), "{log}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the log");
}

#[test]
fn another_program_that_holds_the_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Program::start(folder.path()).stop();
    let holder = Connection::open(folder.path().join("catchmate.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let said = refusal(command(folder.path()));
    assert!(said.contains("another program holds"), "{said}");
    assert!(said.contains("close it, and start again"), "{said}");
    drop(holder);
    Program::start(folder.path()).stop();
}

#[test]
fn a_database_of_a_newer_version_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Program::start(folder.path()).stop();
    let database = Connection::open(folder.path().join("catchmate.db")).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    let said = refusal(command(folder.path()));
    assert!(said.contains("was written by a newer Catchmate (schema version 99"), "{said}");
}

#[test]
fn a_truncated_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    Program::start(folder.path()).stop();
    let path = folder.path().join("catchmate.db");
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 50, 4096, whole.len() / 2] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let said = refusal(command(folder.path()));
        assert!(said.contains("is damaged"), "{length}: {said}");
        assert!(said.contains("put a backup in its place"), "{length}: {said}");
    }
}
