import GPSBridge
import Testing

@Suite struct `A recording` {
  @Test func `gives its header first, then the bytes with their times`() {
    let found = items(
      "# device: usb-1.2", "# speed: 9600", "# selector: auto", "0 $GPRMC", "1003 ,A*00\\x0D\\x0A")
    let header = RecordedLog.Header(
      started: Sample.noon,
      fields: [.init("device", "usb-1.2"), .init("speed", "9600"), .init("selector", "auto")])
    #expect(
      found == [
        .header(header), .bytes(Array("$GPRMC".utf8), at: .zero),
        .bytes(Array(",A*00\r\n".utf8), at: .milliseconds(1003)),
      ])
    #expect(header.device == "usb-1.2" && header.speed == 9600 && header.selector == "auto")
    #expect(header["antenna"] == nil)
  }

  @Test func `has every byte that was written as an escape, in small letters too, and its spaces`() {
    #expect(items("5 \\x00\\xb5\\xB5\\x5Cx41").bytes == [0, 0xB5, 0xB5, 0x5C, 0x78, 0x34, 0x31])
    #expect(items("5  a  b ").said == ["5.0  a  b "])
  }

  @Test func `tells where its device had gone and was opened again`() {
    let found = items(
      "0 $GPG", "# 2026-11-20T12:00:01.000Z detached x",
      "# 2026-11-20T12:00:02.000Z opened /dev/ttyUSB1", "2000 GA", "# opened by hand", "# some day opened it")
    #expect(
      found == [
        .header(RecordedLog.Header(started: Sample.noon, fields: [])), .bytes(Array("$GPG".utf8), at: .zero),
        .interruption, .bytes(Array("GA".utf8), at: .seconds(2)),
      ])
  }

  @Test func `ignores what stands behind its last line end`() {
    let text = "#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n0 whole\n1000 torn by the power cu"
    #expect(items(Array(text.utf8)).said == ["0.0 whole"] && items(Array(text.utf8)).faults == [])
  }

  @Test func `may have been through an editor with other line ends`() {
    let text = "#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\r\n# device: x\r\n0 a\r\n1 b\\x0D\r\n"
    let found = items(Array(text.utf8))
    #expect(found.faults == [])
    #expect(found.header == RecordedLog.Header(started: Sample.noon, fields: [.init("device", "x")]))
    #expect(found.bytes == [0x61, 0x62, 0x0D])
  }

  @Test func `may have empty lines, and remarks anywhere`() {
    let found = items("# a remark without a colon", "", "0 a", "# device: too late", "", "2 b")
    #expect(found.said == ["0.0 a", "2.0 b"] && found.faults == [])
    #expect(found.header?.fields == [])
  }

  @Test func `has a header although it has no bytes`() {
    #expect(items("# device: x") == [.header(.init(started: Sample.noon, fields: [.init("device", "x")]))])
    #expect(items("7 ") == [.header(.init(started: Sample.noon))])
  }

  // MARK: What can't be read

  /// A line that can't be read, and what is said about it.
  static let faults: [(String, String)] = [
    ("x", "bad_time"), ("12", "bad_time"), (" 12 a", "bad_time"), ("-1 a", "bad_time"), ("1.5 a", "bad_time"),
    ("12345678901234 a", "bad_time"), ("$GPRMC,120000", "bad_time"), ("0x10 a", "bad_time"),
    ("١ a", "bad_time"),
    ("9 \\", "bad_escape"), ("9 \\x", "bad_escape"), ("9 \\x4", "bad_escape"), ("9 \\x4g", "bad_escape"),
    ("9 \\X41", "bad_escape"), ("9 \\n", "bad_escape"), ("9 a\tb", "raw_byte"), ("9 é", "raw_byte"),
    ("9 \u{7F}", "raw_byte"),
  ]

  @Test(arguments: faults)
  func `goes on behind a line that can't be read, and says which and why`(line: String, code: String) throws {
    let found = items("1 before", line, "20 behind")
    #expect(found.said == ["1.0 before", "20.0 behind"] && found.faults == ["3 \(code)"])
    let words = try #require(found.problems.first).description
    #expect(words.hasPrefix("line 3: ") && words.hasSuffix("left out"))
  }

  @Test func `says where in the line the fault is`() {
    #expect(
      items("1 ab\\q").problems.map(\.description)
        == ["line 2: the backslash at byte 3 is not followed by x and two hexadecimal digits; left out"])
    #expect(
      items("1 abc\u{1B}").problems.map(\.description)
        == ["line 2: the byte 27 at place 4 should have been written as \\x1B; left out"])
  }

  @Test func `has printable bytes only, wherever in a line they are`() {
    for byte in UInt8.min ... .max where byte != 0x0A {
      for place in 0..<19 {
        var line = Array("5 ".utf8) + [UInt8](repeating: UInt8(ascii: "m"), count: 19)
        line[2 + place] = byte
        // The last of many carriage returns is a line end.
        let isEnd = byte == 0x0D && place == 18
        let found = items(Array("#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n".utf8) + line + [0x0A])
        if isEnd {
          #expect(found.bytes == Array(line[2..<20]))
        } else if 0x20...0x7E ~= byte, byte != UInt8(ascii: "\\") {
          #expect(found.bytes == Array(line[2...]))
        } else {
          #expect(found.bytes == [])
          #expect(found.problems.first?.description.contains(" \(place + 1) ") == true)
        }
      }
    }
  }

  @Test func `shows nothing that a terminal would obey`() throws {
    let found = items("\u{1B}]0;owned\u{7}\u{202E} 1")
    let words = try #require(found.problems.first).description
    #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func `does not go back in time, but loses no bytes`() {
    let found = items("1000 a", "400 b", "1500 c")
    #expect(found.said == ["1000.0 a", "1000.0 b", "1500.0 c"])
    #expect(found.faults == ["3 time_went_back"])
  }

  @Test(arguments: ["0", "2", "11", "", "one", "1.0", "-1"])
  func `of another version is not read, and says so`(version: String) {
    let found = items(Array("#gpsbridge-recording \(version) 2026-11-20T12:00:00.000Z\n# a: b\n0 a\n".utf8))
    #expect(found.faults == ["1 unsupported_version"] && found.count == 1)
  }

  @Test(arguments: [
    "", "yesterday", "2026-11-20", "2026-11-20T12:00:00", "2026-13-20T12:00:00Z", "2026-11-20T24:00:00Z",
    "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00.000Z now", "2026-11-20 12:00:00Z",
  ])
  func `whose beginning is no time is read without one, and says so`(time: String) {
    let found = items(Array("#gpsbridge-recording 1 \(time)\n5 a\n".utf8))
    #expect(found.faults == ["1 bad_start"] && found.header == RecordedLog.Header(started: nil))
    #expect(found.said == ["5.0 a"])
  }

  @Test(arguments: [("2026-11-20T12:00:00Z", Int32(0)), ("2026-11-20T12:00:00.5Z", 500_000_000)])
  func `may begin at a time with other decimals`(time: String, nanosecond: Int32) {
    var expected = Sample.noon
    expected.nanosecond = nanosecond
    #expect(items(Array("#gpsbridge-recording 1 \(time)\n5 a\n".utf8)).header?.started == expected)
  }

  @Test func `with a line that does not end keeps little of it`() {
    let long = String(repeating: "a", count: RecordedLog.Reader.longestLine)
    let found = items("1 a", "2 " + long, "3 b")
    #expect(found.said == ["1.0 a", "3.0 b"] && found.faults == ["3 line_too_long"])
    // One that just fits is read.
    #expect(items("2 " + long.dropFirst(2)).bytes.count == RecordedLog.Reader.longestLine - 2)
  }

  @Test func `whose first line does not end is none`() {
    let text = "#gpsbridge-recording 1" + String(repeating: " ", count: 100_000) + "\n0 a\n"
    #expect(items(Array(text.utf8)).faults == ["1 line_too_long"])
    #expect(items(Array(text.utf8)).count == 1)
  }

  @Test func `keeps so many remarks and no more`() {
    let lines = (0..<200).map { "# key \($0): value" }.joined(separator: "\n")
    let found = items(lines, "0 a")
    #expect(found.header?.fields.count == RecordedLog.Reader.mostFields)
    #expect(found.header?.fields.last == .init("key 63", "value"))
    #expect(found.faults == ["66 too_many_fields"] && found.said == ["0.0 a"])
  }

  // MARK: Other files

  @Test(arguments: [
    "$GPGGA,120000*00\r\n", "# Date: 2015-03-10\n$GPGGA\n", "#gpsbridge-recordin",
    "#gpsbridge-recordings 1\n0 a\n",
    "#", "\u{0}\u{1}", " #gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n0 a\n",
  ])
  func `is not what begins otherwise: that is bytes without times`(text: String) {
    let bytes = Array(text.utf8)
    for cut in [[], [1], [5, 1, 1], [Int](repeating: 1, count: bytes.count)] {
      let found = items(bytes, cut: cut)
      #expect(found.bytes == bytes && found.header == nil && found.faults == [])
      #expect(found.said.allSatisfy { $0.hasPrefix("- ") })
    }
  }

  @Test func `says of which kind it is, once that is known`() {
    var reader = RecordedLog.Reader()
    let first = Array("#gpsbridge".utf8)
    reader.read(first.span) { _ in }
    #expect(reader.format == nil)
    var other = reader
    reader.read(Array("-recording 1".utf8).span) { _ in }
    #expect(reader.format == .recording)
    other.read(Array("!".utf8).span) { _ in }
    #expect(other.format == .plain)
  }

  @Test func `says nothing after its end`() {
    var reader = RecordedLog.Reader()
    var count = 0
    reader.read(Array("$GPGGA".utf8).span) { _ in count += 1 }
    reader.finish { _ in count += 1 }
    reader.read(Array("$GPGGA".utf8).span) { _ in count += 1 }
    reader.finish { _ in count += 1 }
    #expect(count == 1)
    #expect(items([]) == [])
  }
}
