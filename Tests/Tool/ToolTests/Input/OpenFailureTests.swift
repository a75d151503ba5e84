import Glibc
import Testing

@testable import GPSBridgeTool

@Suite struct `A file that can't be opened` {
  @Test func `ends the program with the code for its reason, in words that were read and found right`() throws
  {
    let folder = try WorkFolder()
    let path = try folder.write(Array("mine".utf8), [], mode: 0o640)
    let numbers = [
      ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO, EACCES, EPERM, EROFS, EBUSY, EIO, ENOSPC, EDQUOT, EISDIR,
      EBADF, 99_999,
    ]
    var text = ""
    for number in numbers {
      for (claim, complaint) in [
        ("opened", OpenFailure.complaint(number, Array("/nonexistent/a\u{1B}b".utf8))),
        ("read", OpenFailure.reading(number, "it", after: 0)),
        ("read on", OpenFailure.reading(number, "it", after: 4096)),
        ("opened to write", OutputFailure.opening(number, "it")),
        ("written", OutputFailure.writing(number, "it", left: "it was not created")),
      ] { text += "# \(claim)\n\(complaint.code), \(complaint.exit): \(complaint.text)" }
    }
    try Transcript.expect(text, is: "file-failures")
    let there = OpenFailure.complaint(EACCES, path).reason
    #expect(there?.hasPrefix("it belongs to user ") == true && there?.contains("its mode is 640,") == true)
  }
}

@Suite final class `The way in for bytes`: FolderSuite {
  private func all(_ input: consuming ByteInput) throws -> [UInt8] {
    var input = input
    var bytes: [UInt8] = []
    while try input.read({ for index in $0.indices { bytes.append($0[index]) } }) {}
    return bytes
  }

  @Test func `reads a file of any size to its end`() throws {
    for size in [0, 1, 65_535, 65_536, 65_537, 200_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = try folder.write(Array("file\(size)".utf8), bytes)
      #expect(try all(try ByteInput(opening: path)) == bytes, "\(size)")
    }
  }

  @Test func `tells a device, which may have more later, from a file`() throws {
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
