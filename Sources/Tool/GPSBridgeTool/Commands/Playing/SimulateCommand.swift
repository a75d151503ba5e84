internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFleetLink
internal import GPSFleetLoad
internal import GPSFleetProtocol
internal import GPSFleetPublisher
internal import GPSFormats
internal import GPSSystemCalls
internal import SimulatedGPS
internal import GPSBase
internal import TerminalKit

/// `gpsbridge simulate`: plays a simulated receiver, to standard output or through a pseudo-terminal; or a fleet of them.
struct SimulateCommand {
  private let parsed: ParsedArguments
  private let output: ByteOutput
  private let pace: PlayPace
  private let duration: Duration?
  private let link: String?
  private let addresses: [String]?

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    (self.parsed, self.output) = (parsed, output)
    pace = parsed.pace
    duration = parsed.duration(of: .duration)
    link = parsed.value(of: .terminal)
    addresses = parsed.playedAddresses
    if link != nil || addresses != nil, pace != .times(1) {
      throw Usage.contradiction(
        "--speed does not go with \(link == nil ? "--gpsd" : "--pty"): a port has the pace of its line",
        "leave one of them out")
    }
  }

  func run() throws(ToolError) -> ExitCode {
    if parsed.has(.list) {
      output.write(text: ScenarioList.text)
      return .done
    }
    if parsed.has(.fleetSize) { return try SimulatedFleet(parsed, output).run() }
    let scenario = try scenario()
    try SimulatedRate.check(scenario, .scenario, named: parsed.operand(0)?.text ?? "drive")
    if let addresses {
      return try PlaybackTarget(duration: duration).play(SimulatedReceiver(scenario), to: addresses)
    }
    let engine = SimulatedReceiverMachine(scenario)
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
        do throws(ToolError) {
          if let bytes = try SmallFile.read(Array(path.utf8)) { return bytes }
          throw OpenFailure.complaint(2, Array(path.utf8))
        } catch {
          complaint = error
          throw error
        }
      }
    } catch {
      if let complaint { throw complaint }
      throw ToolError(error)
    }
  }

  /// Escapes a value for the text of a scenario.
  private static func escaped(_ value: String) -> String {
    value.utf8.map { byte in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 47, 95: String(Unicode.Scalar(byte))
      default: "%" + VisibleText.hexadecimal(UInt32(byte), digits: 2)
      }
    }.joined()
  }
}

/// `gpsbridge simulate --fleet`: many devices that publish to a fleet's collectors.
struct SimulatedFleet {
  private let settings: FleetLoad.Settings
  private let duration: Duration?
  private let output: ByteOutput

  /// The positions of each device in a second.
  private static let rates = 0.0001...100.0

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    if let scenario = parsed.operand(0)?.shown {
      throw Usage.contradiction("\(scenario) does not go with --fleet", "leave one of them out")
    }
    let devices = parsed.whole(of: .fleetSize) ?? 1
    guard parsed.has(.publishTo) else {
      throw ToolError(
        code: "broker_missing", exit: .usage, message: "no broker is named", reason: nil,
        hint: "name one: gpsbridge simulate --fleet \(devices) --publish mqtt://127.0.0.1")
    }
    let text = parsed.value(of: .fixRate) ?? "1"
    guard let rate = Double(text), Self.rates.contains(rate) else {
      throw Usage.wrongForm(
        .fixRate, text, expected: "a number from 0.0001 to 100 is expected", "write it like --rate 0.1")
    }
    let addresses = try PublishCommand.addresses(parsed, .publishTo)
    let hosts = try PublishCommand.hosts(addresses, parsed, client: "")
    let tenant = try PublishCommand.name(parsed, .tenant, .tenant, or: "demo")
    let seconds = LiveMoment(SystemTime()).utcSeconds
    let start = Int64(seconds * 1000)
    var settings = FleetLoad.Settings(hosts: hosts, tenant: tenant) {
      SimulatedLane($0, start: start, interval: Int64(1000 / rate))
    }
    (settings.devices, settings.rate) = (devices, rate)
    if let batch = parsed.duration(of: .batchTime) { settings.batch = batch }
    settings.second = max(0, Int64(seconds) - PublishCommand.begin)
    settings.epoch = UInt32(clamping: settings.second)
    settings.installation = (0..<16).map { _ in .random(in: 0 ... .max) }
    (self.settings, self.output, duration) = (settings, output, parsed.duration(of: .duration))
  }

  private enum Event: Sendable {
    case status(FleetLoad.Status)
    case end(LoadCounts)
  }

  func run() throws(ToolError) -> ExitCode {
    // Each device has a socket, and two descriptors of it.
    _ = Kernel.raiseDescriptorLimit()
    let queue = EventQueue<Event>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let load: FleetLoad
    do throws(FleetName.Fault) {
      load = try FleetLoad(on: .shared, settings, report: { queue.put(.status($0)) }) { queue.put(.end($0)) }
    } catch {
      throw ToolError(
        code: "malformed_name", exit: .usage, message: "a device has no name", reason: "\(error)",
        hint: "choose another tenant")
    }
    let names = "\(settings.tenant)/\(settings.prefix)"
    let count = Plural.of(settings.devices, "device")
    ErrorReport.say("note: \(count), \(names)1 to \(names)\(settings.devices)\n")
    load.later { $0.start() }
    defer { withExtendedLifetime((interrupts, load)) {} }
    var (deadline, signal): (ContinuousClock.Instant?, CInt?) = (duration.map { .now + $0 }, nil)
    while true {
      switch queue.take(until: deadline) {
      case .event(.status(let status)): say(status)
      case .event(.end(let counts)):
        output.write(text: counts.text)
        output.flush()
        if let signal { Interrupts.end(by: signal) }
        return counts.isWhole ? .done : .unexpected
      case .interrupt(.end(let number)):
        signal = number
        load.later { $0.end() }
      case .interrupt(.statsWanted): load.later { ErrorReport.say($0.counts.text) }
      case .interrupt: break
      case .deadline:
        deadline = nil
        load.later { $0.stopMaking() }
      }
    }
  }

  private func say(_ status: FleetLoad.Status) {
    let count = "\(status.devices) of \(Plural.of(settings.devices, "device"))"
    if let advice = FleetAdvice(status.condition) {
      ErrorReport.say("note: \(count): \(advice.line)\n")
    } else if status.condition == .delivering {
      ErrorReport.say("note: \(count) connected, and nothing has failed\n")
    }
  }
}

extension ToolError {
  /// Creates a complaint about a receiver that can't be simulated.
  init(_ error: ScenarioError) {
    let parts = VisibleText.escaped(error.description.utf8).split(separator: ";", maxSplits: 1)
    self.init(
      code: error.code.rawValue, exit: .usage, message: String(parts.first ?? ""),
      reason: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil,
      hint: error.code == .unknownName
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
  static let simulate = Verb("simulate") {
    Command(
      summary: "simulate a receiver, for other programs",
      operands: [
        Command.Operand(
          placeholder: "NAME", help: "what happens to it, such as tunnel; --list shows all; drive by default",
          suggestions: ScenarioList.summaries.map(\.name), isOptional: true)
      ],
      flags: [
        .list, .seed, .fixRate, .dialect, .language, .route, .terminal, .playedAddress, .duration, .pace,
        .fleetSize,
        .publishTo, .tenant, .batchTime, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
        .passwordFile,
      ],
      rules: [
        .each(of: .seed, .dialect, .language, .route, .terminal, .playedAddress, .pace, excludes: .fleetSize),
        .each(
          of: .publishTo, .tenant, .batchTime, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
          .passwordFile, needs: .fleetSize),
        .each(of: .playedAddress, excludes: .terminal),
      ],
      exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .busy],
      examples: [
        Command.Example(
          "gpsbridge simulate tunnel --pty /tmp/gps0", "a port for any program that needs a receiver"),
        Command.Example(
          "gpsbridge simulate drive --duration 1h --speed max", "an hour of sentences, at once"),
        Command.Example(
          "gpsbridge simulate walk --dialect ublox8 --language both --pty /tmp/gps0",
          "a u-blox that also sends and accepts its own protocol"),
        Command.Example(
          "gpsbridge simulate drive --gpsd 2948", "for programs that use gpsd, such as cgps localhost:2948"),
        Command.Example(
          "gpsbridge simulate --route tour.gpx --rate 10 --pty auto", "along a route of your own"),
        Command.Example(
          "gpsbridge simulate --fleet 1000 --publish mqtt://127.0.0.1 --duration 60s",
          "devices of a fleet, as load for its broker and collectors"),
      ])
  } run: { (parsed, output) throws(ToolError) in
    try SimulateCommand(parsed, output).run()
  }
}

extension Flag {
  static let list = Flag(name: "list", help: "list what can be simulated")
  static let seed = Flag(
    name: "seed", value: .text(placeholder: "N"), help: "a number; the same number repeats the same noise")
  static let fixRate = Flag(
    name: "rate", value: .text(placeholder: "HZ"), help: "fixes a second, such as 1, 5 or 10")
  static let dialect = Flag(
    name: "dialect", value: .word(placeholder: "MAKER", choices: Dialect.all.map(\.name)),
    help: "the dialect that it sends: " + Dialect.all.map(\.name).joined(separator: ", "))
  static let language = Flag(
    name: "language",
    value: .word(placeholder: "LANGUAGE", choices: Scenario.Language.allCases.map(\.rawValue)),
    help: "what a u-blox sends: nmea (the default), ubx, or both; it accepts both")
  static let route = Flag(
    name: "route", value: .text(placeholder: "FILE.gpx"),
    help: "the route: the tracks or routes of a GPX file")
  static let fleetSize = Flag(
    name: "fleet", value: .text(placeholder: "N"), form: .whole(1...100_000, example: 20),
    help: "simulate this many devices of a fleet instead, which keep undelivered positions")
  static let publishTo = Flag(
    name: "publish", value: .text(placeholder: "URL"), repeats: true,
    help: "where they publish: mqtts://HOST[:PORT], or mqtt://127.0.0.1 on this machine")
}
