import GPSSystemCalls
import Testing

@testable import GPSBridgeTool

@Suite struct `A source that can't be opened` {
  @Test(
    arguments: [
      (ErrorNumber.missing, "not_found", .notFound), (ErrorNumber.noFolder, "not_found", .notFound),
      (ErrorNumber.tooLong, "not_found", .notFound), (ErrorNumber.loop, "not_found", .notFound),
      (ErrorNumber.noDevice, "not_found", .notFound),
      (ErrorNumber.denied, "permission_denied", .permissionDenied),
      (ErrorNumber.notAllowed, "permission_denied", .permissionDenied),
      (ErrorNumber.busy, "busy", .busy), (ErrorNumber.broken, "cannot_open", .unexpected),
    ] as [(Int32, String, ExitCode)])
  func `says why, and ends the program so`(number: Int32, code: String, exit: ExitCode) {
    let complaint = OpenFailure.complaint(number, Array("a\u{1B}b".utf8))
    #expect(complaint.code == code)
    #expect(complaint.exit == exit)
    #expect(complaint.message == "cannot open a\\x1bb: \(Errno(number).words)")
    #expect(!complaint.hint.isEmpty)
  }

  @Test func `for want of a permission says whose it is, or that the way is closed`() throws {
    let folder = try WorkFolder()
    let path = try folder.write(Array("mine".utf8), [], mode: 0o640)
    let there = OpenFailure.complaint(ErrorNumber.denied, path).reason
    #expect(there?.hasPrefix("it belongs to user ") == true)
    #expect(there?.contains("its mode is 640,") == true)
    let hidden = OpenFailure.complaint(ErrorNumber.denied, Array("/nonexistent/x".utf8)).reason
    #expect(hidden == "you may not enter a directory on its path")
  }

  @Test func `that is a folder is told without the name of a command that was not given`() {
    let complaint = OpenFailure.reading(ErrorNumber.isFolder, "/tmp", after: 0)
    #expect(
      complaint.text == """
        error: /tmp is a directory
          a recording is a file, or standard input
          fix: name a file in it

        """)
    #expect(complaint.exit == .usage)
  }

  @Test func `that breaks off tells how much came before`() {
    let complaint = OpenFailure.reading(ErrorNumber.broken, "it", after: 4096)
    #expect(complaint.code == "read_failed")
    #expect(complaint.reason == "4096 bytes were read before")
    #expect(OpenFailure.reading(ErrorNumber.notOpen, "it", after: 0).message == "there is no standard input")
  }
}

@Suite struct `The way in for bytes` {
  private func all(_ input: consuming ByteInput) throws -> [UInt8] {
    var input = input
    var bytes: [UInt8] = []
    while try input.read({ for index in $0.indices { bytes.append($0[index]) } }) {}
    return bytes
  }

  @Test func `reads a file of any size to its end`() throws {
    let folder = try WorkFolder()
    for size in [0, 1, 65_535, 65_536, 65_537, 200_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = try folder.write(Array("file\(size)".utf8), bytes)
      #expect(try all(try ByteInput(opening: path)) == bytes, "\(size)")
    }
  }

  @Test func `tells a device, which may have more later, from a file`() throws {
    let folder = try WorkFolder()
    let path = try folder.write(Array("file".utf8), [])
    let isLive = (try ByteInput(opening: path).isLive, try ByteInput(opening: Array("/dev/null".utf8)).isLive)
    #expect(isLive == (false, true))
  }

  @Test(arguments: [SourceName.automatic, .port("/dev/ttyUSB0"), .simulated("sim:walk")])
  func `is not from a receiver`(source: SourceName) {
    let complaint = #expect(throws: ToolError.self) { _ = try ByteInput(source) }
    #expect(complaint?.code == "not_a_recording")
    #expect(complaint?.message == "\(source.shown) is a receiver, and a recording is needed")
  }
}
