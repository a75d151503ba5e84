internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import SimulatedGPS
internal import Texts
internal import ToolFiles

/// `gpsbridge simulate`: plays a receiver that is not there, to standard output or behind a pseudo-terminal.
struct SimulateCommand {
  private let parsed: ParsedArguments
  private let output: ByteOutput
  private let pace: PlayPace
  private let duration: Duration?
  private let link: String?

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    self.parsed = parsed
    self.output = output
    pace = try parsed.pace()
    duration = try parsed.duration(of: .duration)
    link = parsed.value(of: .terminal)
    if link != nil, pace != .times(1) {
      throw Usage.contradiction(
        "--speed does not go with --pty: a port has the pace of its line", "leave one of them out")
    }
  }

  func run() throws(Complaint) -> ExitCode {
    if parsed.has(.list) {
      output.write(text: ScenarioList.text)
      return .done
    }
    let scenario = try scenario()
    try SimulatedRate.check(scenario, .scenario, named: parsed.operand(0)?.text ?? "drive")
    let engine = SimulatedReceiverEngine(scenario)
    guard let link else {
      // Faster than real, an hour is an hour of the receiver's.
      return try Stage(duration: nil).play(engine, pace: pace, for: duration)
    }
    return try Stage(duration: duration).play(
      engine, behind: link == "auto" ? nil : link,
      "virtual receiver (\(scenario.name), \(scenario.dialect.name), seed \(scenario.seed))")
  }

  private func scenario() throws(Complaint) -> Scenario {
    var text = "sim:\(parsed.operand(0)?.text ?? "drive")"
    for (flag, key) in [(Flag.seed, "seed"), (.fixRate, "rate"), (.dialect, "dialect"), (.route, "route")] {
      guard let value = parsed.value(of: flag) else { continue }
      text += "\(text.contains("?") ? "&" : "?")\(key)=\(Self.escaped(value))"
    }
    var complaint: Complaint?
    do throws(ScenarioError) {
      return try Scenario(parsing: text) { path in
        do throws(Complaint) {
          if let bytes = try SmallFile.read(Array(path.utf8)) { return bytes }
          throw OpenFailure.complaint(2, Array(path.utf8))
        } catch {
          complaint = error
          throw error
        }
      }
    } catch {
      if let complaint { throw complaint }
      throw Complaint(error)
    }
  }

  /// A value that can stand in the text of a scenario.
  private static func escaped(_ value: String) -> String {
    value.utf8.map { byte in
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 47, 95: String(Unicode.Scalar(byte))
      default: "%" + ShownText.hexadecimal(UInt32(byte), digits: 2)
      }
    }.joined()
  }
}

extension Complaint {
  /// Tells why nothing can be simulated.
  init(_ error: ScenarioError) {
    let parts = ShownText.of(error.description.utf8).split(separator: ";", maxSplits: 1)
    self.init(
      code: error.code.rawValue, exit: .usage, message: String(parts.first ?? ""),
      reason: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : nil,
      hint: error.code == .unknownName
        ? "gpsbridge simulate --list tells about each" : "gpsbridge simulate --help tells more")
  }
}
