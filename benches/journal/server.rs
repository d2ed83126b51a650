//! A server in this process.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use catchmate::config::Config;
use catchmate::journal::{Journal, MemoryJournal, SqliteJournal};
use catchmate::server::{self, ArchiveStore, Deps, Generator, SystemClock};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::shared;

pub struct Running {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
    disk: Option<Arc<SqliteJournal>>,
}

pub async fn on_disk(folder: &Path) -> Running {
    let journal = Arc::new(SqliteJournal::open(folder).unwrap());
    let archive = ArchiveStore::open(folder).unwrap();
    run(shared(&journal), archive, Some(journal)).await
}

pub async fn in_memory() -> Running {
    run(Arc::new(MemoryJournal::default()), ArchiveStore::in_memory().unwrap(), None).await
}

async fn run(
    journal: Arc<dyn Journal>,
    archive: ArchiveStore,
    disk: Option<Arc<SqliteJournal>>,
) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut config = Config::default();
    config.limits.messages_per_second = 1_000_000;
    config.limits.messages_burst = 1_000_000;
    let deps = Deps {
        clock: Arc::new(SystemClock::start()),
        random: Generator::from_system(),
        journal,
        archive,
        config,
        director_key: "key".to_owned(),
    };
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(server::run(listener, deps, async {
        let _ = stopped.await;
    }));
    Running { address, stop, task, disk }
}

impl Running {
    /// Stops it, and closes the journal.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.unwrap().unwrap();
        if let Some(journal) = self.disk {
            tokio::task::spawn_blocking(move || journal.close()).await.unwrap();
        }
    }
}
