internal import GPSBridge
internal import SerialPorts
internal import TerminalKit
internal import GPSBase

/// Listens to several ports at once.
struct PortProbing {
  private struct Heard: Sendable {
    var index: Int
    var report: Report
  }

  /// Listens to free ports until each is identified, the time is over, or a signal comes.
  ///
  /// - Parameters:
  ///   - ports: The ports, which get their results.
  ///   - time: How long to listen to each.
  ///   - hearsSignals: Whether signals end it; a test leaves them to its runner.
  /// - Returns: The signal, if one came.
  static func run(_ ports: inout [ListedPort], for time: Duration, hearsSignals: Bool = true) -> CInt? {
    let queue = EventQueue<Heard>()
    let interrupts = hearsSignals ? Interrupts { queue.interrupt($0) } : nil
    var probes: [Int: PortProbe] = [:]
    var listenings: [Int: ReceiverListening] = [:]
    var receivers: [Int: Receiver] = [:]
    for index in ports.indices where ports[index].isFree {
      let receiver = Receiver(SerialDevice(.node(ports[index].port.node)))
      probes[index] = PortProbe()
      receivers[index] = receiver
      listenings[index] = receiver.onReport { queue.put(Heard(index: index, report: $0)) }
    }
    let deadline = SystemTime().now + time
    var signal: CInt?
    waiting: while !listenings.isEmpty {
      switch queue.take(until: deadline) {
      case .event(let heard):
        probes[heard.index]?.take(heard.report)
        if probes[heard.index]?.result != nil { listenings[heard.index] = nil }
      case .interrupt(.end(let number)):
        signal = number
        break waiting
      case .interrupt: break
      case .deadline: break waiting
      }
    }
    for (index, receiver) in receivers {
      probes[index]?.end(receiver.counts)
      ports[index].heard = probes[index]?.result
      guard probes[index]?.result?.isReceiver == true else { continue }
      if let note = PortMemory.remember(receiver, at: SystemTime().utcSeconds) { ErrorReport.say(note) }
    }
    return withExtendedLifetime(interrupts) { signal }
  }
}

enum ProbeResult: Hashable, Sendable {
  /// Complete sentences or messages, at this speed if the line has one.
  case speaks(language: String, speed: Int?)
  case notUnderstood(bytes: Int)
  case silent
  /// It could not be opened.
  case refused(String)

  var isReceiver: Bool { if case .speaks = self { true } else { false } }

  var words: String {
    switch self {
    case .speaks(let language, let speed): speed.map { "\(language) \($0)" } ?? language
    case .notUnderstood(let bytes): "not understood: \(Plural.of(bytes, "byte"))"
    case .silent: "silent"
    case .refused(let why): why
    }
  }
}

/// Listens to one port until its protocol is known: a pure value.
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
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict: break
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
