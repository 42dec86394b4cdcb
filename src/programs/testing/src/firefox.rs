//! A headless Firefox, driven through its own protocol, Marionette: JSON arrays, each after its
//! length and a colon, over a socket whose port the browser writes into its profile.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use tempfile::TempDir;

use super::skipped;

/// How long the browser may take to start or to answer: far longer than it needs, even where others
/// keep the machine busy.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A port of its own, no first-run pages, and nothing that would reach for the network.
const PREFERENCES: &str = r#"
user_pref("marionette.port", 0);
user_pref("ui.prefersReducedMotion", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.update.disabledForTesting", true);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("services.settings.server", "data:,");
"#;

/// One browser with one page.
pub struct Firefox {
    process: Child,
    stream: TcpStream,
    sent: u64,
    _profile: TempDir,
}

impl Firefox {
    /// Opens a file at a fragment of its address; `None` if no Firefox is installed, and then the
    /// test is skipped.
    pub fn open(page: &Path, fragment: &str) -> Option<Firefox> {
        let profile = TempDir::new().unwrap();
        fs::write(profile.path().join("user.js"), PREFERENCES).unwrap();
        let process = Command::new("firefox-esr")
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(process) = process else {
            skipped::skip("firefox-esr (Debian package firefox-esr) is not installed");
            return None;
        };
        let mut firefox = Firefox {
            stream: connect(profile.path()),
            process,
            sent: 0,
            _profile: profile,
        };
        // The browser's greeting.
        firefox.receive();
        firefox.call("WebDriver:NewSession", &json!({}));
        let address = format!("file://{}{fragment}", page.display());
        firefox.call("WebDriver:Navigate", &json!({ "url": address }));
        Some(firefox)
    }

    /// Sends a command and waits for its result.
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let text = json!([0, self.sent, method, parameters]).to_string();
        write!(self.stream, "{}:{text}", text.len()).unwrap();
        let answer = self.receive();
        assert!(answer[2].is_null(), "{method}: {answer}");
        answer[3].clone()
    }

    fn receive(&mut self) -> Value {
        let mut length = String::new();
        let mut byte = [0];
        loop {
            self.stream.read_exact(&mut byte).expect("an answer");
            if byte == *b":" {
                break;
            }
            length.push(byte[0].into());
        }
        let mut text = vec![0; length.parse().expect("a length")];
        self.stream.read_exact(&mut text).expect("an answer");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// The value of an expression in the page; of a promise, what it resolves to.
    pub fn value(&mut self, expression: &str) -> Value {
        let script = format!("const [done] = arguments; Promise.resolve({expression}).then(done)");
        let parameters =
            json!({ "script": script, "args": [], "sandbox": null, "newSandbox": false });
        self.call("WebDriver:ExecuteAsyncScript", &parameters)["value"].clone()
    }

    /// Waits until an expression is true in the page.
    pub fn wait_for(&mut self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != true {
            assert!(start.elapsed() < TIMEOUT, "waited for {expression}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases a key, given as the character that `WebDriver` has for it.
    pub fn press(&mut self, key: char) {
        let actions = [("keyDown", key), ("keyUp", key)]
            .map(|(kind, key)| json!({ "type": kind, "value": key }));
        self.act(&json!({ "type": "key", "id": "keys", "actions": actions }));
    }

    /// Clicks twice on a point, in CSS pixels, that many milliseconds apart.
    pub fn click_twice(&mut self, [x, y]: [f64; 2], pause: u32) {
        let button = |kind: &str| json!({ "type": kind, "button": 0 });
        let (down, up) = (button("pointerDown"), button("pointerUp"));
        let to = json!({ "type": "pointerMove", "x": x.round(), "y": y.round(), "duration": 0 });
        let pause = json!({ "type": "pause", "duration": pause });
        let actions = json!([to, down, up, pause, down, up]);
        self.act(&json!({ "type": "pointer", "id": "mouse", "actions": actions }));
    }

    fn act(&mut self, source: &Value) {
        self.call("WebDriver:PerformActions", &json!({ "actions": [source] }));
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // The only process that this test started; its children end with it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Connects to the browser once it has written its port.
fn connect(profile: &Path) -> TcpStream {
    let start = Instant::now();
    loop {
        let port = fs::read_to_string(profile.join("MarionetteActivePort"));
        let port = port.ok().and_then(|text| text.trim().parse().ok());
        if let Some(stream) =
            port.and_then(|port: u16| TcpStream::connect(("127.0.0.1", port)).ok())
        {
            stream.set_read_timeout(Some(TIMEOUT)).unwrap();
            return stream;
        }
        assert!(start.elapsed() < TIMEOUT, "Firefox does not listen");
        sleep(Duration::from_millis(50));
    }
}
