import NMEA
import TestSupport
import Testing
import UBX

@testable import GNSS

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
