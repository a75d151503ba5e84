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
    device.say(wireEpoch(second: second, latitude: latitude, fix: fix, dilution: dilution))
    second += 1
    wait(.seconds(1))
  }

  /// Lets time pass.
  func wait(_ duration: Duration) {
    device.settle()
    time.jump(by: duration)
    device.settle()
  }
}

/// Lets others run until a condition holds; if it never does, the time limit of the suite ends it.
@MainActor func until(_ condition: () -> Bool) async {
  // The time limit cancels the test, which must not spin on behind it.
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// Lets everything run that is waiting to run on the main actor now, and what that sets off.
@MainActor func breathe() async { for _ in 0..<200 { await Task.yield() } }
