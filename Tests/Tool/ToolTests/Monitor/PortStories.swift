import GPSBridge
import SerialPorts

@testable import GPSBridgeTool
@testable import TerminalKit

/// What receivers tell that cannot be opened, told by hand.
enum PortStories {
  static let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", name: "u-blox 7", speed: .unknown)
  private static let start = ContinuousClock.now
  private static let utc = 1_795_158_502.0

  static func state(_ source: String, _ events: [ReceiverEvent.Kind], for time: Duration) -> MonitorState {
    var state = MonitorState([MonitoredDevice(source: source)], at: start, utcSeconds: utc)
    for event in events { state.take(.event(ReceiverEvent(event, at: start)), StreamTotals(), from: 0) }
    state.advance(to: start + time, utcSeconds: utc + time / .seconds(1))
    return state
  }

  static var denied: MonitorState {
    let error = LocationError(
      .permissionDenied,
      "cannot open /dev/ttyUSB0: permission denied; expected: a member of the group dialout, which this user is not",
      remedy: "add yourself to the group, then log out and in: sudo usermod -aG dialout $USER",
      underlying: SerialPortError(code: .permissionDenied, path: "/dev/ttyUSB0", found: "permission denied"))
    return state(
      "/dev/ttyUSB0", [.attached(place), .openFailed(error), .state(.waitingToRetry(error))], for: .seconds(3)
    )
  }

  static var busy: MonitorState {
    let holder = PortHolder(process: 812, name: "gpsd", isSessionLeader: true)
    let error = LocationError(
      .deviceBusy,
      "cannot open /dev/ttyUSB0: it is in use by gpsd (process 812); expected: a port that no other program has open",
      remedy: holder.remedy,
      underlying: SerialPortError(code: .busy, path: "/dev/ttyUSB0", found: "in use", holders: [holder]))
    return state(
      "/dev/ttyUSB0", [.attached(place), .openFailed(error), .state(.waitingToRetry(error))], for: .seconds(3)
    )
  }

  static func waiting(_ ports: [MonitorPort]) -> MonitorState {
    let error = LocationError(.deviceNotFound, "no receiver is plugged in")
    var state = state("auto", [.state(.waitingForDevice(error))], for: .seconds(72))
    state.ports = ports
    return state
  }

  static let bridges = [
    MonitorPort(node: "/dev/ttyUSB0", name: "PL2303", guess: .mayBe),
    MonitorPort(node: "/dev/ttyUSB1", name: "CP210x", guess: .mayBe),
    MonitorPort(node: "/dev/ttyUSB3", name: "Quectel EC25", guess: .modem),
    MonitorPort(node: "/dev/ttyACM1", name: "Arduino Uno", guess: .other),
  ]
}

extension MonitorState {
  func screen(_ width: Int = 80, _ height: Int = 24, _ options: MonitorOptions = MonitorOptions()) -> Canvas {
    MonitorPicture.draw(self, ScreenSize(width: width, height: height), options)
  }
}
