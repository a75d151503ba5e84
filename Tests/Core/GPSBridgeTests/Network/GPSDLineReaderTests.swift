import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `The lines of a gpsd` {
  private let sentence = "$GPRMC,044748.000,A,4807.16137,N,01131.10869,E,42.765,30.00,211126,,,A*5E\r\n"

  private func lines(_ pieces: [[UInt8]]) -> [GPSDLineReader.Line] {
    var reader = GPSDLineReader()
    var lines: [GPSDLineReader.Line] = []
    for piece in pieces { reader.take(piece[...]) { lines.append($0) } }
    return lines
  }

  private func lines(_ text: String) -> [GPSDLineReader.Line] { lines([Array(text.utf8)]) }

  @Test func `are what the receiver said, as it said it`() {
    #expect(lines(sentence) == [.data(Array(sentence.utf8))])
    #expect(lines("# a comment\n") == [.data(Array("# a comment\n".utf8))])
  }

  @Test(arguments: ["b56201070000", "B56201070000"])
  func `are packets again where they are digits`(digits: String) {
    #expect(lines(digits + "\r\n") == [.data([0xB5, 0x62, 1, 7, 0, 0])])
  }

  @Test(arguments: ["b5620", "b562 01", "b562g1"])
  func `are text where not all of it is pairs of digits`(text: String) {
    #expect(lines(text + "\n") == [.data(Array((text + "\n").utf8))])
  }

  @Test func `are gpsd's own where they begin with a brace, and without their end`() {
    let version = #"{"class":"VERSION"}"#
    #expect(
      lines(version + "\r\n" + sentence) == [.object(Array(version.utf8)), .data(Array(sentence.utf8))])
  }

  @Test func `are the same however they are cut`() {
    let all = Array((#"{"class":"DEVICES"}"# + "\r\n" + sentence + "b56201\r\n" + "\r\n" + sentence).utf8)
    let whole = lines([all])
    #expect(whole.count == 5)
    for cut in all.indices { #expect(lines([Array(all[..<cut]), Array(all[cut...])]) == whole) }
    #expect(lines(all.map { [$0] }) == whole)
  }

  @Test func `are told once where they are too long, and what follows is read`() {
    let long = Array(repeating: UInt8(ascii: "x"), count: 5 * GPSDLineReader.longest)
    for pieces in [[long + [0x0A]], long.map { [$0] } + [[0x0A]]] {
      #expect(lines(pieces + [Array(sentence.utf8)]) == [.tooLong, .data(Array(sentence.utf8))])
    }
  }

  @Test func `are passed over where they are gpsd's own and too long, as a sky of many satellites`() {
    let sky =
      Array(#"{"class":"SKY",""#.utf8) + Array(repeating: 0x20, count: 3 * GPSDLineReader.longest) + [0x0A]
    #expect(lines([sky, Array(sentence.utf8)]) == [.data(Array(sentence.utf8))])
  }
}
