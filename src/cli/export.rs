//! `catchmate export`: the archive as one BPGN file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::lines::BUFFER;
use super::missed::{Missed, played};
use crate::archive::{Archive, Filter, Game, Source, Viewer};
use crate::game::{Tags, write_bpgn};
use crate::ids::{Instant, MatchId};
use crate::journal::JournalReader;
use crate::wire::ArchiveQuery;

/// How many matches are looked up at a time.
const SLICE: usize = 200;

/// Writes the records of ended matches, and imported ones, as one BPGN file; a server may run
/// meanwhile
///
/// The latest come first. All conditions must hold. Exit status: 0, or 1 if a record could not be
/// read; it is named and left out.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The data folder of the server
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Where to write; standard output without
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Somebody's name holds this
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// On or after this day, such as 2026-11-30
    #[arg(long, value_name = "DAY")]
    from: Option<String>,
    /// On or before this day
    #[arg(long, value_name = "DAY")]
    to: Option<String>,
    /// Of this event
    #[arg(long)]
    event: Option<String>,
    /// Ended by this, such as `mate`
    #[arg(long, value_name = "ENDING")]
    by: Option<String>,
    /// Won by team `1` or `2`, a `draw`, or `none` for those without points
    #[arg(long)]
    result: Option<String>,
    /// Played by these rules: `catch` or `bughouse`
    #[arg(long, value_name = "RULES")]
    variant: Option<String>,
}

pub(super) fn run(args: Args) -> io::Result<ExitCode> {
    let Args { data, output, name, from, to, event, by, result, variant } = args;
    let query =
        ArchiveQuery { from, to, result, by, event, variant, name, ..ArchiveQuery::default() };
    let filter = match query.read() {
        Ok(request) => request.filter,
        Err(problem) => {
            eprintln!("catchmate: {problem}");
            return Ok(ExitCode::from(2));
        }
    };
    let export = Export::open(&data)?;
    match output {
        None => {
            let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
            let good = export.write(&filter, &mut output)?;
            output.flush()?;
            Ok(good)
        }
        Some(path) => to_file(&path, |output| export.write(&filter, output)),
    }
}

/// Writes a file whole or not at all.
fn to_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<ExitCode>,
) -> io::Result<ExitCode> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    let unfinished = PathBuf::from(unfinished);
    let written = File::create(&unfinished).and_then(|file| {
        let mut output = BufWriter::with_capacity(BUFFER, file);
        let good = write(&mut output)?;
        output.into_inner()?.sync_all()?;
        fs::rename(&unfinished, path)?;
        Ok(good)
    });
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(|error| {
        io::Error::new(error.kind(), format!("{} cannot be written: {error}", path.display()))
    })
}

/// What is exported.
struct Export {
    journal: JournalReader,
    archive: Archive,
    /// What the server has not taken into the archive yet.
    missed: Missed,
}

impl Export {
    fn open(data: &Path) -> io::Result<Export> {
        let journal = JournalReader::open(data).map_err(io::Error::other)?;
        let archive = Archive::open_to_read(data).map_err(io::Error::other)?;
        let missed = Missed::find(&journal, &archive)?;
        Ok(Export { journal, archive, missed })
    }

    fn write(&self, filter: &Filter, output: &mut impl Write) -> io::Result<ExitCode> {
        let mut all_good = true;
        let none = BTreeSet::new();
        for (archive, but) in [(&self.missed.archive, &none), (&self.archive, &self.missed.ids)] {
            all_good &= self.write_of(archive, but, filter, output)?;
        }
        Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Writes what is found in one of the archives but for those matches; tells whether all of it
    /// could be read.
    fn write_of(
        &self,
        archive: &Archive,
        but: &BTreeSet<MatchId>,
        filter: &Filter,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let everyone = Viewer { player: None, director: true, now: Instant::default() };
        let mut all_good = true;
        let mut before = None;
        let mut progress = None;
        loop {
            let page = archive.find(filter, &everyone, before, SLICE).map_err(io::Error::other)?;
            let progress = progress.get_or_insert_with(|| progress_bar(page.total));
            for game in page.games.iter().filter(|game| !but.contains(&game.id)) {
                match self.record(archive, game) {
                    Ok(record) => writeln!(output, "{record}")?,
                    Err(problem) => {
                        all_good = false;
                        progress.suspend(|| eprintln!("catchmate: {}: {problem}", game.id));
                    }
                }
                progress.inc(1);
            }
            before = page.next;
            if before.is_none() {
                progress.finish_and_clear();
                return Ok(all_good);
            }
        }
    }

    /// The record of a match in BPGN.
    fn record(&self, archive: &Archive, game: &Game) -> Result<String, String> {
        if let Source::Imported { .. } = game.source {
            let whole = archive.game(&game.id).map_err(|error| error.to_string())?;
            return match whole.map(|game| game.source) {
                Some(Source::Imported { bpgn }) => Ok(bpgn),
                _ => Err("its record is missing".to_owned()),
            };
        }
        let state = played(&self.journal, &game.id).map_err(|error| error.to_string())?;
        let state = state.ok_or("its record has no beginning")?;
        let tags = Tags { event: game.event.clone(), site: game.id.0.to_string() };
        Ok(write_bpgn(&state, &tags))
    }
}

fn progress_bar(total: u64) -> ProgressBar {
    let progress = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} matches, {eta}") {
        progress.set_style(style);
    }
    progress
}
