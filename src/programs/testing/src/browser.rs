//! A headless Chromium, driven as a person would drive it: keys and clicks go where a person's
//! would, and every complaint of the page is kept.
//!
//! It speaks the browser's debugging protocol over a pair of pipes
//! (`--remote-debugging-pipe`: JSON messages, each ended by a zero byte, on the
//! browser's descriptors 3 and 4). That needs a shell to place the descriptors
//! and `serde_json`; a crate for the protocol would more than double the
//! packages to build.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use base64::prelude::{Engine as _, BASE64_STANDARD};
use serde_json::{json, Value};
use tempfile::TempDir;

use super::skipped;

/// How long the browser may take to answer, or the page to react,
/// before the test fails: far longer than either needs, even where others keep the machine busy.
const TIMEOUT: Duration = Duration::from_secs(300);

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Without a sandbox, since tests run as root in containers and the only page
/// opened is our own; everything that would reach for the network is off.
const SWITCHES: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-pipe",
];

/// One browser with one page.
pub struct Browser {
    process: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    /// The session of the tab that is driven, and those of all tabs.
    session: Option<String>,
    tabs: Vec<String>,
    sent: u64,
    complaints: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Opens a file; `None` if no browser is installed, and then the test is skipped.
    pub fn open(page: &Path) -> Option<Browser> {
        Browser::open_at(page, "")
    }

    /// Opens it at a fragment of the page's address, such as `#12`.
    pub fn open_at(page: &Path, fragment: &str) -> Option<Browser> {
        let Some(program) = installed() else {
            skipped::skip_without("Chromium (Debian package chromium)");
            return None;
        };
        let mut browser = Browser::start(&program);
        let targets = browser.call("Target.getTargets", &json!({}));
        let targets = targets["targetInfos"].as_array().unwrap();
        let first = targets.iter().find(|target| target["type"] == "page");
        browser.attach(&first.unwrap()["targetId"]);
        browser.show(&format!("file://{}{fragment}", page.display()));
        Some(browser)
    }

    /// Opens the page in a further tab, at a fragment of its address, and drives that from now on.
    pub fn open_tab(&mut self, fragment: &str) {
        let address = self.value("location.href.split('#')[0]");
        let address = format!("{}{fragment}", address.as_str().unwrap());
        self.session = None;
        let target = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        self.attach(&target["targetId"]);
        self.show(&address);
    }

    /// Drives another tab, by the order in which they were opened, and brings it to the front.
    pub fn switch_to(&mut self, tab: usize) {
        self.session = Some(self.tabs[tab].clone());
        self.call("Page.bringToFront", &json!({}));
    }

    fn start(program: &Path) -> Browser {
        let profile = TempDir::new().unwrap();
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null"#])
            .arg(program)
            .args(SWITCHES)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(profile.path().join("stderr")).unwrap())
            .spawn()
            .unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        Browser {
            requests: process.stdin.take().unwrap(),
            messages: receive(answers),
            process,
            session: None,
            tabs: Vec::new(),
            sent: 0,
            complaints: Vec::new(),
            _profile: profile,
        }
    }

    /// Attaches to a tab.
    fn attach(&mut self, target: &Value) {
        let parameters = json!({ "targetId": target, "flatten": true });
        let session = self.call("Target.attachToTarget", &parameters);
        let session = session["sessionId"].as_str().unwrap().to_owned();
        self.tabs.push(session.clone());
        self.session = Some(session);
    }

    /// Shows an address in the tab, for the first time.
    fn show(&mut self, address: &str) {
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
        self.resize(1280, 800);
        self.call("Page.navigate", &json!({ "url": address }));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
    }

    /// Sends a command and waits for its result.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let message = self.ask(method, parameters);
        assert!(message["error"].is_null(), "{method}: {message}");
        message["result"].clone()
    }

    /// Sends a command and waits for the answer, a result or an error.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.send(method, parameters);
        loop {
            let message = self.messages.recv_timeout(TIMEOUT).expect("an answer");
            if message["id"] == self.sent {
                return message;
            }
            self.note(&message);
        }
    }

    fn send(&mut self, method: &str, parameters: &Value) {
        self.sent += 1;
        let mut request = json!({ "id": self.sent, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        let mut text = request.to_string().into_bytes();
        text.push(0);
        self.requests.write_all(&text).unwrap();
    }

    /// Keeps the page's console messages, exceptions and refused requests.
    fn note(&mut self, message: &Value) {
        let complains = matches!(
            message["method"].as_str(),
            Some("Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded")
        );
        if complains {
            self.complaints.push(message["params"].to_string());
        }
    }

    /// Everything that the page has complained of so far.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// The value of an expression in the page; of a promise, what it resolves to.
    pub fn value(&mut self, expression: &str) -> Value {
        self.value_or_error(expression)
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The same; an error if the page cannot be asked now, since it is being left.
    fn value_or_error(&mut self, expression: &str) -> Result<Value, Value> {
        let parameters = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let message = self.ask("Runtime.evaluate", &parameters);
        let answer = &message["result"];
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        match &message["error"] {
            Value::Null => Ok(answer["result"]["value"].clone()),
            error => Err(error.clone()),
        }
    }

    /// The text that a person reads in an element.
    pub fn text(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({selector:?}).innerText");
        self.value(&expression).as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true in the page, or in the one that comes after it.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value_or_error(expression) != Ok(Value::Bool(true)) {
            assert!(start.elapsed() < TIMEOUT, "waited for {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// A point that an expression gives, in CSS pixels.
    pub fn point(&mut self, expression: &str) -> [f64; 2] {
        let value = self.value(expression);
        [0, 1].map(|index| value[index].as_f64().expect("a point"))
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.value("window.isOld = true");
        self.call("Page.reload", &json!({}));
        self.wait_for("!window.isOld && document.readyState === 'complete'");
    }

    /// A picture of the page, as a PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let picture = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        let text = picture["data"].as_str().expect("a picture in base 64");
        BASE64_STANDARD.decode(text).expect("base 64")
    }

    /// Presses and releases a key; a key of one character also types it.
    pub fn press(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        let code = if key == " " { "Space" } else { key };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let parameters = json!({ "type": kind, "key": key, "code": code, "text": text });
            self.call("Input.dispatchKeyEvent", &parameters);
        }
    }

    /// Gives the page a window of that size, in CSS pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        let parameters = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.call("Emulation.setDeviceMetricsOverride", &parameters);
        // Until the page has been laid out in it.
        let frame = |then: &str| format!("requestAnimationFrame(() => {then})");
        let frames = frame(&frame("done(true)"));
        self.value(&format!("new Promise((done) => {frames})"));
    }

    /// Sets a media feature, as the system's settings would.
    pub fn prefer(&mut self, feature: &str, value: &str) {
        let parameters = json!({ "features": [{ "name": feature, "value": value }] });
        self.call("Emulation.setEmulatedMedia", &parameters);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        let request = b"{\"id\":0,\"method\":\"Browser.close\"}\0";
        if self.requests.write_all(request).is_err() || thread::panicking() {
            // It may not be listening any more, but this test has to end it.
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// Checks that a page contains all that it needs and requests nothing.
pub fn assert_complete(html: &str) {
    let own = html.replace("http://www.w3.org/2000/svg", "");
    for link in [
        "http:",
        "https:",
        "//cdn",
        "@import",
        " src=",
        "<link rel=\"style",
    ] {
        assert!(!own.contains(link), "{link}");
    }
    assert!(html.contains("default-src 'none'"));
}

fn installed() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let programs = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.into_iter().find(|program| program.is_file())
}

/// The browser's messages, read by a thread so that waiting for one can time out.
fn receive(answers: impl BufRead + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for message in answers.split(0).map_while(Result::ok) {
            let Ok(message) = serde_json::from_slice(&message) else {
                break;
            };
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    receiver
}
