//! A bot as a process of its own, which is sent turns, answers with lines, and is killed in the
//! end.
//!
//! Whatever the bot does, nothing here waits for it longer than the limit, or after Ctrl-C, or
//! keeps more of its output than a few lines: one thread writes to it, one reads from it,
//! and in the end its whole process group is killed, even if this process is killed first.
//! A process that leaves that group, as with `setsid`, escapes; on Windows all but the first do.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use group::Group;
use shared::interrupt;

pub use group::{program, shell};

/// The most bytes that a line may have; 200 moves need 600.
pub const LONGEST_LINE: usize = 10_000;
/// The number of lines that are read before the game asks for them.
const LINES_AHEAD: usize = 4;
/// The time that a bot which has closed its output may take to end.
const GRACE: Duration = Duration::from_millis(100);
/// The time between two looks for a Ctrl-C, while a line is waited for.
const LOOK: Duration = Duration::from_millis(20);

pub struct Bot {
    child: Child,
    group: Group,
    turns: Sender<(String, Duration)>,
    lines: Receiver<(Instant, BotOutput)>,
    sent: Instant,
}

enum BotOutput {
    /// A line as text, without its line end.
    Line(String),
    /// More bytes than a line may have.
    Flood,
    End,
}

pub enum Error {
    Interrupted,
    Late,
    Flood,
    /// The bot has closed its output, and ended with this status if it has ended.
    Ended(Option<ExitStatus>),
}

impl Bot {
    /// Starts a [`program`] or [`shell`] command.
    pub fn start(mut command: Command) -> io::Result<Bot> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let (group, mut child) = Group::start(command)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (turns, to_write) = mpsc::channel();
        let (read_ahead, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::spawn(move || write(input.expect("a pipe"), to_write));
        thread::spawn(move || read(output.expect("a pipe"), &read_ahead));
        Ok(Bot {
            child,
            group,
            turns,
            lines,
            sent: Instant::now(),
        })
    }

    /// Sends a turn, with a pause after its first byte; the clock for the answer
    /// starts now.
    pub fn send(&mut self, turn: String, delay: Duration) {
        self.sent = Instant::now();
        // The writer is gone if the bot has stopped reading, which it may do.
        let _ = self.turns.send((turn, delay));
    }

    /// The next line, and how long after the turn was sent it came.
    pub fn line(&mut self, limit: Duration) -> Result<(Duration, String), Error> {
        let (at, piece) = self.piece(limit)?;
        let taken = at.saturating_duration_since(self.sent);
        match piece {
            BotOutput::End => Err(Error::Ended(self.status())),
            _ if taken > limit => Err(Error::Late),
            BotOutput::Line(line) => Ok((taken, line)),
            BotOutput::Flood => Err(Error::Flood),
        }
    }

    /// The next piece of output within the limit, and when it came.
    fn piece(&mut self, limit: Duration) -> Result<(Instant, BotOutput), Error> {
        loop {
            if interrupt::interrupted() {
                return Err(Error::Interrupted);
            }
            let left = limit.saturating_sub(self.sent.elapsed());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(arrival) => return Ok(arrival),
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => return Err(Error::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Ended(None)),
            }
        }
    }

    /// The bot's exit status, if it ends soon.
    fn status(&mut self) -> Option<ExitStatus> {
        let closed = Instant::now();
        while closed.elapsed() < GRACE {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
        None
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.group.kill(&mut self.child);
    }
}

fn write(mut input: ChildStdin, turns: Receiver<(String, Duration)>) {
    for (turn, delay) in turns {
        let (first, rest) = turn.as_bytes().split_at(usize::from(!delay.is_zero()));
        let mut send = |bytes| input.write_all(bytes).and_then(|()| input.flush());
        let delayed = send(first).map(|()| thread::sleep(delay));
        if delayed.and_then(|()| send(rest)).is_err() {
            return;
        }
    }
}

/// Sends lines to the game until the output ends or the game is over.
fn read(output: impl Read, lines: &SyncSender<(Instant, BotOutput)>) {
    let mut output = BufReader::new(output);
    loop {
        let piece = read_piece(&mut output);
        let is_last = !matches!(piece, BotOutput::Line(_));
        if lines.send((Instant::now(), piece)).is_err() || is_last {
            return;
        }
    }
}

fn read_piece(output: &mut impl BufRead) -> BotOutput {
    let mut bytes = Vec::new();
    let mut output = output.take(LONGEST_LINE as u64 + 1);
    match output.read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => BotOutput::End,
        Ok(read) if read > LONGEST_LINE => BotOutput::Flood,
        Ok(_) => BotOutput::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
    }
}

#[cfg(unix)]
mod group {
    use std::ffi::OsStr;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    use nix::sys::signal::{killpg, Signal};
    use nix::unistd::Pid;

    /// The watcher's script. Its standard input is a pipe from this process, into which nothing is
    /// ever written, so it ends with this process, however that ends.
    const WATCH: &str = "trap '' HUP INT TERM; read end; kill -9 0";

    /// A process group, whose first process is a watcher: it kills the group as soon as this
    /// process is gone. It is there before the bot, and is no child of the bot, so a bot that waits
    /// for its children does not wait for it.
    pub struct Group {
        watcher: Child,
    }

    /// A command that runs a bot, given its program; arguments may follow.
    pub fn program(program: impl AsRef<OsStr>) -> Command {
        Command::new(program)
    }

    /// A command that runs a bot, given a command for the shell.
    pub fn shell(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]);
        command
    }

    impl Group {
        /// Starts a command in a group of its own.
        pub fn start(mut command: Command) -> io::Result<(Group, Child)> {
            let mut watcher = Command::new("sh");
            watcher.args(["-c", WATCH]).process_group(0);
            watcher.stdin(Stdio::piped());
            watcher.stdout(Stdio::null()).stderr(Stdio::null());
            let mut group = Group {
                watcher: watcher.spawn()?,
            };
            match command.process_group(group.id()).spawn() {
                Ok(child) => Ok((group, child)),
                Err(error) => {
                    group.kill_all();
                    Err(error)
                }
            }
        }

        /// Kills a child and all others of the group.
        pub fn kill(&mut self, child: &mut Child) {
            self.kill_all();
            let _ = child.wait();
        }

        fn kill_all(&mut self) {
            // The watcher is no bot, so the group is there until it has been waited for.
            let _ = killpg(Pid::from_raw(self.id()), Signal::SIGKILL);
            let _ = self.watcher.wait();
        }

        fn id(&self) -> i32 {
            self.watcher.id() as i32
        }
    }
}

#[cfg(windows)]
mod group {
    use std::ffi::OsStr;
    use std::io;
    use std::os::windows::process::CommandExt as _;
    use std::process::{Child, Command};

    /// This system has no process groups that could be killed.
    pub struct Group;

    /// A command that runs a bot, given its program; arguments may follow.
    pub fn program(program: impl AsRef<OsStr>) -> Command {
        Command::new(program)
    }

    /// A command that runs a bot, given a command for the shell, which has rules of its own
    /// for quotation marks.
    pub fn shell(text: &str) -> Command {
        let mut command = program("cmd");
        command.arg("/C").raw_arg(text);
        command
    }

    impl Group {
        pub fn start(mut command: Command) -> io::Result<(Group, Child)> {
            Ok((Group, command.spawn()?))
        }

        /// Kills a child. It may have ended, which is no error.
        #[expect(clippy::unused_self, reason = "elsewhere the group is killed")]
        pub fn kill(&mut self, child: &mut Child) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
