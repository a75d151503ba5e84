import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@Suite struct `Framing quirks` {
  private let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"
  private let next = "GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"
  private let gga = "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test func `quirk 1, a stream may begin in the middle of a sentence`() {
    let cut = Array("19,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47".utf8)
    let stream = TakenApart(cut + [0x0D, 0x0A] + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.junk == [Junk(offset: 0, length: cut.count, reason: .unknown)])
  }

  @Test(.needsRecordings) func `quirk 1, a recording that begins in the middle gives its fix`() throws {
    let fixes = try RecordingShelf.fixes("tcp-torture").filter(\.isValid)
    #expect(fixes.map(\.time) == [utc(2007, 12, 23, 19, 32, 21)])
  }

  @Test func `quirk 2, a dollar sign inside a body begins the sentence anew`() {
    let half = Array("$GPGGA,120000,4807".utf8)
    let stream = TakenApart(half + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(
      stream.junk == [
        Junk(offset: 0, length: 18, reason: .sentence(.strayByte(UInt8(ascii: "$"), at: 18)))
      ])
  }

  @Test func `quirk 2, two whole sentences may stand on one line`() {
    let stream = TakenApart(Array((text(gga) + text(rmc)).utf8) + [0x0D, 0x0A])
    #expect(stream.sentences == [text(gga), text(rmc)])
    #expect(stream.junk == [])
  }

  @Test(.needsRecordings) func `quirk 2, the half of triton400 does not swallow the whole behind it`() throws
  {
    let stream = TakenApart(try RecordingShelf.bytes("triton400"))
    #expect(stream.sentences.contains("$GPGLL,2638.1728,N,08011.3893,W,030131.000,A,A*41"))
  }

  @Test func `quirk 3, a line feed alone ends a line`() {
    let stream = TakenApart(Array((text(gga) + "\n" + text(rmc) + "\n").utf8))
    #expect(stream.sentences == [text(gga), text(rmc)])
    #expect(stream.counts.lineEndBytes == 2)
  }

  @Test(arguments: 0...5)
  func `quirk 4, any number of carriage returns ends a line`(count: Int) {
    let end = [UInt8](repeating: 0x0D, count: count) + [0x0A]
    let stream = TakenApart(Array(text(gga).utf8) + end + Array(text(rmc).utf8) + end)
    #expect(stream.sentences == [text(gga), text(rmc)])
    #expect(stream.counts.lineEndBytes == 2 * count + 2)
    #expect(stream.junk == [])
  }

  @Test(arguments: [0x00, 0x01, 0x07, 0x1B, 0x7F, 0x80, 0xB5, 0xD3, 0xFF] as [UInt8])
  func `quirk 5, a byte that does not print throws its sentence away and no other`(stray: UInt8) {
    // Its checksum is made right, and its fields are many: none of them may let it through.
    for body in [rmc, gga, rmc + ",V,,,", "GPVTG,084.4,T,077.8,M,022.4,N,041.5,K,A"].map({ Array($0.utf8) }) {
      for place in 0...body.count {
        var damaged = body
        damaged.insert(stray, at: place)
        #expect(TakenApart(wire(damaged) + wire(next)).sentences == [text(next)])
        guard place < body.count else { continue }
        damaged = body
        damaged[place] = stray
        #expect(TakenApart(wire(damaged) + wire(next)).sentences == [text(next)])
      }
    }
  }

  @Test func `quirk 6, messages stand between sentences without a line end`() throws {
    let message = try Message.unknown(.navSTATUS, payload: [1, 2, 3, 4]).encoded()
    let corrections = correction([0x3E, 0xD0, 0x00, 0x03])
    let one = Array(text(gga).utf8)
    let stream = TakenApart(one + message + one + corrections + message + one + corrections)
    #expect(stream.sentences == [text(gga), text(gga), text(gga)])
    #expect(stream.counts.messages == 2)
    #expect(stream.counts.corrections == 2)
    #expect(stream.junk == [])
  }

  @Test(
    arguments: [
      [0xB5, 0x62, 0x01, 0x07, 0x20, 0x00], [0xB5, 0x62, 0x01, 0x07, 0x00, 0x20], [0xB5], [0xD3, 0x00, 0x20],
      [0xD3],
      [0xB5, 0x62, 0xB5, 0x62], [0x5C],
    ] as [[UInt8]])
  func `quirk 6, a false leader costs no sentence`(leader: [UInt8]) {
    #expect(TakenApart(leader + wire(gga) + wire(rmc)).sentences == [text(gga), text(rmc)])
  }

  @Test(.needsRecordings, arguments: ["ac12_binary", "ublox-zed-f9r", "ublox8-uniqid-monhw"])
  func `quirk 6, a mixed recording has no junk but what its receiver garbled`(name: String) throws {
    let stream = TakenApart(try RecordingShelf.bytes(name))
    #expect(stream.counts.badChecksums == 0)
    #expect(stream.junk.allSatisfy { $0.reason == .sentence(.binary) || $0.length < 300 })
  }

  @Test(.needsRecordings) func `quirk 7, the raw bytes of ac12_binary are told as such`() throws {
    let stream = TakenApart(try RecordingShelf.bytes("ac12_binary"))
    // But for those behind a raw byte that looks like the beginning of a sentence.
    let raw = stream.junk.filter { $0.reason == .sentence(.binary) }.reduce(0) { $0 + $1.length }
    #expect(raw == 781)
    #expect(Double(raw) > 0.8 * Double(stream.junk.reduce(0) { $0 + $1.length }))
  }
}
