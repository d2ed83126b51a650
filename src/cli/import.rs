//! `catchmate import`: records from elsewhere into the archive.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::games::Games;
use super::lines::BUFFER;
use crate::archive::{Archive, ArchiveError, Game};
use crate::journal::SqliteJournal;

/// So many records are written in one go.
const BATCH: usize = 200;

/// Takes the records of BPGN files into the archive, those of other programs and of ordinary bughouse too
///
/// A record that cannot be read is reported by its line, and the rest is taken in. A record that is
/// there already is not taken in again. The server must not run meanwhile.
///
/// Exit status: 0, or 1 if a file or a record could not be read.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The data folder of the server
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What has become of the records.
#[derive(Default)]
struct Count {
    taken_in: usize,
    there: usize,
    unreadable: usize,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    // Held, so that no server uses the folder meanwhile.
    let _journal = SqliteJournal::open(&args.data).map_err(io::Error::other)?;
    let mut archive = Archive::open(&args.data).map_err(io::Error::other)?;
    let mut count = Count::default();
    for path in &args.files {
        let read = if path == Path::new("-") {
            take_in(io::stdin().lock(), path, None, &mut archive, &mut count)
        } else {
            File::open(path).and_then(|file| {
                let length = file.metadata().ok().map(|metadata| metadata.len());
                take_in(file, path, length, &mut archive, &mut count)
            })
        };
        if let Err(error) = read {
            eprintln!("catchmate: {} cannot be read: {error}", path.display());
            count.unreadable += 1;
        }
    }
    let Count { taken_in, there, unreadable } = count;
    println!("taken in: {taken_in}, there already: {there}, not readable: {unreadable}");
    Ok(if unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Takes in the records of one file.
fn take_in(
    input: impl Read,
    path: &Path,
    length: Option<u64>,
    archive: &mut Archive,
    count: &mut Count,
) -> io::Result<()> {
    let progress = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    progress.set_style(
        ProgressStyle::with_template("{msg} {wide_bar} {bytes} of {total_bytes}, {eta}")
            .map_err(io::Error::other)?,
    );
    progress.set_message(path.display().to_string());
    let mut games = Games::new(BufReader::with_capacity(BUFFER, progress.wrap_read(input)));
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let next = games.next_game();
        let at_end = !matches!(next, Ok(Some(_)));
        let read = match &next {
            Ok(Some(Ok(record)))
                if archive.was_played_here(record).map_err(io::Error::other)? =>
            {
                count.there += 1;
                None
            }
            Ok(Some(Ok(record))) => {
                Some(Game::of_record(record).map_err(|error| error.to_string()))
            }
            Ok(Some(Err(error))) => Some(Err(error.to_string())),
            Ok(None) | Err(_) => None,
        };
        match read {
            Some(Ok(game)) => batch.push(game),
            Some(Err(problem)) => {
                count.unreadable += 1;
                progress.suspend(|| eprintln!("{}: {problem}", path.display()));
            }
            None => {}
        }
        if batch.len() == BATCH || at_end {
            write(archive, &mut batch, count).map_err(io::Error::other)?;
        }
        if at_end {
            progress.finish_and_clear();
            return next.map(|_| ());
        }
    }
}

fn write(
    archive: &mut Archive,
    batch: &mut Vec<Game>,
    count: &mut Count,
) -> Result<(), ArchiveError> {
    let new = archive.add_all(batch)?;
    count.taken_in += new;
    count.there += batch.len() - new;
    batch.clear();
    Ok(())
}
