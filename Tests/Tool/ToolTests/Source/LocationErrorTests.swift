import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `An error of the library` {
  @Test func `ends the program with the code of the design, in words that were found right`() throws {
    let codes: [LocationError.Code] = [
      .deviceNotFound, .permissionDenied, .deviceBusy, .unreadable, .timedOut, .locationUnknown,
      .disconnected,
      .deviceAmbiguous, .malformedSource, .settingRefused, .settingTimedOut, .portFailed, .cancelled,
    ]
    let port = SerialPortError(
      code: .busy, path: "/dev/ttyUSB0",
      found: "cannot open /dev/ttyUSB0: it is in use by gpsd (process 812)",
      expected: "a port that no other program has open", remedy: "stop it")
    let errors =
      codes.map { LocationError($0, "it failed") } + [
        LocationError(.deviceBusy, "both in one", underlying: port),
        LocationError(.deviceNotFound, "none is there: these are:\n  a may be it\n  b may be it"),
        LocationError(.portFailed, "\u{1B}[2Jboo"),
      ]
    let text = errors.map { error in
      let complaint = ToolError(error, error.underlying == nil ? .automatic : .port("/dev/ttyUSB0"))
      return "\(complaint.code), \(complaint.exit): \(complaint.text)"
    }
    try Transcript.expect(text.joined(), is: "location-errors")
  }
}

@Suite struct `Advice about ports` {
  private func port(_ node: String, _ kind: SerialPortKind, model: String) -> SerialPortDescription {
    var port = SerialPortDescription(node: node)
    port.classification = Classification(kind: kind, reason: "", model: model)
    return port
  }

  @Test func `names each port with the command to try, in words that were found right`() throws {
    let kinds: [SerialPortKind] = [.binaryReceiver, .gateway, .modemReceiver, .unknown]
    let bridges = [
      port("/dev/ttyUSB0", .bridge, model: "PL2303"), port("/dev/ttyUSB1", .bridge, model: "CH340"),
      port("/dev/ttyACM0", .other, model: "a modem"),
    ]
    let text = [bridges, kinds.map { port("/dev/x", $0, model: "it") }, []].map { ports in
      let advice = PortAdvice(ports, for: "watch")
      return advice.lines.map { $0 + "\n" }.joined() + "\(advice.complaint.exit): \(advice.complaint.text)"
    }
    try Transcript.expect(text.joined(), is: "port-advice")
  }
}
