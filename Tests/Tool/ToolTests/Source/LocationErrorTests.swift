import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `An error of the library` {
  @Test(
    arguments: [
      (.deviceNotFound, .notFound), (.permissionDenied, .permissionDenied), (.deviceBusy, .busy),
      (.unreadable, .nothingKnown), (.timedOut, .notInTime), (.locationUnknown, .notInTime),
      (.disconnected, .lost), (.deviceAmbiguous, .usage), (.malformedSource, .usage),
      (.settingRefused, .refused), (.settingTimedOut, .refused), (.portFailed, .unexpected),
      (.cancelled, .unexpected),
    ] as [(LocationError.Code, ExitCode)])
  func `ends the program with the code of the design`(code: LocationError.Code, exit: ExitCode) {
    let complaint = ToolError(LocationError(code, "it failed"), .automatic)
    #expect(complaint.exit == exit)
    #expect(complaint.code == code.rawValue)
    #expect(complaint.message == "it failed")
    #expect(!complaint.hint.isEmpty)
  }

  @Test func `of a port says what was found, what was expected, and what to do`() {
    let port = SerialPortError(
      code: .busy, path: "/dev/ttyUSB0",
      found: "cannot open /dev/ttyUSB0: it is in use by gpsd (process 812)",
      expected: "a port that no other program has open", remedy: "stop it")
    let complaint = ToolError(
      LocationError(.deviceBusy, "both in one", underlying: port), .port("/dev/ttyUSB0"))
    #expect(
      complaint.text == """
        error: cannot open /dev/ttyUSB0: it is in use by gpsd (process 812)
          expected: a port that no other program has open
          fix: stop it

        """)
  }

  @Test func `of several lines is told in three`() {
    let error = LocationError(.deviceNotFound, "none is there: these are:\n  a may be it\n  b may be it")
    let complaint = ToolError(error, .automatic)
    #expect(complaint.message == "none is there: these are")
    #expect(complaint.reason == "a may be it; b may be it")
    #expect(complaint.text.split(separator: "\n").count == 3)
  }

  @Test func `can't move a cursor`() {
    let complaint = ToolError(LocationError(.portFailed, "\u{1B}[2Jboo"), .automatic)
    #expect(complaint.message == #"\x1b[2Jboo"#)
  }
}

@Suite struct `Advice about ports` {
  private func port(_ node: String, _ kind: SerialPortKind, model: String) -> SerialPortDescription {
    var port = SerialPortDescription(node: node)
    port.classification = Classification(kind: kind, reason: "", model: model)
    return port
  }

  @Test func `names each bridge with the command to try`() {
    let ports = [
      port("/dev/ttyUSB0", .bridge, model: "PL2303"), port("/dev/ttyUSB1", .bridge, model: "CH340"),
      port("/dev/ttyACM0", .other, model: "a modem"),
    ]
    #expect(
      PortAdvice(ports, for: "watch").lines == [
        "/dev/ttyUSB0 (PL2303) may be your receiver: gpsbridge watch /dev/ttyUSB0",
        "/dev/ttyUSB1 (CH340) may be your receiver: gpsbridge watch /dev/ttyUSB1",
      ])
    #expect(
      PortAdvice(ports, for: "fix").complaint.text == """
        error: no GPS receiver is plugged in
          /dev/ttyUSB0 (PL2303) may be your receiver; /dev/ttyUSB1 (CH340) may be your receiver
          fix: gpsbridge fix /dev/ttyUSB0, or gpsbridge fix /dev/ttyUSB1

        """)
  }

  @Test func `says of each kind what it is`() {
    let kinds: [SerialPortKind] = [.binaryReceiver, .gateway, .modemReceiver, .unknown]
    let lines = PortAdvice(kinds.map { port("/dev/x", $0, model: "it") }, for: "fix").lines
    #expect(
      lines == [
        "/dev/x (it) is a receiver that sends no NMEA by default: gpsbridge fix /dev/x",
        "/dev/x (it) forwards what other instruments send: gpsbridge fix /dev/x",
        "/dev/x (it) is a modem's GPS port, to be switched on first (mmcli): gpsbridge fix /dev/x",
        "/dev/x (it) may be your receiver: gpsbridge fix /dev/x",
      ])
  }

  @Test func `without ports is to plug one in`() {
    let complaint = PortAdvice([], for: "watch").complaint
    #expect(complaint.exit == .notFound)
    #expect(complaint.hint == "plug it in; gpsbridge devices --all lists the ports that are there")
  }
}
