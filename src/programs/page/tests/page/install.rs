//! The page as an app: installed from a server, and without a network.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;

use assert_cmd::assert::OutputAssertExt as _;
use predicates::str::starts_with;
use serde_json::json;
use tempfile::TempDir;

use super::table::{module, open};
use testing::browser::Browser;
use testing::lab::process;

/// A server of a folder's files, until it is told to fail.
struct Server {
    address: String,
    is_down: Arc<AtomicBool>,
}

impl Server {
    fn start(folder: &Path) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let is_down = Arc::new(AtomicBool::new(false));
        let (folder, is_off) = (folder.to_owned(), Arc::clone(&is_down));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                // A connection that is closed at once is what no network looks like.
                if !is_off.load(Ordering::SeqCst) {
                    let _ = respond(&stream, &folder);
                }
            }
        });
        Server { address, is_down }
    }
}

fn respond(mut stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = head.first().and_then(|line| line.split(' ').nth(1));
    let name = match path.unwrap_or("/") {
        "/" => "index.html",
        path => &path[1..],
    };
    let is_script = Path::new(name).extension().is_some_and(|it| it == "js");
    let kind = if is_script {
        "text/javascript"
    } else {
        "text/html"
    };
    match fs::read(folder.join(name)) {
        Ok(body) => {
            let length = body.len();
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n")?;
            stream.write_all(&body)
        }
        Err(_) => write!(
            stream,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ),
    }
}

/// Goes to an address and waits for a game there.
fn go_to(browser: &mut Browser, address: &str) {
    browser.call("Page.navigate", &json!({ "url": address }));
    browser.wait_for("location.hash !== '' && document.querySelectorAll('.card').length === 52");
}

#[test]
fn a_folder_that_is_served_is_installed_and_runs_without_a_network() {
    let Some(module) = module() else { return };
    let folder = TempDir::new().unwrap();
    let mut command = process(&["page", "--folder", "site", "--wasm"]);
    command.current_dir(&folder).arg(module);
    let said = starts_with("site/index.html: ");
    command.assert().success().stdout(said);
    let site = folder.path().join("site");
    // What is there stays.
    let error = starts_with("error: site/index.html exists: --force replaces it");
    command.assert().code(2).stderr(error);

    let Some(mut browser) = Browser::open(&site.join("index.html")) else {
        return;
    };
    let server = Server::start(&site);
    go_to(&mut browser, &format!("{}#617", server.address));
    // A window that nobody used before has to be controlled by the worker.
    browser.wait_for("navigator.serviceWorker.ready.then(() => true)");
    browser.wait_for("document.querySelector('link[rel=manifest]') !== null");
    let errors = browser.call("Page.getInstallabilityErrors", &json!({}));
    assert_eq!(errors["installabilityErrors"], json!([]));
    let manifest = browser.call("Page.getAppManifest", &json!({}));
    assert_eq!(manifest["errors"], json!([]));
    let data: serde_json::Value = serde_json::from_str(manifest["data"].as_str().unwrap()).unwrap();
    assert_eq!(data["start_url"], server.address);

    server.is_down.store(true, Ordering::SeqCst);
    browser.value("window.isOld = true");
    browser.call("Page.reload", &json!({}));
    browser.wait_for("!window.isOld && document.querySelectorAll('.card').length === 52");
    browser.wait_for("document.getElementById('verdict').innerText.includes('be won in')");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_page_from_a_file_names_no_manifest_and_starts_no_worker() {
    let Some(mut table) = open("617") else { return };
    let manifest = table
        .browser
        .value("document.querySelector('link[rel=manifest]')");
    assert!(manifest.is_null());
    table.is_content();
}
