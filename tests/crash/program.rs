//! The real program on a data folder.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub struct Program {
    child: Child,
    pub address: SocketAddr,
}

pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_catchmate"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder);
    command
}

impl Program {
    pub fn start(folder: &Path) -> Program {
        Program::start_in(folder, folder)
    }

    /// With its log in `folder`.
    pub fn start_in(folder: &Path, data: &Path) -> Program {
        Program::start_as(command(data), folder)
    }

    /// By that command, with its log in `folder`.
    pub fn start_as(mut command: Command, folder: &Path) -> Program {
        let log = OpenOptions::new().create(true).append(true).open(folder.join("log")).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").map(str::parse);
        let address = address
            .unwrap_or_else(|| panic!("{}", std::fs::read_to_string(folder.join("log")).unwrap()));
        Program { child, address: address.unwrap() }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGKILL where somebody else waits for its end.
    pub fn kill_unseen(&mut self) {
        let _ = self.child.kill();
    }

    /// SIGTERM; the exit status must tell of success.
    pub fn stop(&mut self) {
        self.signal("TERM");
        self.wait();
    }

    pub fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        kill.arg(format!("-{name}")).arg(self.child.id().to_string());
        assert!(kill.status().unwrap().success());
    }

    /// Waits until it has ended; the exit status must tell of success.
    pub fn wait(&mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program where it cannot start; gives what it says.
pub fn refusal(mut command: Command) -> String {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(!child.wait().unwrap().success(), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}
