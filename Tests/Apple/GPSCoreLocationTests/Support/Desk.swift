import GPSCoreLocation
import GPSBridge
import SimulatedGPS
import TestSupport

/// A receiver on a desk, with a manager on it: a device that the test plays, and a clock that it moves.
@MainActor final class Desk {
  let time: ManualTime
  let device: DeskDevice
  let receiver: Receiver
  let manager: CLLocationManager
  private var second = 0

  init(plugged: Bool = true, refusing: LocationError? = nil) {
    let time = ManualTime(utcSeconds: 1_795_176_000)
    self.time = time
    device = DeskDevice(time, plugged: plugged)
    device.refuse(refusing)
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    receiver = Receiver(device, time: time, options: options)
    manager = CLLocationManager(receiver: receiver)
  }

  /// Waits until the device is open.
  func opened() async { await until { self.device.isOpen } }

  /// Lets time pass until the device is closed.
  func closed() async {
    await until {
      self.wait(.seconds(1))
      return !self.device.isOpen
    }
  }

  /// Lets the device say one epoch, a second after the last one.
  func epoch(_ latitude: Double = 48, fix: Bool = true, dilution: Double = 0.9) {
    device.say(Self.epoch(second: second, latitude: latitude, fix: fix, dilution: dilution))
    second += 1
    wait(.seconds(1))
  }

  /// Lets time pass.
  func wait(_ duration: Duration) {
    device.settle()
    time.advance(by: duration)
    device.settle()
  }

  /// One epoch of a receiver that sends RMC and GGA, in the twelfth hour of 20 November 2026.
  nonisolated static func epoch(
    second: Int, latitude: Double = 48, fix: Bool = true, dilution: Double = 0.9
  ) -> [UInt8] {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = "12" + two(second / 60) + two(second % 60) + ".00"
    let minutes = String(format: "%08.5f", (latitude - latitude.rounded(.down)) * 60)
    let place = fix ? "\(two(Int(latitude)))\(minutes),N,01131.00000,E" : ",,,"
    return wire([
      "GPRMC,\(time),\(fix ? "A" : "V"),\(place),0.0,,201126,,,\(fix ? "A" : "N")",
      "GPGGA,\(time),\(place),\(fix ? 1 : 0),08,\(dilution),\(fix ? "545.4,M,46.9,M" : ",,,"),,",
    ])
  }
}

/// Lets others run until a condition holds; if it never does, the time limit of the suite ends it.
@MainActor func until(_ condition: () -> Bool) async {
  // The time limit cancels the test, which must not spin on behind it.
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Lets everything run that is waiting to run on the main actor now, and what that sets off.
@MainActor func breathe() async { for _ in 0..<200 { await Task.yield() } }
