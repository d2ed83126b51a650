//! A copy is taken while people play; put in place, that match is played to its end.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::program::{Program, refusal};
use crate::support::Table;
use crate::table::{come_back, go_on, match_of_four};

fn catchmate(what: &str, file: &Path, data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catchmate"));
    command.arg(what).arg(file).arg("--data").arg(data);
    command
}

fn done(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

/// The matches of the archive, as anyone sees them.
async fn archive(program: &Program) -> Value {
    let mut stream = tokio::net::TcpStream::connect(program.address).await.unwrap();
    let request = "GET /api/archive HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

/// The archive, once it has that many matches: it takes them up behind the play.
async fn archive_of(program: &Program, matches: u64) -> Value {
    loop {
        let shown = archive(program).await;
        if shown["total"] == matches {
            return shown;
        }
        tokio::task::yield_now().await;
    }
}

/// A backup taken during a match, with one more that had ended; and what was played afterwards.
async fn backed_up() -> (TempDir, Program, Table, Table) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let program = Program::start_in(folder.path(), &data);
    let mut ended = match_of_four(program.address, json!({})).await;
    ended.play(&["A e2e4"]).await;
    let resign = json!({ "type": "resign", "match": ended.id });
    ended.at("A.black").ok(resign).await;
    archive_of(&program, 1).await;
    let mut table = match_of_four(program.address, json!({})).await;
    table.play(&["A e2e4", "B e2e4", "A e7e5", "A d1h5", "A b8c6"]).await;
    let output = catchmate("backup", &folder.path().join("copy"), &data).output().unwrap();
    assert!(done(&output).contains("is backed up in"));
    table.play(&["B e7e5", "A g1h3"]).await;
    (folder, program, ended, table)
}

#[tokio::test]
async fn a_copy_taken_during_a_match_is_put_in_place_and_played_to_its_end() {
    let (folder, mut program, ended, mut table) = backed_up().await;
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let said = refusal(catchmate("restore", &copy, &data));
    assert!(said.contains("is in use by another Catchmate; stop that one first"), "{said}");
    table.play(&["B g1f3"]).await;
    program.kill();

    let output = catchmate("restore", &copy, &data).output().unwrap();
    let said = done(&output);
    let aside = data.join("before-restore-1");
    assert!(said.contains(&format!("what it held before is in {}", aside.display())), "{said}");
    for name in ["catchmate.db", "catchmate.db-wal", "archive.db"] {
        assert!(aside.join(name).exists(), "{name} has been kept");
    }
    let mut program = Program::start_in(folder.path(), &data);
    // As it was when the copy was taken.
    come_back(program.address, &mut table).await;
    let id = table.id.clone();
    table.players[0].ok(json!({ "type": "watch", "match": id })).await;
    let shown = table.players[0].next("snapshot").await;
    assert_eq!((&shown["order"], &shown["pause"]["by"]), (&json!("ABAAA"), &json!("restart")));
    go_on(&mut table).await;
    for (seat, text) in [("A.white", "f1c4"), ("A.black", "g8f6"), ("A.white", "h5f7")] {
        let request = json!({ "type": "move", "match": id, "move": text });
        table.at(seat).ok(request).await;
    }
    let over = table.at("B.white").event("over").await;
    assert_eq!(over["event"]["result"]["by"], "mate", "{over}");
    let shown = archive_of(&program, 2).await;
    let ids: Vec<&Value> =
        [&shown["matches"][0], &shown["matches"][1]].map(|one| &one["match"]).into();
    assert_eq!(ids, [&json!(id), &json!(ended.id)]);
    program.stop();

    // What had been kept aside is whole.
    fs::create_dir(folder.path().join("old")).unwrap();
    for file in fs::read_dir(&aside).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.path().join("old").join(file.file_name())).unwrap();
    }
    let program = Program::start_in(folder.path(), &folder.path().join("old"));
    come_back(program.address, &mut table).await;
    table.players[0].ok(json!({ "type": "watch", "match": id })).await;
    assert_eq!(table.players[0].next("snapshot").await["order"], "ABAAABAB");
}

#[tokio::test]
async fn a_backup_goes_into_a_new_folder_too() {
    let (folder, program, ended, _) = backed_up().await;
    // Beside the server that goes on with the old one.
    let new = folder.path().join("new");
    let output = catchmate("restore", &folder.path().join("copy"), &new).output().unwrap();
    assert!(!done(&output).contains("before"));
    let second = Program::start_in(folder.path(), &new);
    let shown = archive(&second).await;
    assert_eq!(shown["matches"][0]["match"], json!(ended.id), "{shown}");
    drop(program);
}

#[tokio::test]
async fn what_is_no_whole_backup_is_refused_and_nothing_changed() {
    let (folder, mut program, _, mut table) = backed_up().await;
    program.stop();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let whole = fs::read(&copy).unwrap();
    let broken = folder.path().join("broken");
    let mut tried = 0;
    let mut refuses = |bytes: &[u8]| {
        fs::write(&broken, bytes).unwrap();
        let said = refusal(catchmate("restore", &broken, &data));
        assert!(said.contains("cannot be restored"), "{said}");
        assert!(said.contains("nothing has been changed"), "{said}");
        tried += 1;
    };
    refuses(b"");
    refuses(b"no tar at all");
    refuses(&fs::read(data.join("catchmate.db")).unwrap());
    for part in 1..8 {
        refuses(&whole[..whole.len() * part / 8]);
    }
    // A flipped bit in the content of each database.
    let starts = |name: &str| {
        whole.windows(name.len()).position(|window| window == name.as_bytes()).unwrap()
    };
    for name in ["archive.db", "catchmate.db"] {
        for offset in [512, 5000, 20_000] {
            let mut flipped = whole.clone();
            flipped[starts(name) + offset] ^= 4;
            refuses(&flipped);
        }
    }
    assert_eq!(tried, 16);
    let missing = refusal(catchmate("restore", &folder.path().join("nowhere"), &data));
    assert!(missing.contains("nowhere: No such file"), "{missing}");
    // What was there goes on.
    let program = Program::start_in(folder.path(), &data);
    come_back(program.address, &mut table).await;
    go_on(&mut table).await;
}

#[test]
fn a_backup_overwrites_nothing_and_needs_a_folder_with_matches() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let said = refusal(catchmate("backup", &copy, &data));
    assert!(said.contains("holds no matches; name another folder with --data DIR"), "{said}");
    Program::start_in(folder.path(), &data).stop();
    fs::write(&copy, "precious").unwrap();
    let said = refusal(catchmate("backup", &copy, &data));
    assert!(said.contains("is there already; name another file"), "{said}");
    assert_eq!(fs::read(&copy).unwrap(), b"precious");
    let nowhere = folder.path().join("no/where");
    let said = refusal(catchmate("backup", &nowhere, &data));
    assert!(said.contains("no: there is no such folder"), "{said}");
    // Nobody else may read it, and nothing is left beside it.
    let other = folder.path().join("other");
    done(&catchmate("backup", &other, &data).output().unwrap());
    let mode = std::os::unix::fs::PermissionsExt::mode(&other.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert!(!folder.path().join("other.unfinished").exists());
}

#[test]
fn a_restore_that_was_broken_off_is_noticed_and_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    Program::start_in(folder.path(), &data).stop();
    done(&catchmate("backup", &copy, &data).output().unwrap());
    // The power failed when the old files had been moved, and the new ones had not.
    fs::create_dir(data.join("restoring")).unwrap();
    fs::create_dir(data.join("before-restore-1")).unwrap();
    for name in ["catchmate.db", "archive.db"] {
        fs::rename(data.join(name), data.join("before-restore-1").join(name)).unwrap();
    }
    let said = refusal(crate::program::command(&data));
    assert!(said.contains("by half; run catchmate restore once more"), "{said}");
    done(&catchmate("restore", &copy, &data).output().unwrap());
    Program::start_in(folder.path(), &data).stop();
}
