import Glibc
import GPSBridge
import Testing
import TestSupport

@Suite struct `The file of a recording` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func read(_ path: String) throws(RecordedLog.FileError) -> [RecordedLog.Item] {
    var file = try RecordedLog.File(path)
    var found: [RecordedLog.Item] = []
    while try file.read({ found.append($0) }) {}
    return found
  }

  @Test func `is read from its beginning to its end`() throws {
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: Sample.noon, fields: [.init("device", "x")]))
    let chunk = [UInt8](repeating: 0xAA, count: 300_000)
    writer.append(chunk.span, at: .seconds(1), to: &text)
    let found = try read(try folder.write("walk.gbr", text))
    #expect(found.header?.device == "x")
    #expect(found.bytes == chunk)
    #expect(found.faults == [])
  }

  @Test func `may be one of another program`() throws {
    let text = wire((0..<5000).map { "GPGLL,4807.038,N,01131.000,E,\(100_000 + $0),A" })
    #expect(try read(try folder.write("walk.nmea", text)).bytes == text)
    #expect(try read(try folder.write("empty", [])) == [])
  }

  @Test func `that is not there is named`() {
    #expect {
      try read("/tmp/gpsbridge/no such file")
    } throws: { error in
      guard let error = error as? RecordedLog.FileError else { return false }
      return error.code == .notFound
        && error.description == "there is no file /tmp/gpsbridge/no such file; check its name"
    }
  }

  @Test(arguments: ["/tmp", "/dev/null", "/dev/zero"])
  func `is a file, not a folder or a device without an end`(path: String) {
    #expect {
      try read(path)
    } throws: { error in (error as? RecordedLog.FileError)?.code == .notAFile }
  }

  @Test func `is not a pipe, where reading would wait for a writer`() throws {
    let path = folder.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect {
      try read(path)
    } throws: { error in (error as? RecordedLog.FileError)?.code == .notAFile }
  }

  @Test func `is closed again, also where it is refused`() throws {
    let path = try folder.write("walk.nmea", wire(["GPGLL,4807.038,N,01131.000,E,120000,A"]))
    for other in [path, folder.path] {
      for _ in 0..<3 { _ = try? read(other) }
      #expect(descriptors(of: other) == 0)
    }
  }
}
