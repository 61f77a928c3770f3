//! The programs behind all tests: the product's own binary with a database of its own, and one chromedriver.

use std::fs::read_to_string;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Both programs run in the process group of this shell, with the browsers they start. It waits for the end of its input, which
/// comes when the test process is gone, however it went: returned, panicked or killed. Then it ends the group.
const KEEPER: &str = r#"
trap : TERM
"$1" --listen 127.0.0.1:0 --database-url sqlite://steelyard.db --log warn >server.log 2>&1 &
chromedriver --port=0 >chromedriver.log 2>&1 &
read -r _
kill -TERM 0
wait
sleep 0.2
rm -rf "$2" || { sleep 1; rm -rf "$2"; }
kill -KILL 0
"#;

/// Longest time a program may take to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the started programs are.
pub(crate) struct Programs {
    /// Profiles, database and logs; gone at the end.
    pub(crate) folder: PathBuf,
    /// The server's address, without a slash at the end.
    pub(crate) site: String,
    /// chromedriver's address.
    pub(crate) driver: String,
    /// Its input is open as long as the tests run.
    _keeper: Child,
}

/// The programs, started by whoever asks first.
pub(crate) fn programs() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS.get_or_init(start)
}

fn start() -> Programs {
    // Pictures of former failures would only mislead.
    drop(std::fs::remove_dir_all(super::screenshots().join("failed")));
    let folder = std::env::temp_dir().join(format!("steelyard-browser-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be created");
    let keeper = Command::new("sh")
        .args(["-c", KEEPER, "sh", env!("CARGO_BIN_EXE_steelyard")])
        .arg(&folder)
        .current_dir(&folder)
        .env("TMPDIR", &folder)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell starts");
    let server = said(&folder, "server.log", "listening  http://", '/');
    let port = said(&folder, "chromedriver.log", "successfully on port ", '.');
    Programs {
        folder,
        site: format!("http://{server}"),
        driver: format!("http://127.0.0.1:{port}"),
        _keeper: keeper,
    }
}

/// What a program writes between two marks as soon as it is ready.
fn said(folder: &Path, log: &str, before: &str, after: char) -> String {
    let begun = Instant::now();
    loop {
        let text = read_to_string(folder.join(log)).unwrap_or_default();
        if let Some((found, _)) = text.split_once(before).and_then(|(_, rest)| rest.split_once(after)) {
            return found.to_owned();
        }
        assert!(
            begun.elapsed() < PATIENCE,
            "no {before:?} in {log} after {PATIENCE:?} (Debian: apt-get install chromium chromium-driver). It says:\n{text}"
        );
        sleep(Duration::from_millis(20));
    }
}
