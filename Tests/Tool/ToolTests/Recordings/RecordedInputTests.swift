import GNSS
import GPSBridge
import GPSFormats
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A recording in pieces` {
  private func input(_ path: String) throws -> RecordedInput { try RecordedInput(.file(Argument(path))) }

  @Test func `knows its size before it is read, and how much was read of it`() throws {
    let folder = try WorkFolder()
    let bytes = wire("GPGGA,120000,,,,,0,00,,,M,,M,,")
    var input = try input(try folder.write("walk.nmea", bytes))
    let size = input.size
    #expect(size == bytes.count)
    while try input.read({ _, _ in }) {}
    let count = input.bytesRead
    #expect(count == bytes.count)
  }

  @Test func `has no size where more may come, or nothing is in it`() throws {
    let folder = try WorkFolder()
    let empty = try input(try folder.write("empty.nmea")).size
    let device = try input("/dev/null").size
    #expect(empty == nil && device == nil)
  }

  @Test func `is named for messages so that it can't move a cursor`() throws {
    let folder = try WorkFolder()
    let name = try input(try folder.write("a\u{1B}.nmea")).name
    #expect(name == "\(folder.path)/a\\x1b.nmea")
  }

  /// What is read of a file with these bytes, and why it ended.
  private func content(of bytes: [UInt8], in folder: WorkFolder) throws -> ([UInt8], ToolError?) {
    var input = try input(try folder.write("walk.nmea.gz", bytes))
    var content: [UInt8] = []
    do throws(ToolError) {
      while try input.read({ _, bytes in for index in bytes.indices { content.append(bytes[index]) } }) {}
      return (content, nil)
    } catch { return (content, error) }
  }

  @Test func `has its content, if gzip has compressed it`() throws {
    let folder = try WorkFolder()
    let sentence = "GPGGA,120000,,,,,0,00,,,M,,M,,"
    let recording = try Places.bytes(of: Places.morningWalk)
    for bytes in [wire(sentence), Array(repeatElement(wire(sentence), count: 20_000).joined()), recording] {
      let gzip = try OtherProgram("/usr/bin/env", ["gzip", "-f", try folder.write("plain", bytes)])
      #expect(gzip.status == 0)
      let packed = try Places.bytes(of: folder("plain.gz"))
      for (whole, expected) in [(packed, bytes), (packed + packed, bytes + bytes)] {
        let (content, complaint) = try content(of: whole, in: folder)
        #expect(complaint == nil && content == expected)
      }
      let (part, complaint) = try content(of: packed.dropLast(9), in: folder)
      #expect(complaint?.message.hasSuffix("it is compressed, and damaged or cut off") == true)
      #expect(bytes.starts(with: part))
    }
  }
}

@Suite struct `The dates of a recording` {
  private let begun = RecordedLog.Header(started: UTC(secondsSince1970: 1_795_132_800))
  private let lost = RecordedLog.Header(started: UTC(secondsSince1970: 0))

  @Test func `are held against the day that was named, or on which it was begun by a machine with a time`() {
    let (named, day) = (CivilDate(daysSince1970: 12_000), UTC(secondsSince1970: 1_795_132_800).date)
    for (reference, header, expected) in [
      (named, begun, named), (named, nil, named), (nil, begun, day), (nil, lost, nil), (nil, nil, nil),
    ] as [(CivilDate?, RecordedLog.Header?, CivilDate?)] {
      #expect(DateReference.recording(reference, begun: header) == .recording(expected))
    }
    #expect(DateReference.recording(nil, begun: begun) != .recording(nil))
  }
}
