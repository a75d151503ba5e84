import Testing

@testable import GPSBridgeTool

/// All that the program says about itself and about wrong command lines, word for word.
///
/// `GPSBRIDGE_SNAPSHOTS=write` puts what it says now in the files' place: look at the difference before you commit it.
@Suite struct `Word for word` {
  private func expect(_ text: String, is name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(try SnapshotFile(name, in: folder).lines(replacingWith: lines) == lines)
  }

  @Test func `the overview is as it was`() throws {
    let run = try gpsbridge("--help")
    #expect(run.exit == 0 && run.message == "")
    try expect(run.output, is: "help")
  }

  @Test(arguments: CommandTable.verbs)
  func `the help of a verb is as it was`(verb: String) throws {
    let run = try gpsbridge(verb, "--help")
    #expect(run.exit == 0 && run.message == "")
    try expect(run.output, is: "help-\(verb)")
  }

  /// What is wrong with a command line, at least one for each verb.
  private static let wrong = [
    "", "wacth", "--bogus", "monitor --bogus", "monitor --units furlongs", "monitor --rate 0",
    "monitor --once --line", "monitor --json --once", "monitor --force", "monitor --record -",
    "monitor --web --once", "monitor --web --units metric", "monitor --http 192.168.1.5:8947",
    "monitor --token-file x",
    "monitor --record x.gbr --once", "monitor sim:nowhere", "monitor --filter kalman", "monitor a b",
    "watch --format xml -", "watch --types fix,foo -", "watch --reference today -", "watch --count 0 -",
    "watch --timeout soon", "watch --format csv --types fix -", "watch --timeout 3s /nonexistent/x",
    "watch --lost-timeout 3s --format csv /nonexistent/x", "watch --to 48,11 --format csv -",
    "watch sim:multi",
    "watch /nonexistent/walk.nmea --format csv", "watch tcp://host --format csv", "watch gpsd://host:x",
    "watch file:walk.nmea --format csv",
    "watch usb:zz --format csv",
    "fix --format xml", "fix --accuracy much", "fix --accuracy 0 -", "fix --average soon -", "fix --min 4d -",
    "fix --average 5m --timeout 1m", "fix --json --format utm",
    "wait --fix 4d", "wait --timeout soon", "wait --inside 1,2,3 --outside 1,2,3", "wait /etc/hostname",
    "devices --watch --probe", "devices --watch --complete", "devices --probe --timeout never",
    "devices --timeout 3s",
    "devices /dev/ttyUSB0", "record", "record -o x --max-size huge",
    "record -o /nonexistent/x.gbr --rotate 1d",
    "record /etc/hostname -o x.gbr", "replay", "replay sim:walk", "replay /nonexistent/walk.gbr",
    "replay /etc/hostname --speed fast", "serve --gpsd nowhere sim:walk", "serve --protocol-version 3",
    "serve --nmea pigeon:1 sim:walk", "serve --nmea udp:somewhere:1 sim:walk", "serve --gpsd none sim:walk",
    "serve --coarse 3mm sim:walk", "serve --gpsd none --pty /nonexistent/tty sim:walk",
    "serve --gpsd /nonexistent/socket sim:walk", "serve /etc/hostname", "serve gpsd://localhost",
    "serve --http nowhere sim:walk", "serve --http /tmp/page sim:walk", "serve --http *:8947 sim:walk",
    "serve --http 8947 --coarse 1km sim:walk", "serve --http-name boat.local sim:walk",
    "serve --metrics-position sim:walk",
    "serve --http 8947 --http-code sim:walk", "serve --http-code sim:walk",
    "serve --http 8947 --http-listeners none sim:walk", "serve --http 8947 --http-cert x sim:walk",
    "serve --gpsd none --http 0 --http-cert /nonexistent/x --http-key /nonexistent/y sim:walk",
    "serve --gpsd none --http 0 --http-key /etc/hostname --http-cert /etc/hostname sim:walk",
    "serve --gpsd none --http 0 --token-file /nonexistent/token sim:walk",
    "serve --recordings /tmp sim:walk", "serve --gpsd none --http 0 --recordings /nonexistent/x sim:walk",
    "serve --gpsd none --http 0 --recordings /etc/hostname sim:walk",
    "serve --gpsd none --http 0 --tiles /nonexistent/x sim:walk", "monitor --tiles x.mbtiles sim:walk",
    "simulate nowhere",
    "simulate walk --bogus 3", "simulate --fleet 3", "simulate --publish mqtt://127.0.0.1",
    "simulate --fleet 3 --pty auto --publish mqtt://127.0.0.1",
    "simulate walk --fleet 3 --publish mqtt://127.0.0.1",
    "simulate --fleet 3 --publish mqtt://far.example", "simulate --fleet none --publish mqtt://127.0.0.1",
    "simulate --fleet 200000 --publish mqtt://127.0.0.1",
    "simulate --fleet 3 --rate 1000 --publish mqtt://127.0.0.1",
    "simulate --fleet 3 --rate 1e-20 --publish mqtt://127.0.0.1",
    "simulate --fleet 3 --tenant a/b --publish mqtt://127.0.0.1", "export",
    "publish", "publish --tenant a/b", "publish --within 0.5cm", "publish --every 20d", "publish --live 2d",
    "publish --live soon", "publish --within 2m --every 5s",
    "publish mqtt://broker.example --tenant acme --device truck-42",
    "export /nonexistent/walk.gbr --format gpx", "export /etc/hostname", "export /etc/hostname -o x.foo",
    "export /etc/hostname --format gpx --gap long", "export /etc/hostname --format gpx --simplify -3",
    "export /etc/hostname --format gpsd", "export /etc/hostname --format gpx --from yesterday",
    "export /etc/hostname --format gpx --reference 2026-02-30",
    "export /etc/hostname --format gpx --from 2026-11-21 --to 2026-11-20T10:00Z",
    "stats /etc/hostname --duration 3s", "stats /nonexistent/walk.gbr",
    "survey /etc/hostname --for 3s", "survey /nonexistent/walk.gbr", "compare", "compare sim:walk sim:walk",
    "import", "import -", "import /nonexistent/walk.gbr --reference soon",
    "track --store /nonexistent/track.db", "track tuesday", "track forget", "track backup",
    "doctor /etc/hostname --bundle x",
    "doctor --with-raw", "doctor --force", "doctor --bundle x --with-position", "doctor --duration soon",
    "doctor /etc/hostname --duration 3s", "doctor a b",
    "doctor --bundle -", "configure", "configure --rate fast", "configure --rate 101",
    "configure --baud 0x10", "configure --rate 5 -", "configure --timeout x --show",
    "configure --show --dry-run", "configure --reset hot --save", "configure --no-profile",
    "configure --show --rate 5",
    "configure /etc/hostname --show", "configure gpsd://localhost --show", "memory", "memory drop",
    "memory show nobody", "config", "config shwo",
    "completions", "completions tcsh",
    "version --timeout 3s",
    "manual", "manual /nonexistent",
  ]

  @Test func `what is said about a wrong command line is as it was`() throws {
    var transcript = ""
    for line in Self.wrong {
      let run = try SecludedRun.run(line.split(separator: " ").map(String.init))
      #expect(run.exit != 0, "\(line)")
      #expect(run.output == "" || run.output.contains(#""type":"error""#), "\(line)")
      transcript += "$ gpsbridge \(line)\n\(run.output)\(run.message)= \(run.exit)\n\n"
    }
    try expect(transcript, is: "wrong")
  }

  @Test func `each verb has a wrong command line here`() {
    for verb in CommandTable.verbs {
      #expect(
        Self.wrong.contains { $0.split(separator: " ").first.map(String.init) == verb }, "\(verb)")
    }
  }
}
