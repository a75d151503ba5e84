// Commands from the host: finding them in the bytes, parsing each maker's command language, and answering.

internal import GPSBridge
internal import NMEA

enum CommandEffect: Sendable, Hashable {
  /// Nanoseconds between epochs.
  case interval(Int64)
  /// Sets the line to this many bits per second, after the output that is still being sent.
  case speed(Int)
  /// Speed and protocols of one port of a u-blox.
  case port(PUBX41)
  /// One sentence, sent every nth epoch; zero switches it off.
  case output(SentenceKind, Int)
  /// These sentences, each sent every nth epoch, and no others.
  case outputs([SentenceKind: Int])
  case defaultOutputs
  case restart(Scenario.PowerUp)
  /// One sentence, sent immediately.
  case tell(SentenceKind)
  /// Sends an answer with this body.
  case reply(String)
}

/// Finds commands in the host's bytes: whole sentences with a valid checksum; all else is skipped.
struct CommandReader: Sendable {
  private var line: [UInt8] = []
  /// A longer command is discarded; no maker's commands are this long.
  private static let longest = 256

  /// Reads bytes and returns the bodies of the commands that they complete.
  mutating func take(_ bytes: Span<UInt8>) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "$") {
        line.removeAll(keepingCapacity: true)
        line.append(byte)
      } else if byte == 0x0A || byte == 0x0D {
        if let body = Self.body(line) { bodies.append(body) }
        line.removeAll(keepingCapacity: true)
      } else if !line.isEmpty {
        line.append(byte)
        if line.count > Self.longest { line.removeAll(keepingCapacity: true) }
      }
    }
    return bodies
  }

  /// Returns the text between `$` and `*` if the checksum matches.
  private static func body(_ line: [UInt8]) -> [UInt8]? {
    guard line.count >= 5, line[0] == UInt8(ascii: "$"), line[line.count - 3] == UInt8(ascii: "*") else {
      return nil
    }
    let body = Array(line[1..<(line.count - 3)])
    let said = String(decoding: line[(line.count - 2)...], as: UTF8.self)
    guard UInt8(said, radix: 16) == Checksum.of(body.span) else { return nil }
    return body
  }
}

extension CommandLanguage {
  func effects(of body: [UInt8], _ dialect: Dialect, _ support: Scenario.CommandSupport) -> [CommandEffect] {
    guard self != .none, support != .ignores else { return [] }
    var fault: FieldFault?
    let sentence = try? Sentence(body: body.span, fault: &fault)
    var control: ControlSentence.Content?
    if case .vendor(let known) = sentence { control = known.control }
    switch self {
    case .mediatek: return Mediatek.effects(body, control, dialect, support)
    case .ublox where support == .obeys: return Self.ublox(body, control)
    case .sirf where support == .obeys: return Self.sirf(control)
    case .casic where support == .obeys: return Self.casic(control, dialect)
    default: return []
    }
  }

  /// PUBX: sentence rates, the speed, and queries.
  private static func ublox(_ body: [UInt8], _ control: ControlSentence.Content?) -> [CommandEffect] {
    switch control {
    case .pubx40(let command):
      guard let kind = SentenceKind(name: command.sentence.bytes) else { return [] }
      // USB has its own port; a receiver connected through a serial bridge uses the first UART.
      guard let period = command.usbRate ?? command.serial1Rate else { return [] }
      return [.output(kind, period)]
    case .pubx41(let command): return [.port(command)]
    default: return question(body).map { [.tell($0)] } ?? []
    }
  }

  /// Returns the sentence that a query, a tag without fields, asks for.
  private static func question(_ body: [UInt8]) -> SentenceKind? {
    body.starts(with: "PUBX".utf8) ? SentenceKind(name: body) : nil
  }

  /// PSRF: the speed, and sentence rates in seconds.
  private static func sirf(_ control: ControlSentence.Content?) -> [CommandEffect] {
    switch control {
    case .psrf100(let command): return command.language == .nmea ? speed(command.baudRate) : []
    case .psrf103(let command):
      guard let output = command.output, let kind = outputs[output] else { return [] }
      return command.request == .ask ? [.tell(kind)] : [.output(kind, command.interval ?? 1)]
    default: return []
    }
  }

  private static let outputs: [PSRF103.Output: SentenceKind] = [
    .gga: .gga, .gll: .gll, .gsa: .gsa, .gsv: .gsv, .rmc: .rmc, .vtg: .vtg, .zda: .zda,
  ]

  /// PCAS: the speed, the interval and the sentences.
  private static func casic(_ control: ControlSentence.Content?, _ dialect: Dialect) -> [CommandEffect] {
    switch control {
    case .pcas01(let command): return speed(command.baudRate)
    case .pcas02(let command): return interval(command.interval, dialect).map { [.interval($0)] } ?? []
    case .pcas03(let command):
      let known: [(PCAS03.Output, SentenceKind)] = [
        (.gga, .gga), (.gll, .gll), (.gsa, .gsa), (.gsv, .gsv), (.rmc, .rmc), (.vtg, .vtg), (.zda, .zda),
        (.ant, .antenna), (.gst, .gst),
      ]
      return known.compactMap { output, kind in command[output].map { .output(kind, $0) } }
    default: return []
    }
  }

  static func speed(_ speed: Int?) -> [CommandEffect] {
    guard let speed, CommandLineSpeed.usual.contains(speed) else { return [] }
    return [.speed(speed)]
  }

  /// Converts an interval from seconds to nanoseconds, in whole milliseconds, if the receiver supports it.
  static func interval(_ seconds: Double?, _ dialect: Dialect) -> Int64? {
    guard let seconds, seconds > 0, seconds <= 10 else { return nil }
    let nanoseconds = Int64(seconds * 1000 + 0.5) * 1_000_000
    return nanoseconds >= dialect.shortestInterval ? nanoseconds : nil
  }
}

/// MediaTek's commands and their answers.
enum Mediatek {
  static func effects(
    _ body: [UInt8], _ control: ControlSentence.Content?, _ dialect: Dialect,
    _ support: Scenario.CommandSupport
  ) -> [CommandEffect] {
    guard let number = number(of: body) else { return [] }
    guard support == .obeys else { return [answer(number, .failed)] }
    switch control {
    case .pmtk220(let command):
      guard let interval = CommandLanguage.interval(command.interval, dialect) else {
        return [answer(number, .failed)]
      }
      return [.interval(interval), answer(number, .succeeded)]
    case .pmtk251(let command):
      // No answer: it would be sent at the new speed before the host switches to it.
      return CommandLanguage.speed(command.baudRate == 0 ? dialect.speed : command.baudRate)
    case .pmtk314(let command): return [outputs(command), answer(number, .succeeded)]
    case .pmtk605: return [.reply("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0")]
    case .pmtk101: return [.restart(.hot)]
    case .pmtk102: return [.restart(.warm)]
    case .pmtk103: return [.restart(.cold)]
    case .pmtk104: return [.defaultOutputs, .restart(.cold)]
    default: return [answer(number, .unsupported)]
    }
  }

  private static func outputs(_ command: PMTK314) -> CommandEffect {
    guard command[.gll] != -1 else { return .defaultOutputs }
    let known: [(PMTK314.Output, SentenceKind)] = [
      (.gll, .gll), (.rmc, .rmc), (.vtg, .vtg), (.gga, .gga), (.gsa, .gsa), (.gsv, .gsv), (.gst, .gst),
      (.zda, .zda),
    ]
    var periods: [SentenceKind: Int] = [:]
    for (output, kind) in known { periods[kind] = command[output] ?? 0 }
    return .outputs(periods)
  }

  private static func answer(_ number: Int, _ result: PMTK001.Result) -> CommandEffect {
    let digits = number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
    return .reply("PMTK001,\(digits),\(result.rawValue)")
  }

  /// Returns the three digits after PMTK; nil for answers and for anything else.
  private static func number(of body: [UInt8]) -> Int? {
    guard body.count >= 7, body.starts(with: "PMTK".utf8) else { return nil }
    let end = body.firstIndex(of: UInt8(ascii: ",")) ?? body.endIndex
    guard end == 7, let number = Int(String(decoding: body[4..<7], as: UTF8.self)), number > 11 else {
      return nil
    }
    return number
  }
}
