import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `A path that is no port` {
  private func refusal(_ path: String) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path).close() }
  }

  @Test(arguments: ["/dev/no-such-port", "", "/dev/null/port", "/dev/" + String(repeating: "a", count: 5000)])
  func `is said not to be there`(_ path: String) {
    let error = refusal(path)
    #expect(error?.code == .noSuchDevice)
    #expect(error?.path == path)
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
    #expect("\(error.map(\.description) ?? "")".contains("is not a serial port"))
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

  @Test func `leaves no descriptor behind`() throws {
    let before = descriptors(of: "/dev/zero")
    _ = refusal("/dev/zero")
    #expect(descriptors(of: "/dev/zero") == before)
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
    #expect(error.code == code)
    #expect(error.errno == errno.rawValue)
    #expect(error.description.hasPrefix("cannot open /dev/ttyUSB7: "))
    #expect(error.remedy != nil)
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
      error.description
        == "it stopped (errno 5), after 3 of 10 bytes. Expected: more. What to do: wait.")
    #expect(error.isWriteIncomplete)
    #expect(SerialPortError(code: .other, path: "", found: "it broke").description == "it broke.")
  }
}
