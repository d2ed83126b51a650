//! The journal cannot write while people play: their moves are refused, the match stands at the
//! last recorded instant, everyone is told, and it goes on when writing works again (R34).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::program::{Program, command};
use crate::support::{Client, Table};
use crate::table::{back, come_back, go_on, hello, match_of_four};

fn mv(table: &Table, text: &str, ply: u32) -> Value {
    json!({ "type": "move", "match": table.id, "move": text, "ply": ply })
}

async fn snapshot(client: &mut Client, id: &str) -> Value {
    client.settle().await;
    client.ok(json!({ "type": "watch", "match": id })).await;
    client.next("snapshot").await
}

/// Plays on that program, breaks its journal, mends it, and plays on. `folder` has its log.
async fn breaks_and_goes_on(
    program: &Program,
    folder: &Path,
    reason: &str,
    break_it: impl FnOnce(),
    mend_it: impl FnOnce(),
) -> Table {
    let address = program.address;
    let mut table = match_of_four(address, json!({})).await;
    let id = table.id.clone();
    let mut other = match_of_four(address, json!({})).await;
    let mut zoe = hello(address, "Zoe").await;
    zoe.ok(json!({ "type": "watch", "match": id })).await;
    table.play(&["A e2e4", "B d2d4", "A e7e5"]).await;
    let recorded = loop {
        let moved = zoe.event("moved").await;
        if moved["event"]["move"] == "e7e5" {
            break moved["event"]["clocks"].clone();
        }
    };

    break_it();
    let knight = mv(&table, "g1f3", 2);
    table.at("A.white").refused(knight.clone(), "not_saved").await;
    for client in table.players.iter_mut().chain([&mut zoe]) {
        assert_eq!(client.next("not_saving").await["match"], json!(id));
    }
    // It stays refused, here and elsewhere; nobody new is taken in.
    table.at("A.white").refused(knight.clone(), "not_saved").await;
    let talk = json!({ "type": "say", "match": id, "to": "partner", "text": "Nobody moves" });
    table.at("B.black").refused(talk, "not_saved").await;
    let pawn = mv(&other, "e2e4", 0);
    other.at("A.white").refused(pawn, "not_saved").await;
    let mut late = Client::connect(address).await;
    late.refused(json!({ "type": "hello", "name": "Late" }), "not_saved").await;
    // Whoever is known comes back, and is told.
    let mut again = back(address, &zoe.token).await;
    again.ok(json!({ "type": "watch", "match": id })).await;
    again.next("not_saving").await;

    mend_it();
    for client in table.players.iter_mut().chain([&mut zoe]) {
        let paused = client.event("paused").await;
        assert_eq!(paused["event"]["by"], "journal");
        for seat in crate::support::SEATS {
            assert_eq!(paused["event"]["clocks"][seat], recorded[seat], "{paused}");
        }
        assert_eq!(paused["event"]["clocks"]["running"], json!([]));
    }
    table.at("A.white").refused(knight.clone(), "not_playing").await;
    go_on(&mut table).await;
    table.at("A.white").ok(knight).await;
    let shown = snapshot(&mut zoe, &id).await;
    assert_eq!((&shown["order"], &shown["phase"]), (&json!("ABAA"), &json!("playing")), "{shown}");
    assert_eq!(shown["talk"], json!([]));
    let log = fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.contains(reason), "{reason}: {log}");
    assert!(!log.contains("panicked"), "{log}");
    table
}

/// Everything is there after a restart, too.
async fn is_there(address: std::net::SocketAddr, table: &mut Table) {
    come_back(address, table).await;
    let id = table.id.clone();
    let shown = snapshot(&mut table.players[0], &id).await;
    assert_eq!(shown["order"], "ABAA", "{shown}");
}

#[tokio::test]
async fn another_program_holds_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let holder = Connection::open(folder.path().join("catchmate.db")).unwrap();
    let mut table = breaks_and_goes_on(
        &program,
        folder.path(),
        "another program holds",
        || holder.execute_batch("BEGIN IMMEDIATE").unwrap(),
        || holder.execute_batch("ROLLBACK").unwrap(),
    )
    .await;
    program.kill();
    let program = Program::start(folder.path());
    is_there(program.address, &mut table).await;
}

/// The largest file that the program may write, in bytes.
fn limit(program: &Program, bytes: &str) {
    let mut prlimit = Command::new("prlimit");
    prlimit.arg("--pid").arg(program.id().to_string()).arg(format!("--fsize={bytes}:"));
    assert!(prlimit.status().unwrap().success());
}

#[tokio::test]
async fn the_log_cannot_grow() {
    let folder = tempfile::tempdir().unwrap();
    let wrapped = through("sh", &["-c", "trap '' XFSZ; exec \"$@\"", "sh"], folder.path());
    let mut program = Program::start_as(wrapped, folder.path());
    let log = folder.path().join("catchmate.db-wal");
    let mut table = breaks_and_goes_on(
        &program,
        folder.path(),
        "catchmate.db cannot be written to (disk I/O error); look after the disk",
        || limit(&program, &log.metadata().unwrap().len().to_string()),
        || limit(&program, "unlimited"),
    )
    .await;
    program.kill();
    let program = Program::start(folder.path());
    is_there(program.address, &mut table).await;
}

/// The program started by another one.
fn through(by: &str, args: &[&str], data: &Path) -> Command {
    let program = command(data);
    let mut command = Command::new(by);
    command.args(args).arg(program.get_program()).args(program.get_args());
    command
}

/// A small disk of its own for the program alone, where this machine allows that.
fn on_a_small_disk(data: &Path) -> Option<Command> {
    let mount = "mount -t tmpfs -o size=1m none \"$0\" && exec \"$@\"";
    [&["--mount"][..], &["--mount", "--map-root-user"]].into_iter().find_map(|rights| {
        let mut args = rights.to_vec();
        args.extend(["sh", "-c", mount, data.to_str().unwrap()]);
        let tried = Command::new("unshare").args(&args).arg("true").output();
        tried.is_ok_and(|tried| tried.status.success()).then(|| through("unshare", &args, data))
    })
}

/// That the journal itself says so of any full disk is tested beside it (`max_page_count`); this
/// needs the right to mount.
#[tokio::test]
async fn the_disk_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let Some(command) = on_a_small_disk(&data) else {
        eprintln!("NOT TESTED: this machine lets nobody mount a small disk");
        return;
    };
    let program = Program::start_as(command, folder.path());
    let inside = format!("/proc/{}/root{}", program.id(), data.display());
    let filler = PathBuf::from(inside).join("filler");
    breaks_and_goes_on(
        &program,
        folder.path(),
        "the disk that holds",
        || {
            let mut size = 1 << 20;
            let mut filling = fs::File::create(&filler).unwrap();
            while size > 0 {
                use std::io::Write;
                if filling.write_all(&vec![1; size]).is_err() {
                    size /= 2;
                }
            }
        },
        || fs::remove_file(&filler).unwrap(),
    )
    .await;
}

/// Runs as somebody for whom permissions mean something.
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

#[tokio::test]
async fn the_files_become_read_only_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    set_mode(folder.path(), 0o755);
    let nobody = crate::start::as_nobody(&data);
    if crate::start::is_root() {
        let given = Command::new("chown").arg("65534:65534").arg(&data).status().unwrap();
        assert!(given.success());
    }
    let mut program = Program::start_as(nobody, folder.path());
    let mut table = match_of_four(program.address, json!({})).await;
    table.play(&["A e2e4"]).await;
    let files = ["catchmate.db", "catchmate.db-wal", "catchmate.db-shm", "lock"];
    let set_modes = |file, of_folder| {
        for name in files {
            set_mode(&data.join(name), file);
        }
        set_mode(&data, of_folder);
    };
    set_modes(0o400, 0o500);
    // What is open stays open: nothing is refused, and nothing is lost.
    table.play(&["A e7e5", "B d2d4", "A g1f3"]).await;
    program.kill();
    let said = crate::program::refusal(crate::start::as_nobody(&data));
    assert!(said.contains("cannot write to"), "{said}");
    assert!(said.contains("give this user the right to write there"), "{said}");
    set_modes(0o600, 0o700);
    let program = Program::start_as(crate::start::as_nobody(&data), folder.path());
    come_back(program.address, &mut table).await;
    let id = table.id.clone();
    assert_eq!(snapshot(&mut table.players[0], &id).await["order"], "AABA");
}

/// Two matches, of which one is damaged while the server is down.
async fn of_two_one_is_damaged(change: &str, reason: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path());
    let mut damaged = match_of_four(program.address, json!({})).await;
    let mut whole = match_of_four(program.address, json!({})).await;
    for table in [&mut damaged, &mut whole] {
        table.play(&["A e2e4", "A e7e5"]).await;
    }
    program.stop();
    let database = Connection::open(folder.path().join("catchmate.db")).unwrap();
    let one = "seq = 9 AND match = (SELECT number FROM matches WHERE id = ?1)";
    let changed = database.execute(&change.replace("$ONE", one), [&damaged.id]).unwrap();
    assert_eq!(changed, 1);
    if change.contains("version") {
        let id = catchmate::ids::MatchId(damaged.id.as_str().into());
        let row = catchmate::journal::rows::Row { version: 7, body: "{}".to_owned() };
        let sum = catchmate::journal::rows::checksum(&id, 9, &row);
        let sql = format!("UPDATE records SET checksum = x'{}' WHERE {one}", hex(&sum));
        database.execute(&sql, [&damaged.id]).unwrap();
    }
    drop(database);

    let program = Program::start(folder.path());
    come_back(program.address, &mut whole).await;
    go_on(&mut whole).await;
    let knight = mv(&whole, "g1f3", 2);
    whole.at("A.white").ok(knight).await;
    let token = &damaged.players[0].token;
    let mut player = back(program.address, token).await;
    let watch = json!({ "type": "watch", "match": damaged.id });
    let refused = player.refused(watch, "no_such_match").await;
    assert_eq!(refused["message"], "the record of this match cannot be read");
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    let named = format!("the record of match {} cannot be read: record 9: {reason}", damaged.id);
    assert!(log.contains(&named), "{named}: {log}");
    assert!(log.contains("the match is set aside; the others go on"), "{log}");
    assert!(!log.contains("panicked"), "{log}");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn a_damaged_match_is_set_aside_and_the_others_run() {
    let flip = "UPDATE records SET body = replace(body, 'A.white', 'A.black') WHERE $ONE";
    of_two_one_is_damaged(flip, "").await;
    of_two_one_is_damaged("DELETE FROM records WHERE $ONE", "it is missing").await;
}

#[tokio::test]
async fn a_match_with_a_newer_row_is_set_aside_and_the_others_run() {
    let newer = "UPDATE records SET version = 7, body = '{}' WHERE $ONE";
    of_two_one_is_damaged(newer, "it was written by a newer Catchmate (row version 7").await;
}
