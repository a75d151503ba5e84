import FoundationEssentials
import GPSBase
import Testing

@testable import GPSBridgeTool

/// All that the program says about itself and about wrong command lines, word for word.
///
/// `GPSBRIDGE_SNAPSHOTS=write` puts what it says now in the files' place, except in CI: look at the difference before you commit it.
@Suite struct `Word for word` {
  @Test(arguments: [nil] + CommandTable.verbs.map(Optional.some))
  func `the help of a verb, and of all, is as it was, fits 80 columns and lists what the table has`(
    verb: String?
  ) throws {
    let run = try gpsbridge([verb, "--help"].compactMap { $0 })
    #expect(run.exit == 0 && run.message == "")
    for line in run.lines { #expect(line.count <= 80, "\(line)") }
    try Transcript.expect(run.output, is: verb.map { "help-\($0)" } ?? "help")
    let table = CommandTable.gpsbridge
    guard let command = table.commands.first(where: { $0.name == verb }) else {
      for command in table.commands {
        #expect(run.output.contains("\n  \(command.name) ") == !command.isHidden, "\(command.name)")
      }
      return
    }
    for flag in command.flags + table.commonFlags {
      let isWhole = flag.choices.allSatisfy { run.output.contains($0) }
      #expect(run.output.contains("  \(flag.synopsis) ") && isWhole, "\(flag.name)")
    }
    for operand in command.operands { #expect(run.output.contains(operand.placeholder)) }
    for usage in command.usages { #expect(run.output.contains(" \(usage)\n")) }
    #expect(!run.output.contains("exit status"))
  }

  @Test func `the help has each verb once, in its group, and the verb for beginners first`() throws {
    let table = CommandTable.gpsbridge
    let lines = try gpsbridge("help").lines
    let titles = Command.Group.allCases.map { "\($0.rawValue):" }
    var found: [String: [String]] = [:]
    for title in titles {
      let start = try #require(lines.firstIndex(of: title), "\(title)")
      let rows = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }
      found[title] = rows.map { String($0.split(separator: " ")[0]) }
    }
    #expect(titles.flatMap { found[$0] ?? [] } == table.shownCommands.map(\.name))
    #expect(table.shownCommands.allSatisfy { found["\($0.group.rawValue):"]?.contains($0.name) == true })
    #expect(table.shownCommands.first?.name == "doctor")
    #expect(lines.contains { $0.contains(" sim:") } && lines.contains { $0.contains("man gpsbridge-VERB") })
  }

  @Test func `a summary says what a verb does, and not what it is`() {
    for command in CommandTable.gpsbridge.commands {
      let first = command.summary.split(separator: " ")[0]
      #expect(!["a", "an", "the", "how", "what", "where"].contains(first), "\(command.name)")
    }
  }

  @Test func `one of the flags that the usage shows outside of brackets is required`() throws {
    let table = CommandTable.gpsbridge
    #expect(table.commands.filter { !$0.required.isEmpty }.map(\.name) == ["record", "export"])
    for command in table.commands where !command.required.isEmpty {
      let source = command.name == "record" ? "sim:walk" : Places.morningWalk
      let bare = try gpsbridge(command.name, source)
      #expect(bare.exit == 2, "\(command.name): \(bare.message)")
      #expect(
        command.required.contains {
          bare.message.contains("--\($0.name) ") || bare.message.contains("-\($0.short ?? "?") ")
        })
    }
  }

  @Test func `the help offers a track store to the verbs that read one, and to no others`() throws {
    for command in CommandTable.gpsbridge.commands {
      guard let source = command.operands.first(where: { $0.placeholder == "SOURCE" }) else { continue }
      var words = [command.name] + command.operands.map { _ in "store:/nonexistent/x" }
      let more = ["record": ["-o", "/nonexistent/y"], "configure": ["--show"], "serve": ["--gpsd", "0"]]
      words += more[command.name] ?? []
      let run = try gpsbridge(words)
      let isRefused = run.message.contains("no bytes of a receiver")
      #expect(isRefused != source.help.contains("store:FILE"), "\(words): \(run.message)")
    }
  }

  @Test func `the help of config has the settings and the files of its manual`() throws {
    let table = CommandTable.gpsbridge
    let help = try gpsbridge("config", "--help").output
    let keys = [Configuration.source, Configuration.warmStart, Configuration.receivers]
    for key in keys + Configuration.flags.map(\.name) + table.groups.map(\.name) {
      #expect(help.contains("\n  \(key) "), "\(key)")
    }
    for file in Configuration.files { #expect(help.contains("\n  \(file.term)\n"), "\(file.term)") }
    // A remedy of `doctor` names it.
    #expect(help.contains("keep-free"))
  }

  /// What is wrong with a command line, at least one for each verb.
  private static let wrong = [
    "", "wacth", "--bogus", "monitor --bogus", "monitor --units furlongs", "monitor --rate 0",
    "monitor --once --line", "monitor --json --once", "monitor --force", "monitor --record -",
    "monitor --web --once", "monitor --web --units metric", "monitor --http 192.168.1.5:8947",
    "monitor --token-file x", "monitor --record x.gbr --once", "monitor --filter kalman", "monitor a b",
    "monitor -z", "watch --fromat=csv x", "watch --types , -", "watch - --format", "watch - --stats=yes",
    "wacth --help", "help wacth", "wacth --version", "watch /tmp", "watch --format xml -",
    "watch --types fix,foo -", "watch --reference today -", "watch --count 0 -", "watch --timeout soon",
    "watch --format csv --types fix -", "watch --timeout 3s /nonexistent/x",
    "watch --lost-timeout 3s --format csv /nonexistent/x", "watch --to 48,11 --format csv -",
    "watch sim:multi", "watch /nonexistent/walk.nmea --format csv", "watch tcp://host --format csv",
    "watch gpsd://host:x", "watch file:walk.nmea --format csv", "watch usb:zz --format csv",
    "fix --format xml", "fix --accuracy much", "fix --accuracy 0 -", "fix --min 4d -",
    "fix --average 5m --timeout 1m", "fix --json --format utm", "wait --fix 4d",
    "wait --inside 1,2,3 --outside 1,2,3", "wait /etc/hostname", "devices --watch --probe",
    "devices --watch --complete", "devices --probe --timeout never", "devices --timeout 3s",
    "devices /dev/ttyUSB0", "record", "record -o x --max-size huge",
    "record -o /nonexistent/x.gbr --rotate 1d", "record /etc/hostname -o x.gbr", "replay", "replay sim:walk",
    "replay /nonexistent/walk.gbr", "serve --gpsd nowhere sim:walk", "serve --protocol-version 3",
    "serve --nmea pigeon:1 sim:walk", "serve --nmea udp:somewhere:1 sim:walk", "serve --gpsd none sim:walk",
    "serve --coarse 3mm sim:walk", "serve --gpsd none --pty /nonexistent/tty sim:walk",
    "serve --gpsd /nonexistent/socket sim:walk", "serve /etc/hostname", "serve gpsd://localhost",
    "serve --http nowhere sim:walk", "serve --http /tmp/page sim:walk", "serve --http *:8947 sim:walk",
    "serve --http 8947 --coarse 1km sim:walk", "serve --http-name boat.local sim:walk",
    "serve --metrics-position sim:walk", "serve --http 8947 --http-code sim:walk",
    "serve --http-code sim:walk", "serve --http 8947 --http-listeners none sim:walk",
    "serve --http 8947 --http-cert x sim:walk",
    "serve --gpsd none --http 0 --http-cert /nonexistent/x --http-key /nonexistent/y sim:walk",
    "serve --gpsd none --http 0 --http-key /etc/hostname --http-cert /etc/hostname sim:walk",
    "serve --gpsd none --http 0 --token-file /nonexistent/token sim:walk", "serve --recordings /tmp sim:walk",
    "serve --gpsd none --http 0 --recordings /nonexistent/x sim:walk",
    "serve --gpsd none --http 0 --recordings /etc/hostname sim:walk",
    "serve --gpsd none --http 0 --tiles /nonexistent/x sim:walk", "monitor --tiles x.mbtiles sim:walk",
    "simulate nowhere", "simulate walk --bogus 3", "simulate --fleet 3", "export", "publish --within 0.5cm",
    "publish --every 20d", "publish --format json", "publish --within 2m --every 5s",
    "export /nonexistent/walk.gbr --format gpx", "export /etc/hostname", "export /etc/hostname -o x.foo",
    "export /etc/hostname --format gpx --gap long", "export /etc/hostname --format gpx --simplify -3",
    "export /etc/hostname --format gpsd", "export /etc/hostname --format gpx --from yesterday",
    "export /etc/hostname --format gpx --reference 2026-02-30",
    "export /etc/hostname --format gpx --from 2026-11-21 --to 2026-11-20T10:00Z",
    "stats /etc/hostname --duration 3s", "stats /nonexistent/walk.gbr", "survey /etc/hostname --for 3s",
    "survey /nonexistent/walk.gbr", "compare", "compare sim:walk sim:walk",
    "import /nonexistent/walk.gbr --reference soon", "track --store /nonexistent/track.db",
    "doctor /etc/hostname --bundle x", "doctor --with-raw", "doctor --force",
    "doctor --bundle x --with-position", "doctor /etc/hostname --duration 3s", "doctor a b",
    "doctor --bundle -", "configure", "configure --rate fast", "configure --rate 101",
    "configure --baud 0x10", "configure --rate 5 -", "configure --show --dry-run",
    "configure --reset hot --save", "configure --no-profile", "configure --show --rate 5",
    "configure /etc/hostname --show", "configure gpsd://localhost --show", "memory", "memory drop",
    "memory show nobody", "config", "config shwo", "completions", "completions tcsh", "completions bsh",
    "version --timeout 3s", "manual", "manual /nonexistent", "watch --format nmea --types fix -",
    "watch WALK --to 48", "monitor --json WALK", "monitor WALK --record @/x.gbr", "doctor sim:nowhere",
    "doctor usb:12", "doctor -",
    // Sources that are none, or none of a verb's.
    "fix ntrip://localhost:2101/MP", "fix http://localhost/x", "fix https://a.b/walk.nmea", "fix /dev/ptmx",
    "record /nonexistent -o @/x.gbr", "configure /nonexistent --show", "wait /nonexistent",
    "record WALK -o @/a.gbr", "fix store:/nonexistent", "doctor store:/nonexistent",
    "monitor store:/nonexistent --line", "record store:/nonexistent -o /nonexistent/a",
    "wait store:/nonexistent --accuracy 5", "serve store:/nonexistent --gpsd 0", "watch store:@/absent",
    "stats store:@/absent", "export store:@/absent --format gpx", "compare @/absent.nmea @/absent.nmea",
    "compare @/absent.nmea sim:walk", "compare WALK @/absent.nmea --for 5s",
    "monitor @/absent.nmea --record @/x.gbr", "serve @/absent.nmea",
    // A rate that no receiver of the kind has.
    "watch sim:drive?rate=5&dialect=sirf", "fix sim:drive?rate=5&dialect=sirf",
    "fix --no-checksum sim:drive?rate=5&dialect=sirf", "wait sim:drive?rate=5&dialect=sirf",
    "monitor --once sim:drive?rate=5&dialect=sirf", "monitor --once sim:multi?rate=5&dialect=sirf",
    "doctor sim:drive?rate=5&dialect=sirf", "configure --show sim:drive?rate=5&dialect=sirf",
    // What can't be written or listened at.
    "record sim:drive -o /dev/full --duration 20s", "record sim:drive -o @/no/a.gbr",
    "record sim:walk -o @/walk.gpx", "record sim:walk -o @/walk.kml", "record sim:walk -o @/walk.geojson",
    "record sim:walk -o @/walk.csv", "record sim:walk -o @/walk.ndjson",
    "record sim:drive --store @/track.db --raw --duration 1s",
    "record sim:drive --store @/track.db --rotate=1d --duration 1s",
    "record sim:drive --store @/track.db --max-size=1M --duration 1s",
    "record sim:drive --store @/track.db --force --duration 1s", "record sim:drive --store @/absent/track.db",
    "serve sim:walk --gpsd gpsd", "serve sim:walk --gpsd example.org:2947", "serve sim:walk --gpsd 1:2:3",
    "serve sim:walk --gpsd 70000", "serve sim:walk --gpsd 192.0.2.1:2947",
    "serve sim:walk sim:drive sim:walk --gpsd @/s", "serve sim:walk --protocol-version 3.x",
    "serve sim:walk --protocol-version 3.14.1", "serve sim:walk --protocol-version 0.1",
    // Conditions that are none.
    "wait sim:walk --until speed·>·3", "wait sim:walk --inside 48,11", "wait sim:walk --exec ·",
    "wait sim:walk --exec sh·-c·\"echo·hi\"", "wait sim:walk --until mode·=·4d",
    "wait sim:walk --until time·>·banana", "wait sim:walk --until lat·=·48.1 --until lon·>·5",
    "wait sim:walk --inside 1,2,3 --inside 1,2,4", "wait sim:walk --outside 1,2,3 --outside 1,2,4",
    "wait sim:walk --fix 3d --fix 2d", "wait sim:walk --accuracy 3 --accuracy 9",
    "wait sim:walk --exec no-such-program-anywhere",
    // Errors for programs.
    "watch /nonexistent --format ndjson", "watch /tmp --format ndjson", "watch /dev/null --format ndjson",
    "watch --bogus x --format ndjson", "watch --reference tomorrow - --format ndjson",
    "watch /proc/self/mem --format ndjson", "wacht --format ndjson", "--format ndjson",
    "doctor --json sim:nowhere", "doctor --json usb:12", "doctor --json --bundle -",
  ]

  /// Runs a command line that fails and leaves nothing.
  private func failure(_ line: String) throws -> String {
    let folder = try WorkFolder()
    let entry = try Transcript.entry(line, folder)
    let left = folder.contents
    #expect(!entry.hasSuffix("\n= 0\n\n") && left == [], "\(line): \(left)")
    return entry
  }

  @Test func `what is said about a wrong command line is as it was, and it leaves nothing`() throws {
    try Transcript.expect(try Self.wrong.map(failure).joined(), is: "wrong")
  }

  @Test func `a port that is not there is named, in any format`() throws {
    let lines = [
      "fix usb:ffff:fffe --timeout=500ms", "watch /dev/ttyACM97 --timeout=500ms --format=ndjson",
      "wait /dev/ttyACM97 --device --timeout=500ms", "wait /dev/ttyACM97 --json --timeout=300ms",
      "record usb:ffff:fffe -o @/a.gbr --duration 300ms", "stats usb:ffff:fffe --duration 300ms",
      "configure /dev/ttyUSB99 --show --timeout 1s",
    ]
    // The ports of this machine follow.
    let ports = #/(no serial port is \\?"[^"\\]*\\?")[\s\S]*?(?=\n! +try: |","hint")/#
    let text = try lines.map { try failure($0).replacing(ports) { $0.1 } }
    try Transcript.expect(text.joined(), is: "absent-ports")
  }

  @Test func `each file of lines or of a screen belongs to a test`() throws {
    let folder = Places.root + "/Tests/Tool/ToolTests"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let tests = try paths.filter { $0.hasSuffix(".swift") }.map {
      String(decoding: try Places.bytes(of: "\(folder)/\($0)"), as: UTF8.self)
    }.joined()
    let help = CommandTable.verbs.map { "help-\($0)" }
    let names = paths.filter { $0.contains("Snapshots/") }.map { $0.split(separator: "/").last ?? "" }
    #expect(names.count > 100)
    for name in names {
      let own = name.hasPrefix("pane-") ? name.dropFirst(5) : name
      let word = own.hasSuffix(".txt") ? String(own.dropLast(4)) : "?"
      #expect(help.contains(word) || tests.contains("\"\(word)\""), "nothing is compared with \(name)")
    }
  }

  @Test func `each verb has a wrong command line here`() {
    for verb in CommandTable.verbs {
      #expect(Self.wrong.contains { $0.split(separator: " ").first.map(String.init) == verb }, "\(verb)")
    }
  }
}
