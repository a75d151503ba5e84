package import GPSBridgeTool
internal import GPSServiceVerbs
internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFleetLink
internal import GPSFleetLoad
internal import GPSFleetProtocol
internal import GPSFleetPublisher
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSBase
internal import TerminalKit

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

// MARK: - Command line

extension Verb {
  /// The verbs of a fleet.
  package static let fleet: [Verb] = [publish]
}

extension FleetDoor {
  /// How far each publisher of a store is, in words.
  package static func sinks(of path: String) -> [String] { FoundSink.all(of: path).map(\.words) }

  package static let simulated = FleetDoor(
    flags: [
      .fleetSize, .publishTo, .tenant, .batchTime, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
      .passwordFile,
    ],
    rules: [
      .each(of: .seed, .dialect, .language, .route, .terminal, .playedAddress, .pace, excludes: .fleetSize),
      .each(
        of: .publishTo, .tenant, .batchTime, .authorities, .deviceCertificate, .deviceKey, .brokerUser,
        .passwordFile, needs: .fleetSize),
    ],
    example: Command.Example(
      "gpsbridge simulate --fleet 1000 --publish mqtt://127.0.0.1 --duration 60s",
      "devices of a fleet, as load for its broker and collectors")
  ) { (parsed, output) throws(ToolError) in
    parsed.has(.fleetSize) ? try SimulatedFleet(parsed, output).run() : nil
  }
}

extension Flag {
  static let fleetSize = Flag(
    "fleet", "N", form: .whole(1...100_000, example: 20),
    help: "simulate this many devices of a fleet instead, which keep undelivered positions")
  static let publishTo = Flag(
    "publish", "URL", repeats: true,
    help: "where they publish: mqtts://HOST[:PORT], or mqtt://127.0.0.1 on this machine")
}
