import GPSDelivery
import Dispatch
import GPSBridge
import GPSSystemCalls
import SerialPorts
import TestSupport

/// When each epoch was written, and when somebody heard of it.
final class Stopwatch: Sendable {
  private let written = Guarded<[ContinuousClock.Instant]>([])
  private let heard = Guarded<[ContinuousClock.Instant]>([])

  func write() { written.withLock { $0.append(Self.now) } }
  func hear() { hear(.now) }
  /// Somebody heard of it at another moment than this.
  func hear(_ moment: ContinuousClock.Instant) { heard.withLock { $0.append(moment) } }

  /// Nanoseconds from the one to the other, without the first three seconds, in which the end of an epoch is learned.
  func times(after learned: Int = 40) -> [Int] {
    let (written, heard) = (written.withLock { $0 }, heard.withLock { $0 })
    // Who joins late, or closes an epoch late at first, has heard fewer: the last ones belong together.
    let count = min(written.count, heard.count)
    let pairs = zip(written.suffix(count), heard.suffix(count)).dropFirst(learned)
    return pairs.map { Int($0.duration(to: $1) / .nanoseconds(1)) }
  }

  private static var now: ContinuousClock.Instant { .now }
}

@MainActor private final class Hearer: LocationManagerDelegate {
  let watch: Stopwatch
  init(_ watch: Stopwatch) { self.watch = watch }
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) { watch.hear() }
}

/// From bytes that are written at the far end of a terminal to the delegate and to a stream.
@MainActor func measureTheWay(epochs: Int) async throws {
  print("receiver: from the write on a terminal to the program, ten epochs a second")
  let terminal = try PseudoTerminal()
  let receiver = Receiver(SerialDevice(.node(terminal.path), speed: 115_200))
  let manager = LocationManager(receiver)
  let (byCable, byDelegate, byStream) = (Stopwatch(), Stopwatch(), Stopwatch())
  let hearer = Hearer(byDelegate)
  manager.delegate = hearer
  let events = receiver.events.subscribe(.unbounded)
  manager.startUpdatingLocation()
  let stream = Task.detached {
    for try await locations in manager.didUpdateLocations {
      byStream.hear()
      if let moment = locations.last?.received { byCable.hear(moment) }
    }
  }
  for await event in events { if case .opened = event.kind { break } }
  for tenth in 0..<epochs {
    let bytes = epoch(tenth)
    byCable.write()
    byDelegate.write()
    byStream.write()
    try terminal.write(bytes)
    try await Task.sleep(for: .milliseconds(100))
  }
  stream.cancel()
  print("  the last byte, at the port     " + percentiles(byCable.times()))
  print("  delegate, on the main actor    " + percentiles(byDelegate.times()))
  print("  stream                         " + percentiles(byStream.times()))
  withExtendedLifetime(hearer) {}
  try await measureTheLeast(epochs: epochs)
  await measureTheOther(epochs: epochs)
}
