internal import GPSBridge
internal import SerialPorts
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// Listens to several ports at once.
struct PortProbing {
  private struct Heard: Sendable {
    var index: Int
    var report: Report
  }

  /// Listens to those that are free, until each has spoken or the time is over; ends early by a signal.
  ///
  /// - Parameters:
  ///   - ports: The ports, which get what was heard.
  ///   - time: How long each is listened to.
  ///   - hearsSignals: Whether signals end it; a test leaves those to whoever runs it.
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
