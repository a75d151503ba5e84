internal import GPSBridge
internal import Texts

/// What came from a port that was listened to.
enum ProbeResult: Hashable, Sendable {
  /// Whole sentences or messages, at this speed where there is one.
  case speaks(language: String, speed: Int?)
  /// Bytes that nothing is known about.
  case notUnderstood(bytes: Int)
  case silent
  /// It could not be opened.
  case refused(String)

  var isReceiver: Bool {
    if case .speaks = self { true } else { false }
  }

  var words: String {
    switch self {
    case .speaks(let language, let speed): speed.map { "\(language) \($0)" } ?? language
    case .notUnderstood(let bytes): "not understood: \(Plural.of(bytes, "byte"))"
    case .silent: "silent"
    case .refused(let why): why
    }
  }
}

/// Listens to one port until it is known what speaks there: a pure value.
struct PortProbe: Sendable {
  private var speed: Int?
  private(set) var result: ProbeResult?

  init() {}

  mutating func take(_ report: Report) {
    guard result == nil else { return }
    switch report {
    case .epoch: result = .speaks(language: "NMEA", speed: speed)
    case .event(let event): take(event.kind)
    case .failed(let error): result = .refused(error.code.rawValue)
    case .update, .sky, .sentence, .message, .setting, .verdict: break
    }
  }

  private mutating func take(_ event: ReceiverEvent.Kind) {
    switch event {
    case .speedFound(let found): speed = found
    case .binary(let language): result = .speaks(language: language.name, speed: speed)
    case .openFailed(let error): result = .refused(error.code == .deviceBusy ? "busy" : "cannot be opened")
    case .disconnected: result = .refused("gone")
    default: break
    }
  }

  /// The time is over; so much had been counted.
  mutating func end(_ counts: StreamTotals) {
    guard result == nil else { return }
    if counts.sentences > 0 {
      result = .speaks(language: "NMEA", speed: speed)
    } else if counts.messages > 0 {
      result = .speaks(language: "UBX", speed: speed)
    } else {
      result = counts.bytes > 0 ? .notUnderstood(bytes: counts.bytes) : .silent
    }
  }
}
