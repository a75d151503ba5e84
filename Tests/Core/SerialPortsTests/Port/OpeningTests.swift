import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Opening a port` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `makes it raw, without an echo`() throws {
    #expect(try device.isEchoing())
    let port = try SerialPort(path: device.path)
    #expect(try !device.isEchoing())
    #expect(try !device.isInLines())
    try device.write("hello\r\n")
    #expect(isReadable(port.line.descriptor))
    // An echo would be on its way before this.
    #expect(port.line.write([0x21].span) == .bytes(1))
    #expect(try device.read(1) == [0x21])
  }

  @Test(arguments: StandardSpeeds.table.map(\.bitsPerSecond) + [31_250, 74_880, 250_000, 6_000_000])
  func `sets any speed`(_ speed: UInt32) throws {
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: LineSpeed(speed)))
    #expect(try device.speed() == speed && !device.isEchoing())
    #expect(port.report.settingsInEffect.speed == LineSpeed(speed) && port.report.differences == [])
  }

  @Test func `throws away what came before, unless it is asked to keep it`() throws {
    let other = try #require(OtherProgram(device.path))
    defer { other.end() }
    try device.write("early\n")
    #expect(other.waitForInput())
    let port = try SerialPort(path: device.path)
    #expect(try Kernel.bytesToRead(port.line.descriptor) == 0)
    try port.close()

    try device.write("early\n")
    #expect(other.waitForInput())
    let keeping = try SerialPort(path: device.path, options: OpenOptions(earlierInput: .keep))
    #expect(try Kernel.bytesToRead(keeping.line.descriptor) == 6)
  }

  @Test func `keeps the last close from lowering DTR`() throws {
    try device.setHangUpOnClose()
    let port = try SerialPort(path: device.path)
    #expect(try !TerminalAttributes(device.attributes()).hangsUpOnClose)
    try port.close()
    #expect(try !TerminalAttributes(device.attributes()).hangsUpOnClose)
  }

  @Test func `says what the driver made of each wish, and asks for nothing but the locks by itself`() throws {
    func wires(_ report: OpeningReport) -> [OpeningReport.Outcome] {
      [report.dataTerminalReady, report.requestToSend, report.lowLatency]
    }
    let wishes = OpenOptions(dataTerminalReady: .raise, requestToSend: .lower, lowLatency: true)
    let port = try SerialPort(path: device.path, options: wishes)
    #expect(port.report.terminalLock == .notAsked && port.report.fileLock == .inEffect)
    // A pseudo-terminal has no wires and no chip.
    #expect(wires(port.report) == [.unsupported, .unsupported, .unsupported])
    try port.close()
    #expect(wires(try SerialPort(path: device.path).report) == [.notAsked, .notAsked, .notAsked])
  }

  @Test func `follows a link to the port`() throws {
    try withLink(to: device.path) { link in
      let port = try SerialPort(path: link)
      #expect(port.path == link)
      #expect(try !device.isEchoing())
    }
  }

  @Test func `hears of a device that has gone`() throws {
    let port = try SerialPort(path: device.path)
    device.unplug()
    let error = #expect(throws: SerialPortError.self) { try port.settings() }
    #expect(error?.code == .vanished)
  }
}

@Suite struct `A path that is no port` {
  private func refusal(_ path: String) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path).close() }
  }

  @Test(arguments: ["/dev/no-such-port", "", "/dev/null/port", "/dev/" + String(repeating: "a", count: 5000)])
  func `is said not to be there`(_ path: String) {
    let error = refusal(path)
    #expect(error?.code == .noSuchDevice && error?.path == path)
    #expect(error?.remedy?.contains("plug the device in") == true)
  }

  @Test func `is not mistaken for the part of it before a NUL`() throws {
    let device = try PseudoTerminal()
    #expect(refusal(device.path + "\0junk")?.code == .noSuchDevice)
  }

  @Test(arguments: ["/dev/null", "/tmp", "/proc/self/status", "/dev/zero"])
  func `is said to be no serial port`(_ path: String) {
    let error = refusal(path)
    #expect(error?.code == .notATerminal)
    #expect(error?.description.contains("is not a serial port") == true)
  }

  @Test func `leaves no descriptor behind`() throws {
    let before = descriptors(of: "/dev/zero")
    _ = refusal("/dev/zero")
    #expect(descriptors(of: "/dev/zero") == before)
  }

  @Test func `is shown without what could trick a terminal`() {
    let error = refusal("/dev/\u{1B}[2Jtty\u{202E}x")
    #expect(error?.found == "cannot open /dev/\u{FFFD}[2Jtty\u{FFFD}x: there is no such device")
  }

  @Test func `has a name whose device has gone`() throws {
    let device = try PseudoTerminal()
    // As long as somebody has the port open, no other device gets its name.
    let keeper = try #require(OtherProgram(device.path))
    defer { keeper.end() }
    try withLink(to: device.path) { link in
      device.unplug()
      #expect(refusal(link)?.code == .noSuchDevice)
    }
  }
}

@Suite struct `The errno of an open` {
  @Test(arguments: [
    (Errno.noSuchFile, SerialPortError.Code.noSuchDevice), (.notADirectory, .noSuchDevice),
    (.tooManyLinks, .noSuchDevice), (.nameTooLong, .noSuchDevice), (.noSuchAddress, .noSuchDevice),
    (.noSuchDevice, .noSuchDevice), (.inputOutput, .vanished), (.isADirectory, .notATerminal),
    (.tooManyOpen, .tooManyOpenFiles), (.tooManyOpenInSystem, .tooManyOpenFiles), (.invalid, .other),
  ])
  func `becomes a code, and keeps its number`(_ errno: Errno, _ code: SerialPortError.Code) {
    let error = SerialPortError.opening("/dev/ttyUSB7", errno)
    #expect(error.code == code && error.errno == errno.rawValue)
    #expect(error.description.hasPrefix("cannot open /dev/ttyUSB7: ") && error.remedy != nil)
  }

  @Test(arguments: [
    (Errno.notATerminal, SerialPortError.Code.unsupported), (.invalid, .unsupported),
    (.notSupported, .unsupported), (.inputOutput, .vanished), (.noSuchDevice, .vanished), (.busy, .other),
  ])
  func `of an open port becomes another`(_ errno: Errno, _ code: SerialPortError.Code) {
    #expect(SerialPortError.doing("read the counters", "/dev/ttyACM0", errno).code == code)
  }

  @Test func `is read out in one paragraph`() {
    let error = SerialPortError(
      code: .timedOut, path: "/dev/ttyUSB0", errno: 5, found: "it stopped", expected: "more", remedy: "wait",
      progress: WriteProgress(written: 3, of: 10))
    #expect(
      error.description == "it stopped (errno 5), after 3 of 10 bytes. Expected: more. What to do: wait.")
    #expect(error.isWriteIncomplete)
    #expect(SerialPortError(code: .other, path: "", found: "it broke").description == "it broke.")
  }
}

@Suite struct `A port without wires` {
  @Test func `says that it has none, and goes on`() throws {
    let device = try PseudoTerminal()
    let connection = SerialConnection(try SerialPort(path: device.path))
    let refused: [SerialPortError?] = [
      #expect(throws: SerialPortError.self) { try connection.modemLines() },
      #expect(throws: SerialPortError.self) { try connection.raise(.dataTerminalReady) },
      #expect(throws: SerialPortError.self) { try connection.lower(.driven) },
      #expect(throws: SerialPortError.self) { try connection.counters() },
    ]
    #expect(refused.map(\.?.code) == Array(repeating: .unsupported, count: 4))
    #expect(refused[2]?.found == "cannot lower DTR RTS on \(device.path): its driver does not support it")
    #expect(try connection.settings().speed == 9600)
  }

  @Test func `counts what can be read and what is not sent, and throws it away`() throws {
    let device = try PseudoTerminal()
    let connection = SerialConnection(try SerialPort(path: device.path))
    try device.write("12345")
    #expect(isReadable(connection.engine.line.descriptor))
    #expect(try connection.bytesToRead() == 5)
    try connection.discardInput()
    #expect(try connection.bytesToRead() == 0)
    #expect(try connection.bytesToSend() == 0)
    try connection.discardOutput()
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
        "not done by the driver, which gave no reason", "refused: Operation not permitted (errno 1)",
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
