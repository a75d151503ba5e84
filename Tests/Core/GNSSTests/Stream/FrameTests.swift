import NMEA
import TestSupport
import Testing
import UBX

@testable import GNSS

@Suite struct `A correction frame` {
  private func recognize(_ bytes: [UInt8]) -> FrameAnswer { CorrectionFrame.recognize(bytes.span) }

  @Test func `is found by its length and its checksum`() {
    // A message 1005 as the standard prints it: reference station 2003.
    let example: [UInt8] = [
      0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC,
      0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]
    #expect(correction(Array(example[3..<22])) == example)
    #expect(recognize(example) == .frame(length: 25))
  }

  @Test(arguments: [0, 1, 2, 255, 256, 1023])
  func `may have any length`(length: Int) {
    let frame = correction([UInt8](repeating: 0xA5, count: length))
    for count in 0..<frame.count { #expect(recognize(Array(frame[..<count])) == .needsMore) }
    for tail in [[], [0xD3], [0x00, 0xFF]] as [[UInt8]] {
      #expect(recognize(frame + tail) == .frame(length: length + 6))
    }
  }

  @Test func `is broken by any wrong bit behind its length`() {
    let frame = correction([1, 2, 3, 4, 5])
    for place in 3..<frame.count {
      for bit in 0..<8 {
        var wrong = frame
        wrong[place] ^= 1 << UInt8(bit)
        #expect(recognize(wrong) == .broken(length: 1))
      }
    }
  }

  @Test func `has six zero bits behind its leader`() {
    for byte in 4...255 as ClosedRange<UInt8> { #expect(recognize([0xD3, byte]) == .notMine) }
    #expect(recognize([0x24]) == .notMine)
    #expect(recognize([]) == .needsMore)
  }
}

@Suite struct `A comment line` {
  @Test(arguments: [
    "#", "# Name: a receiver", "# Groß wie ein Übersee-Dampfer", "#BESTPOSA,COM1,0;a,b*12345678", "# \t x",
  ])
  func `is told without its line end`(line: String) {
    for end in ["\n", "\r\n", "\r"] {
      let apart = TakenApart(Array((line + end).utf8))
      #expect(apart.events == [.comment(Array(line.utf8))])
      #expect(apart.counts.commentBytes == line.utf8.count)
    }
  }

  @Test func `stands at the beginning of a line`() {
    let apart = TakenApart(wire("GPXXX,1") + Array("# one\n".utf8) + Array("two # three\n# four\n".utf8))
    let comments = apart.events.compactMap { event -> String? in
      if case .comment(let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(comments == ["# one", "# four"])
  }

  @Test func `may hold a sentence, which is not read`() {
    #expect(TakenApart(Array("# $GPXXX,1*4A\n".utf8)).sentences == [])
  }

  @Test func `has no control bytes and a bounded length`() {
    #expect(
      TakenApart(Array("# a\u{1}b\n".utf8)).events == [.junk(Junk(offset: 0, length: 5, reason: .unknown))])
    let long = "#" + String(repeating: "x", count: 1023)
    #expect(TakenApart(Array("\(long)\n".utf8)).counts.commentBytes == 0)
    #expect(TakenApart(Array("\(long.dropLast())\n".utf8)).counts.commentBytes == 1023)
  }
}

@Suite struct `A TAG block` {
  private func block(_ body: String) -> [UInt8] {
    Array("\\".utf8) + wire(Array(body.utf8)).dropFirst().dropLast(2) + Array("\\".utf8)
  }

  private func read(_ body: String) -> TagBlock { TagBlock(block(body).span) }

  @Test func `comes before its sentence in the stream`() {
    let apart = TakenApart(block("s:x") + wire("GPXXX,1"))
    #expect(apart.events.first == .tagBlock(read("s:x")) && apart.counts.sentences == 1)
    #expect(apart.junk == [])
  }

  @Test(arguments: ["\\s:x*00\\", "\\s:x\\", "\\s:x*4\\", "\\s:x", "\\"])
  func `that is broken hides no sentence`(text: String) {
    let apart = TakenApart(Array(text.utf8) + wire("GPXXX,1"))
    #expect(apart.counts.sentences == 1 && apart.counts.junkBytes == text.utf8.count)
  }
}

/// The heads of messages that are not read, each of which tells a length of some thousand bytes.
private let heads: [(language: BinaryProtocol, bytes: [UInt8])] = [
  (.navcom, [0x02, 0x99, 0x66, 0x44, 0x00, 0x0F]),
  (.sbf, [0x24, 0x40, 0x12, 0x34, 0xA7, 0x0F, 0xF8, 0x0F]),
  (.skytraq, [0xA0, 0xA1, 0x0F, 0x00]),
  (.novatel, [0xAA, 0x44, 0x12, 28, 42, 0, 0, 0, 0xD0, 0x0F]),
  (.unicore, [0xAA, 0x44, 0xB5, 0, 17, 0, 0xD0, 0x0F, 0, 0]),
  (.allystar, [0xF1, 0xD9, 1, 2, 0xF0, 0x0F]),
  (.greis, Array("AAFE0".utf8)),
]

@Suite(.timeLimit(.minutes(1))) struct `A false beginning of a long message` {
  /// What is read, as it comes over the wire: a whole frame of each language.
  private static let frames: [[UInt8]] = [
    wire(["GPGLL,4717.11,N,00833.91,E,123519,A"]),
    NavEOE { $0.timeOfWeek = 1000 }.encoded(),
    SiRFFrame.wrap([27, 0, 0, 1]) ?? [],
    CASICFrame.wrap(.ack, [6, 0, 0, 0]) ?? [],
  ]

  private func heard(_ counts: StreamCounts) -> Int { counts.sentences + counts.readMessages }

  @Test(arguments: heads.indices, Self.frames.indices)
  func `holds back nothing that is read`(head: Int, frame: Int) {
    var splitter = StreamSplitter()
    var sink = StreamRecorder()
    splitter.split((heads[head].bytes + Self.frames[frame]).span, into: &sink)
    #expect(heard(splitter.counts) == 1, "\(heads[head].language)")
  }

  @Test(arguments: heads.indices)
  func `is looked at once, however many others lie behind it`(head: Int) {
    let bytes = heads[head].bytes
    let portion = (0..<(8192 / bytes.count)).flatMap { _ in bytes }
    var splitter = StreamSplitter()
    var sink = Silence()
    // Where each of them was looked at to its end, this took the square of its length.
    for _ in 0..<40 { splitter.split(portion.span, into: &sink) }
    #expect(splitter.counts.strangers.messages == 0)
  }

  @Test(arguments: heads.indices)
  func `costs no more where the bytes come one by one`(head: Int) {
    var splitter = StreamSplitter()
    var sink = Silence()
    let dollars = [UInt8](repeating: UInt8(ascii: "$"), count: 4000)
    for byte in heads[head].bytes + dollars { splitter.split([byte].span, into: &sink) }
    #expect(splitter.counts.strangers.messages == 0)
  }

  @Test func `gives the same however the stream is cut`() {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      var stream: [UInt8] = []
      for _ in 0..<60 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: stream += heads.randomElement(using: &generator)?.bytes ?? []
        case 1: stream += Self.frames.randomElement(using: &generator) ?? []
        case 2: stream += Stranger.message(Stranger.all.randomElement(using: &generator) ?? .tsip)
        case 3: stream += (0..<Int.random(in: 1..<200, using: &generator)).map { UInt8($0 & 0xFF) }
        default:
          let count = Int.random(in: 1..<300, using: &generator)
          stream += (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
      }
      let whole = TakenApart(stream)
      for pieces in [[1], [7, 3, 64], [500]] {
        #expect(TakenApart(stream, pieces: pieces) == whole, "seed \(seed), in pieces of \(pieces)")
      }
    }
  }
}

/// Hears nothing.
private struct Silence: StreamSink {}

@Suite struct `An endless stream` {
  /// Only counts, so that nothing grows but what the splitter itself keeps.
  private struct Tally: StreamSink {
    var junk = 0
    mutating func receive(junk: Junk) { self.junk += junk.length }
  }

  /// Five megabytes of a pattern, in portions.
  private static let size = 5_000_000

  /// Splits the pattern over and over, and answers the bytes that the splitter has room for afterwards.
  private func room(after pattern: [UInt8], _ strictness: Strictness = .standard) -> (
    room: Int, counts: StreamCounts
  ) {
    let portion = (0..<(8192 / pattern.count + 1)).flatMap { _ in pattern }
    var splitter = StreamSplitter(strictness)
    var tally = Tally()
    var given = 0
    while given < Self.size {
      splitter.split(portion.span, into: &tally)
      given += portion.count
    }
    // Only arrays can grow; those of the counts beside the buffer have a place for each language and number.
    let mirror = Mirror(reflecting: splitter)
    let arrays = mirror.children.compactMap { ($0.value as? [UInt8])?.capacity }
    #expect(arrays.count == 1)
    #expect(given - splitter.counts.bytes <= 16_384)
    return (arrays.reduce(0, +), splitter.counts)
  }

  @Test func `of noise is not kept`() {
    var generator = SeededGenerator(seed: 5)
    let noise = (0..<8000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(room(after: noise).room < 20_000)
  }

  @Test func `of one sentence that never ends is not kept, nor are dollar signs`() {
    let endless = room(after: [UInt8](repeating: 0x41, count: 100))
    #expect(endless.room < 20_000)
    #expect(room(after: Array("$GPGGA".utf8) + [UInt8](repeating: 0x41, count: 8000)).room < 20_000)
    #expect(room(after: [0x24]).room < 20_000)
  }

  @Test func `of false leaders is not kept`() {
    #expect(room(after: [0xB5, 0x62]).room < 20_000)
    #expect(
      room(after: [0xB5, 0x62, 0x01, 0x07, 0xFF, 0x1F] + [UInt8](repeating: 0, count: 8100)).room < 20_000)
  }

  @Test func `of lines that are no sentence gives out nothing`() {
    var decoder = FixDecoder(.recording())
    var outputs = 0
    let portion = (0..<200).flatMap { wire("PXYZ,\($0)") + wire("GPGGA,\($0)") }
    for _ in 0..<100 { decoder.decode(portion.span) { _ in outputs += 1 } }
    #expect(outputs == 0)
    #expect(decoder.streamCounts.sentences == 20_000)
    #expect(decoder.streamCounts.badFields == 20_000)
  }
}

@Suite struct `A rule for sentences` {
  @Test func `holds a sentence to the length that is allowed`() {
    for longest in [128, 200, 4096] {
      let strictness = Strictness(longest: longest)
      for (length, isRead) in [(longest, true), (longest + 1, false)] {
        // From the dollar sign to the star.
        let body = "GPTXT," + String(repeating: "x", count: length - 7)
        #expect(TakenApart(wire(body), strictness).counts.sentences == (isRead ? 1 : 0))
      }
    }
  }

  @Test func `keeps the length that is allowed within its bounds`() {
    var strictness = Strictness(longest: 0)
    #expect(strictness.longest == 128)
    strictness.longest = .max
    #expect(strictness.longest == 4096)
    #expect(TakenApart([0x24] + [UInt8](repeating: 0x41, count: 40_000), strictness).counts.bytes == 40_001)
  }
}
