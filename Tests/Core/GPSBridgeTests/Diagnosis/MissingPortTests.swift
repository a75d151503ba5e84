import SerialPorts
import Testing

@testable import GPSBridge

@Suite struct `A port that was named and is missing` {
  /// The verdict after these errors, one after the other.
  private func verdict(_ errors: [LocationError], sought: String) -> Verdict {
    let start = ContinuousClock.now
    var condition = ReceiverCondition()
    for var error in errors {
      error.sought = sought
      let event = ReceiverEvent(.state(.waitingForDevice(error)), at: start)
      condition.take(.event(event), counts: StreamTotals(), at: start)
    }
    return condition.verdict(at: start)
  }

  private let unknown = LocationError(.deviceNotFound, "no serial port is that")

  @Test func `is named`() {
    let missing = verdict([unknown], sought: "/dev/ttyUSB7")
    #expect(missing.code == .noDevice && missing.what == "/dev/ttyUSB7 is not there.")
    #expect(missing.evidence.map(\.description) == ["list of serial ports: no /dev/ttyUSB7"])
  }

  @Test(arguments: [LocationError.Code.deviceAmbiguous, .unreadable, .malformedSource])
  func `is not one that has several ports behind it, or something else`(_ code: LocationError.Code) {
    let found = verdict([unknown, LocationError(code, "found")], sought: "usb:1546:01a8")
    #expect(!found.what.contains("usb:1546:01a8"))
  }

  @Test func `is named with the reason where it can't come back`() {
    let gone = verdict([unknown, .terminalGone("/dev/pts/7")], sought: "/dev/pts/7")
    #expect(gone.what == "/dev/pts/7 is not there.")
    #expect(gone.why.hasPrefix("/dev/pts/7 is gone for good"))
    #expect(gone.remedy == "Name a link to the terminal, such as the one that --pty makes.")
  }
}
