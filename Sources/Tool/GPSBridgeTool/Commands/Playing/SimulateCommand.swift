internal import GPSBridge
internal import SimulatedGPS
internal import GPSBase

/// `gpsbridge simulate`: plays a simulated receiver, to standard output or through a pseudo-terminal; or a fleet of them.
struct SimulateCommand {
  private let parsed: ParsedArguments
  private let output: ByteOutput
  private var pace: PlayPace { parsed.pace }
  private var duration: Duration? { parsed.duration(of: .duration) }
  private var link: String? { parsed.value(of: .terminal) }
  private var addresses: [String]? { parsed.playedAddresses }
  private let doors: Doors

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ doors: Doors) throws(ToolError) {
    (self.parsed, self.output, self.doors) = (parsed, output, doors)
    if link != nil || addresses != nil, pace != .times(1) {
      throw Usage.contradiction(
        "--speed can't be combined with \(link == nil ? "--gpsd" : "--pty"): the line sets the pace of a port",
        "leave one of them out")
    }
  }

  func run() throws(ToolError) -> ExitCode {
    if parsed.has(.list) {
      output.write(text: ScenarioList.text)
      return .done
    }
    let scenario = try scenario()
    try SimulatedRate.check(scenario, .scenario, named: parsed.operand(0)?.text ?? "drive")
    if let addresses, let gpsd = doors.gpsd {
      let (stage, receiver) = (PlaybackTarget(duration: duration), SimulatedReceiver(scenario))
      return try stage.play(receiver, to: gpsd.open(receiver.receiver, addresses))
    }
    // No clock drives a receiver at another pace: it plays the same each time.
    let engine =
      pace == .times(1)
      ? SimulatedReceiverMachine(scenario, at: SystemTime().utcSeconds) : SimulatedReceiverMachine(scenario)
    guard let link else {
      // At a higher pace, the duration counts in the receiver's time.
      return try PlaybackTarget(duration: nil).play(engine, pace: pace, for: duration)
    }
    return try PlaybackTarget(duration: duration).play(
      engine, behind: link == "auto" ? nil : link,
      "virtual receiver (\(scenario.name), \(scenario.dialect.name), seed \(scenario.seed))")
  }

  private func scenario() throws(ToolError) -> Scenario {
    var text = "sim:\(parsed.operand(0)?.text ?? "drive")"
    let keys = [
      (Flag.seed, "seed"), (.fixRate, "rate"), (.dialect, "dialect"), (.language, "language"),
      (.route, "route"),
    ]
    for (flag, key) in keys {
      guard let value = parsed.value(of: flag) else { continue }
      text += "\(text.contains("?") ? "&" : "?")\(key)=\(Self.escaped(value))"
    }
    var complaint: ToolError?
    do throws(ScenarioError) {
      return try Scenario(parsing: text) { path in
        do throws(ToolError) { return try SimulatedSource.route(path) } catch {
          complaint = error
          throw error
        }
      }
    } catch {
      if let complaint { throw complaint }
      throw ToolError(error)
    }
  }

  private static func escaped(_ value: String) -> String {
    value.utf8.map { byte in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 47, 95: String(Unicode.Scalar(byte))
      default: "%" + VisibleText.hexadecimal(UInt32(byte), digits: 2)
      }
    }.joined()
  }
}

extension ToolError {
  /// Creates a complaint about a receiver that can't be simulated.
  init(_ error: ScenarioError) {
    let parts = VisibleText.escaped(error.description.utf8).split(separator: ";", maxSplits: 1)
    self.init(
      code: error.code.rawValue, exit: .usage, message: String(parts.first ?? ""),
      reason: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil,
      remedy: error.code == .unknownName
        ? "gpsbridge simulate --list describes each" : "gpsbridge simulate --help shows more")
  }
}

/// The scenarios, each with a description.
enum ScenarioList {
  static let summaries: [(name: String, text: String)] = [
    ("static", "on a desk: it stands still, and its position drifts"),
    ("walk", "a walk around some blocks"),
    ("drive", "a car in a town"),
    ("boat", "a boat off Kiel, rocking a little"),
    ("flight", "an airplane from Munich to Hamburg"),
    ("canyon", "a walk between tall buildings: few satellites, and echoes"),
    ("tunnel", "a drive through a tunnel, from 60 s to 100 s"),
    ("coldstart", "a cold start: it has no stored data when it is plugged in"),
    ("jam", "a jammer comes near after a minute, and goes after two"),
    ("spoof", "after a minute one transmitter imitates all satellites"),
    ("rollover", "its dates are 1024 weeks old"),
    ("leapsecond", "the last minute of a year that ends with a leap second"),
    ("midnight", "the last minute of a day"),
    ("unplug", "the cable is pulled after a minute, and back ten seconds later"),
    ("garbage", "a bad cable: noise, cut sentences, wrong checksums"),
    ("wrongbaud", "it sends at 4800 bit/s to a host that reads at 9600"),
    ("silent", "it is plugged in and sends nothing"),
    ("nofix", "in a cellar: it never receives enough"),
  ]

  static var text: String {
    let width = summaries.map(\.name.count).max() ?? 0
    return summaries.map { name, text in
      name + String(repeating: " ", count: width - name.count + 2) + text + "\n"
    }.joined()
  }
}

// MARK: - Command line

extension Verb {
  static func simulate(_ doors: Doors) -> Verb {
    Verb("simulate") {
      Command(
        .evaluate, summary: "simulate a receiver, for other programs",
        description: """
          Sends the data of a simulated receiver to standard output, a pseudo-terminal or clients of gpsd. \
          Other verbs can read the same receiver as the SOURCE sim:NAME.
          """,
        operands: [
          Operand(
            placeholder: "NAME", help: "the scenario, such as tunnel; drive by default; --list shows all",
            suggestions: ScenarioList.summaries.map(\.name), isOptional: true)
        ],
        flags: [.list, .seed, .fixRate, .dialect, .language, .route, .terminal]
          + (doors.gpsd == nil ? [] : [.playedAddress]) + [.duration, .pace],
        rules: [.each(of: .playedAddress, excludes: .terminal)], exitCodes: ExitCode.opening,
        examples: [
          Example(
            "gpsbridge simulate tunnel --pty /tmp/gps0", "a port for any program that needs a receiver"),
          Example("gpsbridge simulate drive --duration 1h --speed max", "an hour of sentences, at once"),
          Example(
            "gpsbridge simulate walk --dialect ublox8 --language both --pty /tmp/gps0",
            "a u-blox that also sends and accepts its own protocol"),
        ]
          + (doors.gpsd == nil
            ? []
            : [
              Example(
                "gpsbridge simulate drive --gpsd 2948",
                "for programs that use gpsd, such as cgps localhost:2948")
            ]) + [
            Example("gpsbridge simulate --route tour.gpx --rate 10 --pty auto", "along a route of your own")
          ])
    } run: { (parsed, output) throws(ToolError) in
      try SimulateCommand(parsed, output, doors).run()
    }
  }
}

extension Flag {
  static let list = Flag("list", help: "list the scenarios")
  package static let seed = Flag("seed", "N", help: "a number; the same number gives the same noise")
  package static let fixRate = Flag("rate", "HZ", help: "fixes per second, such as 1, 5 or 10")
  package static let dialect = Flag(
    "dialect", .word(placeholder: "MAKER", choices: Dialect.all.map(\.name)),
    help: "the dialect that it sends: " + Dialect.all.map(\.name).joined(separator: ", "))
  package static let language = Flag(
    "language", .word(placeholder: "LANGUAGE", choices: Scenario.Language.allCases.map(\.rawValue)),
    help: "the protocol that a u-blox sends: nmea (the default), ubx, or both; it accepts both")
  package static let route = Flag("route", "FILE.gpx", help: "follow the tracks or routes of a GPX file")
}
