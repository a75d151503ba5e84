import GPSDelivery
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridge

/// A receiver of MediaTek's on the bench, which answers as it is told to.
struct SettingsBench {
  let bench: Bench
  private let code: Guarded<Int?>
  private let listener: Subscription<LocationUpdate, Never>

  /// A device that is plugged in, listened to, and has said who it is.
  init(_ place: DevicePlace? = nil, _ change: (inout ReceiverOptions) -> Void = { _ in }) {
    let code = Guarded<Int?>(3)
    self.code = code
    bench = Bench(plugged: false, change)
    bench.device.answer { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("$PMTK"), !text.hasPrefix("$PMTK251"), let code = code.withLock({ $0 }) else {
        return nil
      }
      return wire("PMTK001,\(text.dropFirst(5).prefix(3)),\(code)")
    }
    listener = bench.receiver.updates.subscribe(.latest)
    bench.device.plug(place)
    bench.settle()
    bench.say(wire("PMTK011,MTKGPS"))
  }

  var receiver: Receiver { bench.receiver }
  var device: FakeDevice { bench.device }
  var written: [String] { device.written.map { String(decoding: $0, as: UTF8.self) } }

  /// What it answers from now on; nil for nothing.
  func answers(_ code: Int?) { self.code.withLock { $0 = code } }

  /// Waits until so many commands were written since the device was opened.
  func untilWritten(_ count: Int) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while written.count < count {
      try #require(ContinuousClock.now < end, "only \(written) was written")
      await Task.yield()
      bench.settle()
    }
    bench.settle()
  }
}
