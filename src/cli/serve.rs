//! `catchmate serve`: runs the server.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use super::greeting;
use crate::archive;
use crate::config::Config;
use crate::journal::{Journal, MemoryJournal, SqliteJournal};
use crate::server::{self, ArchiveStore, Deps, Generator, SystemClock};

/// Letters of a director's key that the server makes itself: 60 bits.
const KEY_LETTERS: usize = 12;

/// Runs the server until SIGTERM or Ctrl-C
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The configuration; every option has a default.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// Where matches are kept; `:memory:` keeps nothing.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Runs the server; says on standard error what is wrong where it cannot.
pub(super) fn run(args: &Args) -> ExitCode {
    let config = match args.config() {
        Ok(config) => config,
        Err(error) => {
            eprintln!("catchmate: {error}");
            return ExitCode::from(2);
        }
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let served = runtime
        .map_err(|error| format!("the server cannot start: {error}"))
        .and_then(|runtime| runtime.block_on(serve(config)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catchmate: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Args {
    /// The configuration, and over it what the command line says.
    fn config(&self) -> Result<Config, crate::config::ConfigError> {
        let mut config = match &self.config {
            Some(path) => Config::load(path)?,
            None => Config::default(),
        };
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(data) = &self.data {
            config.data.clone_from(data);
        }
        Ok(config)
    }
}

async fn serve(config: Config) -> Result<(), String> {
    let address = config.listen;
    let listener = TcpListener::bind(address).await.map_err(|error| {
        format!("cannot listen on {address}: {error}; choose another with --listen ADDR:PORT")
    })?;
    let bound = listener.local_addr().map_err(|error| error.to_string())?;
    let random = Generator::from_system();
    let director_key = config.director_key.clone().unwrap_or_else(|| {
        let key = random.identifier(KEY_LETTERS);
        eprintln!("director's key: {key}");
        key
    });
    greeting::greet(bound);
    let journal = Keeper::open(&config)?;
    let archive = journal.archive(&config)?;
    // Waited for before anybody is told that the server is there, and may want to stop it.
    let signal = stop_signal().map_err(|error| format!("cannot wait for signals: {error}"))?;
    // Whoever started the server may wait for this line, and may have gone since.
    let mut out = std::io::stdout();
    let _ = writeln!(out, "listening on http://{bound}").and_then(|()| out.flush());
    let deps = Deps {
        clock: Arc::new(SystemClock::start()),
        random,
        journal: journal.journal(),
        archive,
        config,
        director_key,
    };
    let served = server::run(listener, deps, signal).await;
    journal.close();
    served.map_err(|error| format!("the server has stopped: {error}"))
}

/// The journal of a server, which is closed after the server has stopped.
enum Keeper {
    Memory(Arc<MemoryJournal>),
    Disk(Arc<SqliteJournal>),
}

impl Keeper {
    fn open(config: &Config) -> Result<Keeper, String> {
        if config.is_in_memory() {
            eprintln!("matches are kept in memory, and end with the server");
            return Ok(Keeper::Memory(Arc::default()));
        }
        let journal = SqliteJournal::open(&config.data).map_err(|error| error.to_string())?;
        eprintln!("matches are kept in {}", config.data.display());
        Ok(Keeper::Disk(Arc::new(journal)))
    }

    fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Keeper::Memory(journal) => Arc::<MemoryJournal>::clone(journal),
            Keeper::Disk(journal) => Arc::<SqliteJournal>::clone(journal),
        }
    }

    fn archive(&self, config: &Config) -> Result<ArchiveStore, String> {
        match self {
            Keeper::Memory(_) => ArchiveStore::in_memory().map_err(|error| error.to_string()),
            Keeper::Disk(_) => ArchiveStore::open(&config.data).map_err(|error| {
                let path = config.data.join(archive::DATABASE);
                format!(
                    "{}: {error}; restore a backup, or move it away: it is made anew from the \
                     matches, without what was imported and who was merged",
                    path.display()
                )
            }),
        }
    }

    /// Writes what is still on its way.
    fn close(&self) {
        if let Keeper::Disk(journal) = self {
            journal.close();
        }
    }
}

/// Ends at Ctrl-C or SIGTERM.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends at Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
