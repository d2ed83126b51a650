//! Looks over a program's shoulder: every call by which it writes, syncs or sends, in the order in
//! which they happen. It holds each thread at the beginning and the end of each call, and so the
//! files stand still while it looks at them.

use std::collections::HashMap;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use nix::errno::Errno;
use nix::libc;
use nix::sys::ptrace::{self, Options};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::DATABASE;

/// One call that is of interest here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub what: What,
    /// The file's name without its folder, or `socket:[…]`.
    pub file: String,
    /// What is written or sent.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// To a file or a socket.
    Write,
    Sync,
    Cut,
}

/// A moment of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Before,
    After,
}

/// The program, and what its threads are doing.
pub struct Tracer {
    process: Pid,
    memory: File,
    under_way: HashMap<Pid, Call>,
}

impl Tracer {
    /// Watches a process that leads a group of its own until it ends. `seen` is told each call, and
    /// whether no other one that changes the database or its log is under way meanwhile.
    ///
    /// Fails where the machine does not allow it.
    pub fn watch(process: u32, mut seen: impl FnMut(&Call, When, bool)) -> Result<(), String> {
        let process = Pid::from_raw(i32::try_from(process).unwrap());
        let memory = File::open(format!("/proc/{process}/mem")).map_err(|error| error.to_string());
        let mut tracer = Tracer { process, memory: memory?, under_way: HashMap::new() };
        tracer.take_hold().map_err(|error| {
            format!("this machine does not let a program watch another (ptrace): {error}")
        })?;
        let group = Pid::from_raw(-process.as_raw());
        loop {
            let (thread, signal) = match waitpid(group, Some(WaitPidFlag::__WALL)) {
                Ok(WaitStatus::PtraceSyscall(thread)) => {
                    tracer.note(thread, &mut seen);
                    (thread, None)
                }
                Ok(WaitStatus::PtraceEvent(thread, ..)) => (thread, None),
                Ok(WaitStatus::Stopped(thread, signal)) => (thread, Some(signal)),
                Ok(_) => continue,
                Err(Errno::EINTR) => continue,
                // All have ended.
                Err(_) => return Ok(()),
            };
            // A thread that has been killed meanwhile cannot go on.
            let _ = ptrace::syscall(thread, signal);
        }
    }

    /// Takes every thread, and those that they start.
    fn take_hold(&self) -> Result<(), Errno> {
        let options =
            Options::PTRACE_O_TRACESYSGOOD | Options::PTRACE_O_TRACECLONE | Options::PTRACE_O_EXITKILL;
        let mut held = Vec::new();
        loop {
            let before = held.len();
            for thread in self.threads() {
                if !held.contains(&thread) {
                    match ptrace::seize(thread, options) {
                        Ok(()) => ptrace::interrupt(thread)?,
                        // It has ended, or is held as the child of one that is.
                        Err(Errno::ESRCH | Errno::EPERM) if !held.is_empty() => {}
                        Err(error) => return Err(error),
                    }
                    held.push(thread);
                }
            }
            if held.len() == before {
                return Ok(());
            }
        }
    }

    fn threads(&self) -> Vec<Pid> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.process));
        let names = threads.into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.filter_map(|name| name.to_str()?.parse().ok()).map(Pid::from_raw).collect()
    }

    fn note(&mut self, thread: Pid, seen: &mut impl FnMut(&Call, When, bool)) {
        let Ok(stop) = ptrace::syscall_info(thread) else { return };
        match stop.op {
            libc::PTRACE_SYSCALL_INFO_ENTRY => {
                if let Some(call) = self.read(thread) {
                    seen(&call, When::Before, self.is_quiet());
                    self.under_way.insert(thread, call);
                }
            }
            libc::PTRACE_SYSCALL_INFO_EXIT => {
                if let Some(call) = self.under_way.remove(&thread) {
                    seen(&call, When::After, self.is_quiet());
                }
            }
            _ => {}
        }
    }

    fn is_quiet(&self) -> bool {
        let changes = |call: &Call| call.what != What::Sync && call.file.starts_with(DATABASE);
        !self.under_way.values().any(changes)
    }

    /// The call that a thread is about to make, if it is of interest.
    fn read(&self, thread: Pid) -> Option<Call> {
        let text = fs::read_to_string(format!("/proc/{}/task/{thread}/syscall", self.process)).ok()?;
        let mut words = text.split_whitespace();
        let number: i64 = words.next()?.parse().ok()?;
        let args: Vec<u64> =
            words.filter_map(|word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok()).collect();
        let (what, bytes) = match number {
            libc::SYS_write | libc::SYS_pwrite64 | libc::SYS_sendto => {
                (What::Write, self.memory(args[1], args[2]))
            }
            libc::SYS_writev | libc::SYS_pwritev => (What::Write, self.gather(args[1], args[2])),
            libc::SYS_sendmsg => {
                let header = self.memory(args[1], 32);
                (What::Write, self.gather(number_in(&header, 16), number_in(&header, 24)))
            }
            libc::SYS_fsync | libc::SYS_fdatasync => (What::Sync, Vec::new()),
            libc::SYS_ftruncate => (What::Cut, Vec::new()),
            _ => return None,
        };
        let path = fs::read_link(format!("/proc/{}/fd/{}", self.process, args[0])).ok()?;
        let name = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
        Some(Call { what, file: name.to_string_lossy().into_owned(), bytes })
    }

    fn memory(&self, address: u64, length: u64) -> Vec<u8> {
        let mut bytes = vec![0; usize::try_from(length).unwrap()];
        let read = self.memory.read_at(&mut bytes, address).unwrap_or(0);
        bytes.truncate(read);
        bytes
    }

    /// What lies in several places.
    fn gather(&self, places: u64, count: u64) -> Vec<u8> {
        let places = self.memory(places, 16 * count);
        let each = places.chunks_exact(16);
        each.flat_map(|place| self.memory(number_in(place, 0), number_in(place, 8))).collect()
    }
}

fn number_in(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap())
}
