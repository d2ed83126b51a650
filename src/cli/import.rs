//! `catchmate import`: records from elsewhere into the archive.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::games::Games;
use super::lines::BUFFER;
use super::missed::Missed;
use crate::archive::{Archive, ArchiveError, Game};
use crate::game::BpgnGame;
use crate::journal::{JournalReader, SqliteJournal};

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

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    // Held, so that no server uses the folder meanwhile.
    let _journal = SqliteJournal::open(&args.data).map_err(io::Error::other)?;
    let mut import = Import::open(&args.data)?;
    for path in &args.files {
        let read = if path == Path::new("-") {
            import.take_in(io::stdin().lock(), path, None)
        } else {
            File::open(path).and_then(|file| {
                let length = file.metadata().ok().map(|metadata| metadata.len());
                import.take_in(file, path, length)
            })
        };
        if let Err(error) = read {
            eprintln!("catchmate: {} cannot be read: {error}", path.display());
            import.unreadable += 1;
        }
    }
    let Import { taken_in, there, unreadable, .. } = import;
    println!("taken in: {taken_in}, there already: {there}, not readable: {unreadable}");
    Ok(if unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An import under way, and what has become of the records so far.
struct Import {
    archive: Archive,
    /// Matches that were played here and that the archive does not know yet.
    missed: Missed,
    taken_in: usize,
    there: usize,
    unreadable: usize,
}

impl Import {
    fn open(data: &Path) -> io::Result<Import> {
        let journal = JournalReader::open(data).map_err(io::Error::other)?;
        let archive = Archive::open(data).map_err(io::Error::other)?;
        let missed = Missed::find(&journal, &archive)?;
        Ok(Import { archive, missed, taken_in: 0, there: 0, unreadable: 0 })
    }

    /// Takes in the records of one file.
    fn take_in(&mut self, input: impl Read, path: &Path, length: Option<u64>) -> io::Result<()> {
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
                Ok(Some(Ok(record))) => self.read(record).map_err(io::Error::other)?,
                Ok(Some(Err(error))) => Err(error.to_string()),
                Ok(None) | Err(_) => Ok(None),
            };
            match read {
                Ok(game) => batch.extend(game),
                Err(problem) => {
                    self.unreadable += 1;
                    progress.suspend(|| eprintln!("{}: {problem}", path.display()));
                }
            }
            if batch.len() == BATCH || at_end {
                self.write(&batch).map_err(io::Error::other)?;
                batch.clear();
            }
            if at_end {
                progress.finish_and_clear();
                return next.map(|_| ());
            }
        }
    }

    /// A record as the archive keeps it, unless it is of a match that was played here; or what is
    /// wrong with it.
    fn read(&mut self, record: &BpgnGame) -> Result<Result<Option<Game>, String>, ArchiveError> {
        if self.archive.was_played_here(record)? || self.missed.archive.was_played_here(record)? {
            self.there += 1;
            return Ok(Ok(None));
        }
        Ok(Game::of_record(record).map(Some).map_err(|error| error.to_string()))
    }

    fn write(&mut self, batch: &[Game]) -> Result<(), ArchiveError> {
        let new = self.archive.add_all(batch)?;
        self.taken_in += new;
        self.there += batch.len() - new;
        Ok(())
    }
}
