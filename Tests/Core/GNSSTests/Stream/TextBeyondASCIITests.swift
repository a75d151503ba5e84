import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@Suite struct `Text beyond ASCII` {
  private static let next = "GPGLL,4807.038,N,01131.000,E,120001.00,A,A"
  private static let latin = Array("GPTXT,01,01,02,Z".utf8) + [0xFC] + Array("rich".utf8)

  @Test(arguments: [
    latin, Array("GPTXT,01,01,02,Zürich".utf8), Array("GPWPL,4807.038,N,01131.000,E,Café".utf8),
    Array("GPRTE,1,1,c,Zürich,駅,Øresund".utf8), Array("PGRMX,Zürich".utf8), Array("GPXXX,ü".utf8),
    Array("GPTXT,01,01,02,".utf8) + [0x80, 0x9B, 0xB5, 0x62, 0xD3, 0xFF],
  ])
  func `is read where the checksum is right, and given back byte for byte`(body: [UInt8]) {
    let line = wire(body)
    for size in [1, 7, line.count] {
      let stream = TakenApart(line + wire(Self.next), pieces: [size])
      let sentences = stream.events.compactMap { if case .sentence(let bytes) = $0 { bytes } else { nil } }
      #expect(sentences == [Array(line.dropLast(2)), Array(wire(Self.next).dropLast(2))])
      #expect(stream.counts.junkBytes == 0 && stream.counts.cutSentences == 0)
    }
  }

  @Test func `has a wrong checksum, where it has`() {
    var line = wire(Self.latin)
    line[10] ^= 1
    let stream = TakenApart(line + wire(Self.next))
    #expect(stream.counts.badChecksums == 1 && stream.counts.junkBytes == 0)
    #expect(stream.counts.sentences == 1)
  }

  @Test(arguments: ["GPTXT,01,01,02,Z", "GPWPL,4807.0", "PGRMX,"])
  func `takes nothing away from a message in the middle of a sentence that was cut`(beginning: String) throws
  {
    let message = try Message.unknown(.navSTATUS, payload: [0xFF, 0xFE, 0xFD, 0xFC]).encoded()
    let corrections = correction([0xFE, 0xD0, 0xFF, 0xE3])
    for frame in [message, corrections, message + corrections] {
      let stream = TakenApart(Array("$\(beginning)".utf8) + frame + wire(Self.next))
      #expect(stream.counts.messages + stream.counts.corrections == (frame.count > 14 ? 2 : 1))
      #expect(stream.counts.sentences == 1 && stream.counts.cutSentences == 1)
    }
  }

  @Test(arguments: [0x00, 0x07, 0x1B, 0x7F] as [UInt8])
  func `has no control byte`(control: UInt8) {
    let body = Self.latin + [control]
    #expect(TakenApart(wire(body) + wire(Self.next)).counts.sentences == 1)
  }

  @Test func `is none without a checksum`() {
    let stream = TakenApart(Array("$GPTXT,01,01,02,Zürich\r\n".utf8) + wire(Self.next), .lenient)
    #expect(stream.counts.sentences == 1)
  }

  @Test func `is what a sentence says, to a person too`() throws {
    guard case .txt(let txt) = try Sentence(Array(wire(Self.latin).dropLast(2))) else {
      throw Unexpected("no TXT")
    }
    #expect(txt.text.description == "Zürich" && txt.text.unescaped == "Zürich")
    #expect(txt.encoded() == wire(Self.latin))
  }
}

@Suite struct `A sentence that was cut` {
  private let good = "GPGLL,4807.038,N,01131.000,E,120001.00,A,A"

  @Test(arguments: [
    "$GPGLL,4807.0", "$GPGLL,4807.0\r\n", "$GPG", "$PUBX,00,12", "!AIVDM,1,1", "$GPGLL,48\u{1}\u{2}",
  ])
  func `is counted where it began`(cut: String) {
    let stream = TakenApart(Array(cut.utf8) + wire(good))
    #expect(stream.counts.cutSentences == 1 && stream.counts.sentences == 1)
    #expect(stream.counts.badChecksums == 0)
  }

  @Test(arguments: ["$", "$$", "$G", "$\u{1}", "$gpgga,", "GLL,4807.0,N\r\n", "$PASHR,MCA,\u{1}\u{2}\r\n"])
  func `is none where a dollar stands in noise, or the beginning is missing`(noise: String) {
    #expect(TakenApart(Array(noise.utf8) + wire(good)).counts.cutSentences == 0)
  }

  @Test func `is counted at the end of a stream`() {
    #expect(TakenApart(wire(good) + Array("$GPGGA,12".utf8)).counts.cutSentences == 1)
  }

  @Test func `weighs with its bytes in the part that made sense`() {
    let whole = wire(good)
    let stream = TakenApart(whole + Array(whole.prefix(whole.count / 2)) + whole)
    let lost = Double(whole.count / 2) / Double(whole.count * 5 / 2)
    #expect(abs((stream.counts.goodPart ?? 0) - (1 - lost)) < 0.01)
    #expect(StreamCounts().goodPart == nil)
    #expect(TakenApart(whole).counts.goodPart == 1)
  }
}
