import GPSBridge
import TestSupport
import Testing

@Suite struct `A recorder` {
  private func text(_ header: RecordedLog.Header, _ chunks: [(Int, String)]) -> String {
    var writer = RecordedLog.Writer()
    var text = writer.header(header)
    for (time, chunk) in chunks { writer.append(Array(chunk.utf8).span, at: .milliseconds(time), to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test func `writes what can be read with the eye`() {
    let header = RecordedLog.Header(
      started: Sample.noon, fields: [.init("device", "usb-1.2"), .init("speed", "9600")])
    #expect(
      text(header, [(0, "$GPRMC,A*00\r\n"), (1003, "\u{B5}b\\")])
        == """
        #gpsbridge-recording 1 2026-11-20T12:00:00.000Z
        # device: usb-1.2
        # speed: 9600
        0 $GPRMC,A*00\\x0D\\x0A
        1003 \\xC2\\xB5b\\x5C

        """)
  }

  @Test func `leaves no space at the end of a line, where an editor would cut it off`() {
    #expect(text(.init(started: Sample.noon), [(1, "a  ")]).hasSuffix("\n1 a \\x20\n"))
  }

  @Test func `writes a time of its own for what came before the last`() {
    let written = text(.init(started: nil), [(1000, "a"), (400, "b"), (-5, "c"), (1001, "d")])
    #expect(written.hasSuffix("\n1000 a\n1000 b\n1000 c\n1001 d\n"))
  }

  @Test func `breaks what is long into lines that a reader takes`() {
    let chunk = [UInt8](repeating: 0xFF, count: 100_000)
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: Sample.noon))
    writer.append(chunk.span, at: .milliseconds(7), to: &text)
    let longest = text.split(separator: 0x0A).map(\.count).max() ?? 0
    #expect(longest < RecordedLog.Reader.longestLine / 3)
    #expect(items(text).bytes == chunk)
    #expect(items(text).said.allSatisfy { $0.hasPrefix("7.0 ") })
  }

  @Test func `writes nothing for no bytes`() {
    var writer = RecordedLog.Writer()
    var text: [UInt8] = []
    writer.append([UInt8]().span, at: .seconds(1), to: &text)
    #expect(text == [])
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(1e12)])
  func `takes any time`(time: Duration) {
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: Sample.noon))
    writer.append([0x61].span, at: time, to: &text)
    writer.append([0x62].span, at: time, to: &text)
    #expect(items(text).faults == [])
    #expect(items(text).bytes == [0x61, 0x62])
  }

  @Test func `keeps remarks with anything in them`() {
    let fields: [RecordedLog.Header.Field] = [
      .init("device", "Gerät №1: ACM0"), .init("a:b", "line\nbreak\r\u{0}"), .init(" edge ", " edge "),
      .init("back\\slash", "\\x41 is A"), .init("empty", ""), .init("#", "#"),
    ]
    let header = RecordedLog.Header(started: Sample.noon, fields: fields)
    var writer = RecordedLog.Writer()
    var text = writer.header(header)
    writer.append([0x61].span, at: .zero, to: &text)
    #expect(items(text).header == header)
    #expect(items(text).faults == [])
  }

  @Test func `writes no more remarks than are read`() {
    let fields = (0..<100).map { RecordedLog.Header.Field("\($0)", "") }
    let text = RecordedLog.Writer().header(.init(started: Sample.noon, fields: fields))
    #expect(items(text).faults == [])
    #expect(items(text).header?.fields == Array(fields.prefix(RecordedLog.Reader.mostFields)))
  }

  @Test(arguments: [
    "1970-01-01T00:00:00.000Z", "2016-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00.000Z",
  ])
  func `keeps every beginning to the millisecond`(time: String) throws {
    let started = try #require(items(Array("#gpsbridge-recording 1 \(time)\n".utf8)).header?.started)
    let text = String(decoding: RecordedLog.Writer().header(.init(started: started)), as: UTF8.self)
    #expect(text == "#gpsbridge-recording 1 \(time)\n")
  }
}
