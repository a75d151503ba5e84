import GNSS
import GPSBridge
import Glibc
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

  @Test func `leaves no space at the end of a line, and has a time of its own for what came before the last`()
  {
    #expect(text(.init(started: Sample.noon), [(1, "a  ")]).hasSuffix("\n1 a \\x20\n"))
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
    #expect(items(text).faults == [] && items(text).bytes == [0x61, 0x62])
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
    #expect(items(text).header == header && items(text).faults == [])
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
    #expect(found.header?.device == "x" && found.bytes == chunk && found.faults == [])
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

@Suite struct `The fixes of a recording` {
  private func fixes(_ path: String) throws -> [(fix: Fix, arrival: Duration?)] {
    var fixes = try RecordedLog.Fixes(path)
    var all: [(fix: Fix, arrival: Duration?)] = []
    while let next = try fixes.next() { all.append(next) }
    return all
  }

  /// The week counter of the receiver is 1024 weeks behind.
  private func epoch(_ second: Int) -> [UInt8] {
    wire([
      "GPRMC,\(120_000 + second).00,A,4807.038,N,01131.000,E,0.0,,060407,,,A",
      "GPGGA,\(120_000 + second).00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
    ])
  }

  @Test func `come one by one with their times, on the day on which it was begun`() throws {
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: Sample.noon))
    for second in 0..<50 { writer.append(epoch(second).span, at: .seconds(second), to: &text) }
    let folder = try TestFolder()
    let found = try fixes(try folder.write("walk.gbr", text))
    #expect(found.map { $0.fix.time?.timeOfDay.second } == (0..<50).map { $0 })
    #expect(found.allSatisfy { $0.fix.coordinate?.latitude == 48.1173 })
    #expect(found.allSatisfy { $0.fix.time?.date == Sample.noon.date })
    #expect(found.dropLast().last?.arrival ?? .zero >= .seconds(48))
  }

  @Test func `of another program have no time of arrival, and none is missing behind the end of a read`()
    throws
  {
    let folder = try TestFolder()
    let found = try fixes(try folder.write("walk.nmea", Array((0..<1000).map { epoch($0 % 60) }.joined())))
    #expect(found.count == 1000)
    #expect(found.allSatisfy { $0.arrival == nil })
    #expect(try fixes(try folder.write("empty", [])).isEmpty)
  }
}

/// What holds for every recording; each failure names the seed that brings it back.
@Suite struct `Whatever is recorded` {
  private let seed = SeededGenerator.seed

  private struct Recorded {
    var header: RecordedLog.Header
    var chunks: [(bytes: [UInt8], time: Duration)] = []
    var text: [UInt8]

    init(_ random: inout SeededGenerator) {
      header = RecordedLog.Header(
        started: UTC(
          secondsSince1970: .random(in: 0...4_000_000_000, using: &random),
          nanosecond: .random(in: 0...999, using: &random) * 1_000_000),
        fields: (0..<Int.random(in: 0...5, using: &random)).map {
          .init("key \($0)", String(decoding: Self.bytes(&random, 20), as: UTF8.self))
        })
      var writer = RecordedLog.Writer()
      text = writer.header(header)
      var time = 0
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        time += Int.random(in: 0...2000, using: &random)
        let bytes = Self.bytes(&random, Int.random(in: 0..<10, using: &random) == 0 ? 10_000 : 200)
        writer.append(bytes.span, at: .milliseconds(time), to: &text)
        if !bytes.isEmpty { chunks.append((bytes, .milliseconds(time))) }
      }
    }

    private static func bytes(_ random: inout SeededGenerator, _ most: Int) -> [UInt8] {
      let isText = Bool.random(using: &random)
      return (0..<Int.random(in: 0...most, using: &random)).map { _ in
        isText ? .random(in: 0x20...0x7E, using: &random) : .random(in: 0...255, using: &random)
      }
    }
  }

  private func cuts(_ random: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...50, using: &random)).map { _ in Int.random(in: 1...3000, using: &random) }
  }

  /// Chunks that came at one moment, joined: a long one is written as several lines.
  private func joined(_ items: [RecordedLog.Item]) -> [(bytes: [UInt8], time: Duration)] {
    var chunks: [(bytes: [UInt8], time: Duration)] = []
    for case .bytes(let bytes, let time?) in items {
      if chunks.last?.time == time {
        chunks[chunks.count - 1].bytes += bytes
      } else {
        chunks.append((bytes, time))
      }
    }
    return chunks
  }

  @Test func `comes back as it was, with its times, however the text is cut`() {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ round)
      let recorded = Recorded(&random)
      let found = items(recorded.text, cut: cuts(&random))
      #expect(found.header == recorded.header, "seed \(seed), round \(round)")
      #expect(found.faults == [], "seed \(seed), round \(round)")
      let (read, written) = (joined(found), joined(recorded.chunks.map { .bytes($0.bytes, at: $0.time) }))
      #expect(read.map(\.bytes) == written.map(\.bytes), "seed \(seed), round \(round)")
      #expect(read.map(\.time) == written.map(\.time), "seed \(seed), round \(round)")
    }
  }

  @Test func `loses no whole line when the power goes at any moment`() {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ round)
      let recorded = Recorded(&random)
      let text = Array(recorded.text.prefix(Int.random(in: 0...recorded.text.count, using: &random)))
      let found = items(text)
      #expect(found.faults == [], "seed \(seed), round \(round)")
      guard found.header != nil else { continue }
      let whole = items(recorded.text)
      #expect(
        found.dropFirst().elementsEqual(whole.dropFirst().prefix(found.count - 1)),
        "seed \(seed), round \(round)")
      let lines = text.count { $0 == 0x0A } - 1 - recorded.header.fields.count
      #expect(found.count - 1 == max(0, lines), "seed \(seed), round \(round)")
    }
  }

  @Test func `is told line by line when bytes of it are broken, and the same however it is cut`() {
    for round in 0..<300 {
      var random = SeededGenerator(seed: seed &+ round)
      var text = Recorded(&random).text
      for _ in 0..<Int.random(in: 1...20, using: &random) { mutate(&text, &random) }
      let whole = items(text)
      let lines = text.count { $0 == 0x0A }
      #expect(whole.problems.allSatisfy { 1...max(1, lines) ~= $0.line }, "seed \(seed), round \(round)")
      let numbers = whole.problems.map(\.line)
      #expect(numbers == numbers.sorted(), "seed \(seed), round \(round)")
      #expect(whole.bytes.count <= text.count, "seed \(seed), round \(round)")
      let pieces = items(text, cut: cuts(&random))
      if whole.header != nil {
        #expect(pieces == whole, "seed \(seed), round \(round)")
      } else {
        #expect(
          pieces.bytes == whole.bytes && pieces.problems == whole.problems, "seed \(seed), round \(round)")
      }
    }
  }

  private func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    // The beginning is hit more often: it decides what the rest means.
    let most = Int.random(in: 0..<3, using: &random) == 0 ? min(60, text.count) : text.count
    guard most > 0 else { return text.append(0x23) }
    let place = Int.random(in: 0..<most, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: text[place] = .random(in: 0...255, using: &random)
    case 1: text.remove(at: place)
    case 2:
      text.insert([0x0A, 0x5C, 0x20, 0x23, 0x0D, 0x00].randomElement(using: &random) ?? 0x0A, at: place)
    case 3: text.insert(contentsOf: text[place..<min(place + 40, text.count)], at: place)
    default: text.removeSubrange(place..<min(place + 40, text.count))
    }
  }
}

extension UInt64 {
  fileprivate static func &+ (a: UInt64, b: Int) -> UInt64 { a &+ UInt64(b) }
}
