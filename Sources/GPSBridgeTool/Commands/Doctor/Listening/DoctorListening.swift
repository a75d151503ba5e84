internal import GPSBridge
internal import Glibc
internal import SerialPorts

/// Listens to the examined receiver until enough is known, or a signal comes.
struct DoctorListening {
  private struct Heard: Sendable {
    var output: ReceiverOutput
    var counts: StreamTotals
    var lastByte: ContinuousClock.Instant
  }

  /// What it came to: facts, or the signal that ended it.
  enum End {
    case heard(HeardFacts)
    case signal(CInt)
  }

  /// How often it is looked whether enough is known.
  private static let pause = Duration.milliseconds(250)

  static func run(
    _ receiver: Receiver, duration: Duration?, keepsSentences: Bool,
    time: any TimeSource = SystemTime()
  ) -> End {
    let queue = EventQueue<Heard>()
    let interrupts = Interrupts { queue.interrupt($0) }
    var hearing = Hearing(duration: duration, keepsSentences: keepsSentences, at: time.now)
    let listening = receiver.listen(sentences: keepsSentences) { [weak receiver] output, lastByte in
      guard let receiver else { return }
      queue.put(Heard(output: output, counts: receiver.counts, lastByte: lastByte))
    }
    defer { withExtendedLifetime(interrupts) { listening.cancel() } }
    while !hearing.isEnough(at: time.now) {
      switch queue.take(until: min(hearing.deadline, time.now + pause)) {
      case .event(let heard):
        hearing.take(heard.output, counts: heard.counts, lastByte: heard.lastByte, at: LiveMoment(time))
      case .interrupt(.end(let signal)): return .signal(signal)
      case .interrupt, .deadline: break
      }
    }
    return .heard(hearing.result(at: time.now))
  }
}
