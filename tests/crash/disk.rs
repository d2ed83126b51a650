//! How long the machine lets one wait for its disk: a sign of life cannot be recorded faster than
//! that.

use std::fs::File;
use std::io::{Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Syncs a file of its own again and again.
pub struct Disk(Arc<Mutex<Waits>>);

struct Waits {
    /// When the last sync ended.
    last: Instant,
    /// The longest time between two of them.
    longest: Duration,
}

#[allow(clippy::disallowed_methods, reason = "it measures the machine, not the server")]
fn now() -> Instant {
    Instant::now()
}

impl Disk {
    /// Begins; it ends when it is dropped.
    #[allow(clippy::disallowed_methods, reason = "it looks at the machine now and then")]
    pub fn watch(folder: &Path) -> Disk {
        let waits = Arc::new(Mutex::new(Waits { last: now(), longest: Duration::ZERO }));
        let (mut file, watched) =
            (File::create(folder.join("probe")).unwrap(), Arc::downgrade(&waits));
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(50));
                file.rewind().and_then(|()| file.write_all(b"probe")).unwrap();
                file.sync_data().unwrap();
                let Some(waits) = watched.upgrade() else { return };
                let mut waits = waits.lock().unwrap();
                let wait = waits.last.elapsed();
                (waits.last, waits.longest) = (now(), waits.longest.max(wait));
            }
        });
        Disk(waits)
    }

    /// The longest wait since this was last asked, in ms.
    pub fn longest_wait(&self) -> u64 {
        let mut waits = self.0.lock().unwrap();
        let longest = std::mem::take(&mut waits.longest).max(waits.last.elapsed());
        u64::try_from(longest.as_millis()).unwrap()
    }
}
