//! `tradewind serve`: the answers of the workshop over its socket.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tradewind");

/// A running server, which ends with the test.
struct Server {
    child: Child,
    address: String,
    /// The query of the page, with a token.
    token: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn of(folder: &Path) -> Server {
        Server::with(folder, &[])
    }

    fn with(folder: &Path, arguments: &[&str]) -> Server {
        let mut child = Command::new(PROGRAM)
            .args(["serve", ".", "--port", "0"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (address, token) = address.split_once('/').expect("a path");
        let (address, token) = (address.to_string(), token.to_string());
        Server {
            child,
            address,
            token,
        }
    }

    /// Sends a request. Returns the status, the headers and the body.
    fn ask(&self, request: &str, headers: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let length = body.len();
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let text = format!(
            "{request} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        (
            status.parse().expect("a number"),
            head.to_string(),
            body.to_string(),
        )
    }

    fn json(&self, request: &str, body: &str) -> (u16, Value) {
        let (status, _, body) = self.ask(request, "", body);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write(
        "mine.toml",
        "extends = \"chess\"\nname = \"<b>Mine</b>\"\n[[piece]]\ntext = \"N\"\nmoves = \"NW\"\n",
    );
    write(
        "wrong.toml",
        "extends = \"chess\"\nname = \"Wrong\"\n[[piece]]\ntext = \"N\"\nmoves = \"NE\"\n",
    );
    write("experiment.toml", "name = \"x\"\n");
    folder
}

#[test]
fn rule_sets_are_listed_and_played() {
    let folder = folder();
    let server = Server::of(folder.path());
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let (status, list) = server.json("GET /api/rules", "");
    assert_eq!(status, 200);
    let find = |id: &str| list.as_array()?.iter().find(|one| one["id"] == id);
    assert_eq!(find("typhoon").expect("typhoon")["board"], "12×12");
    let (mine, wrong) = (format!("{name}/mine.toml"), format!("{name}/wrong.toml"));
    assert_eq!(find(&mine).expect("a rule file")["name"], "<b>Mine</b>");
    let fault = find(&wrong).expect("a rule file")["fault"].to_string();
    assert!(fault.contains("wrong.toml:5:11"), "{fault}");
    // Only the folder's name is told.
    assert!(
        !fault.contains(&format!("{}/", folder.path().display())),
        "{fault}"
    );
    assert!(find(&format!("{name}/experiment.toml")).is_none());

    let place = format!("{{\"rules\": \"{mine}\", \"moves\": [\"b1b2\"]}}");
    let (status, answer) = server.json("POST /api/position", &place);
    assert_eq!(
        (status, &answer["error"]),
        (400, &Value::from("b1b2 is not a legal move"))
    );
    let place = format!("{{\"rules\": \"{mine}\", \"moves\": [\"e2e4\"]}}");
    let (status, view) = server.json("POST /api/position", &place);
    assert_eq!((status, &view["side"]), (200, &Value::from("b")));
    assert_eq!(view["choices"].as_array().map(Vec::len), Some(20));
    assert_eq!(view["played"][0]["changed"], serde_json::json!([12, 28]));
    let plan =
        format!("{{\"rules\": \"{mine}\", \"moves\": [\"e2e4\"], \"nodes\": 2000, \"lines\": 2}}");
    let (status, found) = server.json("POST /api/search", &plan);
    assert_eq!(
        (status, found["lines"].as_array().map(Vec::len)),
        (200, Some(2))
    );
    let again = server.json("POST /api/search", &plan).1;
    assert_eq!(again["lines"][0]["moves"][0], found["lines"][0]["moves"][0]);
    let (status, head, svg) = server.ask("GET /api/piece.svg?rules=chess&piece=1", "", "");
    assert!(
        status == 200 && head.contains("image/svg+xml") && svg.contains("<svg"),
        "{head}"
    );
}

#[test]
fn strangers_are_refused() {
    let folder = folder();
    let server = Server::of(folder.path());
    let secret = folder.path().join("secret.toml");
    fs::write(&secret, "extends = \"chess\"\nname = \"Secret\"\n").expect("a file");
    let inner = tempfile::tempdir().expect("a folder");
    let inner = Server::of(inner.path());
    let path = secret.display().to_string();
    for rules in [
        "../secret.toml",
        &path,
        "nothing",
        "",
        "a/../../secret.toml",
    ] {
        let place = serde_json::json!({ "rules": rules }).to_string();
        let (status, answer) = inner.json("POST /api/position", &place);
        assert_eq!(status, 400, "{rules}: {answer}");
        assert!(
            answer["error"].to_string().contains("there is no rule set"),
            "{answer}"
        );
    }
    for path in [
        "/app/../Cargo.toml",
        "/app/%2e%2e%2fCargo.toml",
        "/app/none.js",
        "/etc/passwd",
    ] {
        assert_eq!(server.ask(&format!("GET {path}"), "", "").0, 404, "{path}");
    }
    for headers in ["Host: evil.example\r\n", "Origin: http://evil.example\r\n"] {
        let (status, ..) = server.ask("POST /api/position", headers, "{\"rules\": \"chess\"}");
        assert_eq!(status, 403, "{headers}");
    }
    let (status, head, page) = server.ask("GET /", "", "");
    assert_eq!(status, 200);
    assert!(
        head.contains("default-src 'none'; script-src 'self'"),
        "{head}"
    );
    assert!(
        !page.contains("<script>") && !page.contains("style="),
        "{page}"
    );
    for (body, status) in [
        ("{", 400),
        ("{\"rules\": 1}", 400),
        (" ".repeat(300_000).as_str(), 413),
    ] {
        assert_eq!(server.ask("POST /api/position", "", body).0, status);
    }
}

/// Other machines need the token of the printed page, which becomes a cookie.
#[test]
fn other_machines_need_a_token() {
    let folder = folder();
    let server = Server::with(folder.path(), &["--listen", "127.0.0.1"]);
    assert!(server.token.starts_with("?token=") && server.token.len() == 39);
    for request in ["GET /", "GET /api/rules", "GET /?token=0"] {
        let (status, head, body) = server.ask(request, "", "");
        assert_eq!(status, 403, "{request}");
        assert!(
            !head.contains("set-cookie") && body.contains("token"),
            "{head}"
        );
    }
    let (status, head, _) = server.ask(&format!("GET /{}", server.token), "", "");
    assert_eq!(status, 303);
    let cookie = head
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie
        .and_then(|cookie| cookie.split(';').next())
        .expect("a cookie");
    let headers = format!("Host: table.local\r\nCookie: {cookie}\r\n");
    assert_eq!(server.ask("GET /api/rules", &headers, "").0, 200);
    let headers = format!("{headers}Origin: http://evil.example\r\n");
    assert_eq!(server.ask("GET /api/rules", &headers, "").0, 403);
}

/// A request finds the same files as the list.
#[test]
#[cfg(unix)]
fn listed_files_are_found() {
    let folder = folder();
    let outside = tempfile::tempdir().expect("a folder");
    let text = "extends = \"chess\"\nname = \"Deep\"\n";
    let place = |inner: &str| {
        let file = folder.path().join(inner);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    };
    for inner in ["a/b/c/in.toml", "a/b/c/d/out.toml", ".hidden/out.toml"] {
        place(inner);
    }
    fs::write(outside.path().join("out.toml"), text).expect("a file");
    let link = |to: &str, name: &str| {
        let to = outside.path().join(to);
        std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
    };
    link("out.toml", "link.toml");
    link("", "folder");
    let server = Server::of(folder.path());
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let list = server.json("GET /api/rules", "").1.to_string();
    for (inner, is_found) in [
        ("a/b/c/in.toml", true),
        ("a/b/c/d/out.toml", false),
        (".hidden/out.toml", false),
        ("link.toml", false),
        ("folder/out.toml", false),
        ("a/../mine.toml", false),
        ("a//b/c/in.toml", false),
        ("a", false),
        ("experiment.toml", false),
    ] {
        let id = format!("{name}/{inner}");
        let body = serde_json::json!({ "rules": id }).to_string();
        let (status, _) = server.json("POST /api/position", &body);
        assert_eq!(status == 200, is_found, "{id}");
        assert_eq!(list.contains(&format!("\"{id}\"")), is_found, "{id}");
    }
}

#[test]
fn rule_files_are_written() {
    let folder = folder();
    let server = Server::of(folder.path());
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let id = format!("{name}/new.toml");
    let post = |path: &str, id: &str, text: &str, known: Option<&str>| {
        let body = serde_json::json!({ "rules": id, "text": text, "known": known });
        server.json(&format!("POST {path}"), &body.to_string())
    };
    let (_, found) = server.json("GET /api/text?rules=chess", "");
    assert_eq!(found["save_as"], format!("{name}/my-chess.toml"));
    let text = found["text"].as_str().expect("a text").to_string();
    let (status, draft) = post("/api/draft", &id, &text, None);
    assert_eq!((status, &draft["fault"]), (200, &Value::Null));
    assert_eq!(draft["squares"].as_array().map(Vec::len), Some(64));

    let wrong = format!("{text}[[piece]]\ntext = \"N\"\nmoves = \"NE\"\n");
    let (_, draft) = post("/api/draft", &id, &wrong, None);
    let fault = draft["fault"].as_str().expect("a fault");
    assert!(
        fault.starts_with(&format!("{id}:10:11: Betza atom `E`")),
        "{fault}"
    );
    let right = wrong.replace("NE", "NW");
    let (_, draft) = post("/api/draft", &id, &right, None);
    let change = serde_json::json!(["Knight (N) moves", "N", "N W"]);
    assert_eq!(draft["changes"], serde_json::json!([change]), "{draft}");
    assert_eq!(draft["pieces"].as_array().map(Vec::len), Some(1));
    let file = folder.path().join("new.toml");
    assert!(!file.exists());

    assert_eq!(post("/api/save", &id, &right, None).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("a file"), right);
    // Another program has written it since.
    let (status, answer) = post("/api/save", &id, &text, None);
    assert!(
        status == 400 && answer["error"].to_string().contains("another program"),
        "{answer}"
    );
    assert_eq!(post("/api/save", &id, &text, Some(&right)).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    for id in [
        "chess",
        "../x.toml",
        "x.toml",
        &format!("{name}/../x.toml"),
        &format!("{name}/.x.toml"),
        &format!("{name}/x.txt"),
        &format!("{name}/experiment.toml"),
        "/tmp/x.toml",
    ] {
        let (status, answer) = post("/api/save", id, &text, None);
        assert_eq!(status, 400, "{id}: {answer}");
    }
    let left = fs::read_to_string(folder.path().join("experiment.toml"));
    assert_eq!(left.expect("a file"), "name = \"x\"\n");

    // What a file had before it was saved can be taken back.
    let versions = |id: &str| server.json(&format!("GET /api/versions?rules={id}"), "");
    let id = format!("{name}/kept.toml");
    assert_eq!(versions(&id), (200, serde_json::json!([])));
    let mut known = None;
    for number in 0..3 {
        let text = format!("extends = \"chess\"\nname = \"Version {number}\"\n");
        assert_eq!(post("/api/save", &id, &text, known.as_deref()).0, 200);
        known = Some(text);
    }
    let (_, times) = versions(&id);
    let times = times.as_array().expect("times");
    assert_eq!(times.len(), 2);
    for (time, number) in times.iter().zip([1, 0]) {
        let (status, text) = server.json(&format!("GET /api/version?rules={id}&time={time}"), "");
        assert_eq!(status, 200);
        assert!(
            text.as_str()
                .expect("a text")
                .contains(&format!("Version {number}"))
        );
    }
    assert_eq!(
        server
            .json(&format!("GET /api/version?rules={id}&time=7"), "")
            .0,
        400
    );
    let list = server.json("GET /api/rules", "").1.to_string();
    assert!(!list.contains("history"), "{list}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = folder();
    let refused = |arguments: &[&str]| {
        let run = Command::new(PROGRAM)
            .arg("serve")
            .args(arguments)
            .current_dir(folder.path())
            .output();
        let run = run.expect("the program runs");
        assert_eq!(run.status.code(), Some(2));
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    let said = refused(&["missing"]);
    assert!(said.contains("cannot read the folder missing"), "{said}");
    let server = Server::of(folder.path());
    let (_, port) = server.address.split_once(':').expect("a port");
    let said = refused(&["--port", port]);
    assert!(
        said.contains(&format!("cannot listen on 127.0.0.1:{port}")),
        "{said}"
    );
}

const EXPERIMENT: &str = "name = \"<i>Few games</i>\"\nseed = 1\npairs = 6\nply_cap = 200\nschedule = \"themselves\"\n[rules]\nid = \
                          \"shatranj\"\nweights = \"linear\"\n[player]\nnodes = 20\n[opening]\nplies = 4\n[record]\nevaluations = true\n";

impl Server {
    /// The first result of a run that is watched.
    fn watch(&self, run: &str) -> Value {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        let head = format!(
            "GET /api/run/events?run={run} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.address
        );
        (&stream).write_all(head.as_bytes()).expect("it reads");
        let mut lines = BufReader::new(stream)
            .lines()
            .map(|line| line.expect("UTF-8"));
        let event = lines.find_map(|line| Some(line.strip_prefix("data: ")?.to_string()));
        serde_json::from_str(&event.expect("an event")).expect("JSON")
    }

    /// Waits until the first experiment of the list is not played any more. Returns it.
    fn wait(&self) -> Value {
        loop {
            let (_, list) = self.json("GET /api/experiments", "");
            if list[0]["is_playing"] == false {
                return list[0].clone();
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// Games are found by a power that a move used: swaps are those that their text shows.
#[test]
fn games_are_found_by_powers() {
    let folder = tempfile::tempdir().expect("a folder");
    let rococo = EXPERIMENT.replace("shatranj", "rococo");
    fs::write(folder.path().join("few.toml"), rococo).expect("a file");
    let server = Server::of(folder.path());
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let plan = serde_json::json!({ "experiment": format!("{name}/few.toml") }).to_string();
    assert_eq!(server.json("POST /api/start", &plan).0, 200);
    server.wait();
    let run = format!("{name}/out/few");
    let powers = server.watch(&run)["powers"].clone();
    let powers = powers.as_array().expect("names");
    let games = |power: &str| -> Vec<u64> {
        let (_, list) = server.json(&format!("GET /api/games?run={run}&power={power}"), "");
        let lines = list["games"].as_array().expect("games").iter();
        lines.filter_map(|line| line["number"].as_u64()).collect()
    };
    assert!(powers.len() > 2 && powers.contains(&Value::from("swap")));
    for power in powers {
        assert!(
            !games(power.as_str().expect("a name")).is_empty(),
            "{power}"
        );
    }
    assert!(games("relay").is_empty());
    let has_swap = |number: &u64| {
        let (_, game) = server.json(&format!("GET /api/game?run={run}&number={number}"), "");
        let mut moves = game["moves"].as_array().expect("moves").iter();
        moves.any(|text| text.as_str().is_some_and(|text| text.ends_with("<>")))
    };
    assert_eq!(games("swap"), (0..12).filter(has_swap).collect::<Vec<_>>());
}

/// An experiment is started, watched to its end, and its games are found and opened.
#[test]
fn experiments_are_played_and_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("few.toml"), EXPERIMENT).expect("a file");
    let server = Server::of(folder.path());
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let (id, run) = (format!("{name}/few.toml"), format!("{name}/out/few"));
    let (_, list) = server.json("GET /api/experiments", "");
    assert_eq!(
        (&list[0]["id"], &list[0]["run"]),
        (&Value::from(&*id), &Value::from(&*run))
    );
    assert_eq!(list[0]["name"], "<i>Few games</i>");
    let plan = serde_json::json!({ "experiment": id }).to_string();
    assert_eq!(server.json("POST /api/stop", &plan).0, 400);
    assert_eq!(
        server.json("POST /api/start", &plan),
        (200, Value::from(&*run))
    );
    let ended = server.wait();
    assert_eq!(ended["fault"], Value::Null, "{ended}");
    let (_, runs) = server.json("GET /api/runs", "");
    assert_eq!(runs[0]["id"], run);
    assert_eq!(runs[0]["is_active"], false);

    let view = server.watch(&run);
    assert_eq!(
        (&view["planned"], &view["played"]),
        (&Value::from(12), &Value::from(12))
    );
    let cell = &view["cells"][0];
    assert_eq!(
        (&cell["label"], &cell["pairs"]),
        (&Value::from("White"), &Value::from(6))
    );
    let path = cell["path"].as_array().expect("a path");
    assert_eq!(path.last().expect("a point")[1], cell["score"]);
    let plot = view["plots"][0].as_str().expect("a plot");
    let (status, _, svg) = server.ask(&format!("GET /api/run/plot?run={run}&name={plot}"), "", "");
    assert!(status == 200 && svg.starts_with("<svg"), "{svg}");

    let games = |filter: &str| {
        server
            .json(&format!("GET /api/games?run={run}{filter}"), "")
            .1
    };
    let all = games("");
    assert_eq!(all["found"], 12);
    let lines = all["games"].as_array().expect("games");
    for (filter, key) in [("result", "result"), ("ending", "ending")] {
        let values: std::collections::BTreeSet<&str> =
            lines.iter().filter_map(|line| line[key].as_str()).collect();
        let found = values.iter().map(|value| {
            let found = games(&format!("&{filter}={}", value.replace(' ', "%20")));
            assert_eq!(found["games"][0][key], **value);
            found["found"].as_u64().expect("a number")
        });
        assert_eq!(found.sum::<u64>(), 12, "{filter}");
    }
    let plies = lines.iter().filter_map(|line| line["plies"].as_u64());
    let middle = plies.clone().max().expect("games");
    assert_eq!(
        games(&format!("&min_plies={middle}"))["found"],
        plies.filter(|plies| *plies == middle).count()
    );
    assert_eq!(games("&offset=11")["games"][0]["number"], 11);
    assert_eq!(games("&promoted=Ge")["found"], 0);

    // Every game is replayed to its end.
    for line in lines {
        let (status, game) = server.json(
            &format!("GET /api/game?run={run}&number={}", line["number"]),
            "",
        );
        assert_eq!(status, 200, "{game}");
        assert_eq!(
            game["moves"].as_array().map(Vec::len),
            game["scores"].as_array().map(Vec::len)
        );
        let place = serde_json::json!({ "rules": game["rules"], "array": game["array"], "fen": game["fen"], "moves": game["moves"], "leaves_claims": true });
        let (status, view) = server.json("POST /api/position", &place.to_string());
        assert_eq!(status, 200, "{view}");
        if ["checkmate", "stalemate", "bared"].contains(&line["ending"].as_str().expect("a text")) {
            assert_eq!(view["over"][1], line["ending"]);
        }
    }
    for wrong in ["12", "99999"] {
        assert_eq!(
            server
                .json(&format!("GET /api/game?run={run}&number={wrong}"), "")
                .0,
            400
        );
    }
    let escapes = [
        "..",
        "out/few/../few",
        "out",
        "out/few/games",
        "none",
        "out//few",
    ];
    for escape in escapes {
        let (status, answer) = server.json(&format!("GET /api/games?run={name}/{escape}"), "");
        assert_eq!(status, 400, "{escape}: {answer}");
    }
    // Whoever reaches the page must not start other programs.
    let engine = "name = \"x\"\nseed = 1\npairs = 2\nply_cap = 9\n[rules]\nid = \"chess\"\n[[player]]\nname = \"a\"\nnodes = 1\nweights = \"linear\"\n\
                  [[player]]\nname = \"b\"\nnodes = 1\n\"\\u0065ngine\" = { program = \"touch\" }\n[opening]\nplies = 2\n[match]\n";
    fs::write(folder.path().join("engine.toml"), engine).expect("a file");
    let plan = serde_json::json!({ "experiment": format!("{name}/engine.toml") }).to_string();
    let (status, answer) = server.json("POST /api/start", &plan);
    assert_eq!(status, 400, "{answer}");
    let said = answer["error"].as_str().expect("a message");
    assert!(said.contains("starts other programs"), "{said}");
    for escape in [
        "../few.toml",
        "out/few/experiment.toml",
        "few.toml/",
        "none.toml",
    ] {
        let plan = serde_json::json!({ "experiment": format!("{name}/{escape}") }).to_string();
        assert_eq!(server.json("POST /api/start", &plan).0, 400, "{escape}");
    }
    let (status, ..) = server.ask(
        &format!("GET /api/run/plot?run={run}&name=../few.log"),
        "",
        "",
    );
    assert_eq!(status, 400);
}

/// A run goes on when the server ends, and a run that is stopped keeps its games.
#[test]
fn runs_are_stopped_and_outlive_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = EXPERIMENT.replace("pairs = 6", "pairs = 4000");
    fs::write(folder.path().join("long.toml"), long).expect("a file");
    let name = folder.path().file_name().expect("a name").to_string_lossy();
    let plan = serde_json::json!({ "experiment": format!("{name}/long.toml") }).to_string();
    let games = folder.path().join("out/long/games");
    let count = || fs::read_dir(&games).map_or(0, Iterator::count);
    let wait = |least: usize| {
        while count() < least {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let server = Server::of(folder.path());
    assert_eq!(server.json("POST /api/start", &plan).0, 200);
    assert_eq!(server.json("POST /api/start", &plan).0, 400, "it is played");
    wait(1);
    assert_eq!(server.json("POST /api/stop", &plan).0, 200);
    assert_eq!(server.wait()["fault"], Value::Null);
    let played = count();
    assert!(played < 8, "it was stopped too late");

    assert_eq!(server.json("POST /api/start", &plan).0, 200);
    drop(server);
    wait(8);
}

/// Two rule sets side by side.
#[test]
fn rule_sets_are_compared() {
    let folder = folder();
    let server = Server::of(folder.path());
    let (status, found) = server.json("GET /api/compare?one=scirocco-2001&other=scirocco-2009", "");
    assert_eq!(status, 200);
    let texts = found["pieces"].as_array().expect("pieces").iter();
    let texts: Vec<&Value> = texts.map(|piece| &piece["text"]).collect();
    assert_eq!(texts, ["De", "Ha"]);
    let (_, same) = server.json("GET /api/compare?one=chess&other=chess", "");
    assert_eq!(
        (
            same["changes"].as_array().map(Vec::len),
            same["pieces"].as_array().map(Vec::len)
        ),
        (Some(0), Some(0))
    );
    assert_eq!(
        server.json("GET /api/compare?one=chess&other=none", "").0,
        400
    );
}
