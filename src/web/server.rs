//! Connections: limits that `axum::serve` does not have, and an end that lets requests finish.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tower::ServiceExt;

use super::auth::Peer;

/// Connections at once; more wait in the kernel's queue.
const CONNECTIONS: usize = 4096;
/// A client that has not sent its header by then is let go.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Requests that run when the server is told to end get this long.
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// The system's, e.g. when the port is taken.
    pub async fn bind(address: &str) -> io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind(address).await?,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system's.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Answers until `stop` is done, then lets running requests finish.
pub async fn serve(server: Server, router: Router, stop: impl Future<Output = ()>) {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    tokio::pin!(stop);
    let (ending, ended) = tokio::sync::watch::channel(());
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            break;
        };
        let stream = tokio::select! {
            accepted = server.listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, peer)) = stream else {
            // Out of file descriptors, mostly: give others time to close theirs.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let peer = Peer(peer.ip());
        let service = TowerToHyperService::new(router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request
        }));
        let watcher = graceful.watcher();
        let builder = builder.clone();
        let mut ended = ended.clone();
        tokio::spawn(async move {
            // Small answers must not wait for the acknowledgement of the one before.
            stream.set_nodelay(true).ok();
            let first_line = tokio::select! {
                line = timeout(HEADER_TIME, has_sane_first_line(&stream)) => line.unwrap_or(true),
                // A client that has asked nothing yet must not delay the end.
                _ = ended.changed() => return,
            };
            if first_line {
                let connection = builder.serve_connection(TokioIo::new(stream), service);
                if let Err(error) = watcher.watch(connection.into_owned()).await {
                    tracing::debug!(%error, "connection");
                }
            } else {
                refuse(&stream).await;
            }
            drop(place);
        });
    }
    drop(server);
    drop(ending);
    if timeout(DRAIN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off after {DRAIN_TIME:?}");
    }
}

/// Whether the first line of the first request ends within 32 kB. The HTTP library answers a longer one with an empty page.
async fn has_sane_first_line(stream: &TcpStream) -> bool {
    let mut buffer = vec![0; 32 * 1024];
    loop {
        let Ok(n) = stream.peek(&mut buffer).await else {
            return true;
        };
        let seen = buffer.get(..n).unwrap_or_default();
        if n == 0 || seen.contains(&b'\n') {
            return true;
        }
        if n == buffer.len() {
            return false;
        }
        // What was peeked stays readable, so waiting for more has to be by time.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Says in plain text what was wrong, and takes in what the client still sends so that it reads the answer.
async fn refuse(stream: &TcpStream) {
    const TEXT: &str =
        "The address is too long: the word query may have 8192 characters. / 网址过长：查询部分最多 8192 个字符。\n";
    let head = format!(
        "HTTP/1.1 414 URI Too Long\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{TEXT}",
        TEXT.len()
    );
    let mut rest = head.as_bytes();
    while !rest.is_empty() && stream.writable().await.is_ok() {
        match stream.try_write(rest) {
            Ok(n) => rest = rest.get(n..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
    let mut sink = vec![0; 64 * 1024];
    let drain = async {
        let mut taken = 0;
        while taken < 1024 * 1024 && stream.readable().await.is_ok() {
            match stream.try_read(&mut sink) {
                Ok(0) => break,
                Ok(n) => taken += n,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
    };
    timeout(Duration::from_secs(1), drain).await.ok();
}
