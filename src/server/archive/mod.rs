//! The archive beside the server: a task that keeps it up, and questions to it that no match and no
//! worker thread waits for.

mod catalogue;
pub(super) mod http;

use std::path::Path;
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

pub(super) use catalogue::Ended;

use crate::archive::{Archive, ArchiveError};

/// The archive as the server holds it: a connection that writes, and one that is asked.
#[derive(Clone)]
pub struct ArchiveStore {
    writer: Arc<Mutex<Archive>>,
    reader: Arc<Mutex<Archive>>,
}

impl ArchiveStore {
    /// The archive in that folder; makes it where it is missing.
    ///
    /// # Errors
    /// What the archive reports.
    pub fn open(folder: &Path) -> Result<ArchiveStore, ArchiveError> {
        let writer = Archive::open(folder)?;
        let reader = Archive::open_to_read(folder)?;
        Ok(ArchiveStore {
            writer: Arc::new(Mutex::new(writer)),
            reader: Arc::new(Mutex::new(reader)),
        })
    }

    /// An archive that ends with the program.
    ///
    /// # Errors
    /// What the database reports.
    pub fn in_memory() -> Result<ArchiveStore, ArchiveError> {
        let archive = Arc::new(Mutex::new(Archive::in_memory()?));
        Ok(ArchiveStore { writer: Arc::clone(&archive), reader: archive })
    }

    /// Asks the archive, one question after the other.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ArchiveFailed> {
        let archive = Arc::clone(&self.reader).lock_owned().await;
        blocking(archive, |archive| question(archive)).await
    }

    /// Changes the archive, one change after the other.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ArchiveFailed> {
        let archive = Arc::clone(&self.writer).lock_owned().await;
        blocking(archive, change).await
    }
}

/// Why the archive did not answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum ArchiveFailed {
    /// It cannot.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The thread that asked it has failed.
    #[error("the archive's thread has failed")]
    Thread,
}

async fn blocking<T: Send + 'static>(
    mut archive: OwnedMutexGuard<Archive>,
    task: impl FnOnce(&mut Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ArchiveFailed> {
    let done = tokio::task::spawn_blocking(move || task(&mut archive)).await;
    Ok(done.map_err(|_| ArchiveFailed::Thread)??)
}
