import GPSDelivery
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport

@testable import GPSBridge

/// A receiver on the bench: a device that the test plays, and a clock that it moves.
final class Bench: Sendable {
  let time: ManualTime
  let device: FakeDevice
  let receiver: Receiver
  private let log = Guarded<[Report]>([])
  private let seconds = Guarded(-1)
  private let start: ContinuousClock.Instant
  private let listener = Guarded<Subscription<LocationUpdate, Never>?>(nil)

  init(
    plugged: Bool = true, on loop: EventLoop = .shared, _ change: (inout ReceiverOptions) -> Void = { _ in }
  ) {
    time = ManualTime()
    start = time.now
    device = FakeDevice(time, plugged: plugged)
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    change(&options)
    receiver = Receiver(device, time: time, options: options, on: loop)
    receiver.engine.observe { [log] output in log.withLock { $0.append(output) } }
  }

  /// Listens to the receiver for as long as there is the bench, so that it opens its device.
  func listen() {
    listener.withLock { $0 = receiver.updates.subscribe(.unbounded) }
    settle()
  }

  /// Waits until the receiver's loop has nothing left to do now.
  func settle() { for _ in 0..<6 { receiver.engine.loop.sync {} } }

  /// Lets time pass.
  func wait(_ duration: Duration) {
    settle()
    time.jump(by: duration)
    settle()
  }

  /// Lets the device send one epoch, dated by the time that has passed, and at least a second after the last one.
  func epoch(latitude: Double = 48, fix: Bool = true) {
    say(wireEpoch(second: nextSecond(), latitude: latitude, fix: fix))
    wait(.seconds(1))
  }

  func say(_ bytes: [UInt8]) {
    settle()
    device.say(bytes)
    settle()
  }

  private func nextSecond() -> Int {
    let passed = Int(start.duration(to: time.now) / .seconds(1))
    return seconds.withLock { second in
      second = max(second + 1, passed)
      return second
    }
  }

  /// Everything that was told, in order.
  var outputs: [Report] { log.withLock { $0 } }
  var events: [ReceiverEvent.Kind] {
    outputs.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
  }
  var updates: [LocationUpdate] { outputs.compactMap(\.update) }
}
