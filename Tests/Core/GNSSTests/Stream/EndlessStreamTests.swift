import GNSS
import NMEA
import TestSupport
import Testing

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

  @Test func `of one sentence that never ends is not kept`() {
    let endless = room(after: [UInt8](repeating: 0x41, count: 100))
    #expect(endless.room < 20_000)
    #expect(room(after: Array("$GPGGA".utf8) + [UInt8](repeating: 0x41, count: 8000)).room < 20_000)
  }

  @Test func `of dollar signs is not kept`() {
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
