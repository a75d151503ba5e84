import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `A port without wires` {
  @Test func `says that it has none, and goes on`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    let refused: [SerialPortError?] = [
      #expect(throws: SerialPortError.self) { try port.line.modemLines() },
      #expect(throws: SerialPortError.self) { try port.line.raise(.dataTerminalReady) },
      #expect(throws: SerialPortError.self) { try port.line.lower(.driven) },
      #expect(throws: SerialPortError.self) { try port.line.counters() },
    ]
    #expect(refused.map(\.?.code) == Array(repeating: .unsupported, count: 4))
    #expect(refused[2]?.found == "cannot lower DTR RTS on \(device.path): its driver does not support it")
    #expect(try port.settings().speed == 9600)
  }

  @Test func `counts what can be read and what is not sent, and throws it away`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    try device.write("12345")
    #expect(isReadable(port.line.descriptor))
    #expect(try port.line.bytesToRead() == 5)
    try port.line.discardInput()
    #expect(try port.line.bytesToRead() == 0)
    #expect(try port.line.bytesToSend() == 0)
    try port.line.discardOutput()
  }
}

@Suite struct `Wires` {
  @Test func `are named as people name them`() {
    #expect("\(ModemLines.driven)" == "DTR RTS")
    #expect(
      "\(ModemLines([.ringIndicator, .carrierDetect, .dataSetReady, .clearToSend]))" == "CTS DSR DCD RI")
    #expect("\(ModemLines())" == "")
  }

  @Test func `have outcomes in words`() {
    let outcomes: [OpeningReport.Outcome] = [.notAsked, .inEffect, .unsupported, .refused(0), .refused(1)]
    #expect(
      outcomes.map(\.description) == [
        "not requested", "in effect", "unsupported by the driver",
        "not done by the driver, which gave no reason",
        "refused: Operation not permitted (errno 1)",
      ])
  }

  @Test func `come out of a wish as the kernel answers it`() throws {
    #expect(try OpeningReport.Outcome.of {} == .inEffect)
    #expect(try OpeningReport.Outcome.of { () throws(Errno) in throw .notATerminal } == .unsupported)
    #expect(try OpeningReport.Outcome.of { () throws(Errno) in throw .notPermitted } == .refused(1))
    #expect(throws: Errno.inputOutput) {
      try OpeningReport.Outcome.of { () throws(Errno) in throw .inputOutput }
    }
  }
}
