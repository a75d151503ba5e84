internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import SerialPorts
internal import TerminalKit

/// Listens to the examined receiver until enough is known, or a signal comes.
struct DoctorListening {
  private enum Heard: Sendable {
    case report(Report)
    case bytes([UInt8], ContinuousClock.Instant)
  }

  /// The result: facts, or the signal that ended it.
  enum End {
    case heard(HeardFacts)
    case signal(CInt)
  }

  /// The interval between checks whether enough is known.
  private static let pause = Duration.milliseconds(250)

  static func run(
    _ receiver: Receiver, duration: Duration?, keepsBytes: Bool,
    time: any TimeSource = SystemTime()
  ) -> End {
    let queue = EventQueue<Heard>()
    let interrupts = Interrupts { queue.interrupt($0) }
    let begun = LiveMoment(time)
    var hearing = Hearing(duration: duration, keepsBytes: keepsBytes, at: begun.instant)
    // Subscribe before the device is opened, to keep its first bytes too.
    let chunks = keepsBytes ? receiver.onBytes { queue.put(.bytes($0, $1)) } : nil
    let listening = receiver.onReport { queue.put(.report($0)) }
    defer {
      withExtendedLifetime(interrupts) {
        chunks?.cancel()
        listening.cancel()
      }
    }
    while !hearing.isEnough(at: time.now) {
      switch queue.take(until: min(hearing.deadline, time.now + pause)) {
      case .event(.report(let report)): hearing.take(report, receiver.condition, at: LiveMoment(time))
      case .event(.bytes(let bytes, let arrival)): hearing.take(bytes, arrival: arrival)
      case .interrupt(.end(let signal)): return .signal(signal)
      case .interrupt, .deadline: break
      }
    }
    var heard = hearing.result(at: time.now)
    heard.begun = begun.utc(begun.instant)
    return .heard(heard)
  }
}
