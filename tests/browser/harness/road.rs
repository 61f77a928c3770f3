//! A slow road to the server: requests that hold a certain text take longer than the others.

use std::io::{Read, Write, copy};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread::{sleep, spawn};
use std::time::Duration;

/// Listens on an address of its own and passes everything on to `site`, requests with `text` in them after `delay`.
/// It stays open as long as the test process runs.
pub(crate) fn slow_road(site: &str, text: &'static str, delay: Duration) -> std::io::Result<String> {
    let server = site.trim_start_matches("http://").to_owned();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    spawn(move || {
        for browser in listener.incoming().flatten() {
            if let Ok(server) = TcpStream::connect(&server) {
                drop(join(browser, server, text, delay));
            }
        }
    });
    Ok(address)
}

fn join(browser: TcpStream, server: TcpStream, text: &'static str, delay: Duration) -> std::io::Result<()> {
    let (mut requests, mut requested) = (browser.try_clone()?, server.try_clone()?);
    spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = requests.read(&mut buffer) {
            let request = buffer.get(..length).unwrap_or_default();
            if request.windows(text.len()).any(|part| part == text.as_bytes()) {
                sleep(delay);
            }
            if requested.write_all(request).is_err() {
                break;
            }
        }
        drop(requested.shutdown(Shutdown::Both));
    });
    let (mut answers, mut answered) = (server, browser);
    spawn(move || {
        drop(copy(&mut answers, &mut answered));
        drop(answered.shutdown(Shutdown::Both));
    });
    Ok(())
}
