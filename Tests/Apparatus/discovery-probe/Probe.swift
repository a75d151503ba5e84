import DiscoverySupport
import GPSEventRuntime
import Glibc
import SerialPorts

/// Performs one step after the other, and prints what comes of it.
final class Probe {
  private var bed: Testbed?
  private var plugged: [String: FakePort] = [:]
  private var monitor: SerialPortMonitor?
  private var observation: SerialPortObservation?
  private let loop = EventLoop.shared

  func perform(_ words: [String]) {
    do { try step(words.first ?? "", Array(words.dropFirst())) } catch let trouble as Testbed.Trouble {
      say("trouble \(trouble.text)")
    } catch {
      say("error \(error)")
    }
  }

  /// Stops watching, and takes the test bed away.
  func end() {
    observation = nil
    monitor = nil
    bed = nil
  }

  private var roots: SystemRoots { bed?.roots ?? .standard }

  private func step(_ word: String, _ rest: [String]) throws {
    switch (word, rest.count) {
    case ("bed", 0): bed = try Testbed()
    case ("plug", 3): try plug(rest)
    case ("unplug", 1): bed?.unplug(try port(rest[0]))
    case ("slip", 3): try bed?.plugSilently(try port(rest))
    case ("steal", 1): try bed?.unplugSilently(try port(rest[0]))
    case ("tell", 2): bed?.tell(try port(rest[0]), rest[1])
    case ("monitor", 0), ("monitor", 3): try watch(rest)
    case ("hangup", 1): monitor?.portHungUp(try port(rest[0]).node)
    case ("list", 0):
      let list = SerialPortList.current(roots: roots)
      for port in list.ports { say("port \(described(port))") }
      say("listed \(list.source)")
    case ("choose", 1):
      let port = try SerialPortSelector(rest[0]).resolve(among: SerialPortList.current(roots: roots).ports)
      say("chosen \(described(port))")
    case ("sync", 0): say("sync")
    default: throw Testbed.Trouble(text: "no step is \(word) \(rest)")
    }
  }

  private func port(_ name: String) throws -> FakePort {
    guard let port = plugged[name] else { throw Testbed.Trouble(text: "\(name) was never plugged in") }
    return port
  }

  private func plug(_ words: [String]) throws { try bed?.plug(try port(words)) }

  private func port(_ words: [String]) throws -> FakePort {
    guard let port = FakePort.named(words[0], words[1], at: words[2]) else {
      throw Testbed.Trouble(text: "no device is \(words[0])")
    }
    plugged[port.name] = port
    return port
  }

  private func watch(_ words: [String]) throws {
    var failure: (any Error)?
    let watching = SerialPortMonitor(roots: roots, patience: MonitorEngine.Patience()) {
      do { if !words.isEmpty { try plug(words) } } catch { failure = error }
    }
    if let failure { throw failure }
    say("source \(watching.source)")
    observation = watching.observe(on: loop) { event in
      switch event {
      case .appeared(let port): say("appeared \(described(port))")
      case .changed(let old, let new): say("changed \(old.node) \(described(new))")
      case .disappeared(let port): say("disappeared \(described(port))")
      }
    }
    monitor = watching
  }
}

private func described(_ port: SerialPortDescription) -> String {
  "\(port.node) \(port.classification.kind) \(port.key)"
}

/// One line, in one piece, at once.
private func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}
