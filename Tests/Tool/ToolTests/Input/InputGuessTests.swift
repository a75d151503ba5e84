import Testing

@testable import GPSBridgeTool

@Suite struct `A guess at what bytes are` {
  private func guess(_ pieces: [UInt8]...) -> InputGuess {
    var guess = InputGuess()
    for piece in pieces { guess.take(piece.span) }
    return guess
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08], "gzip", "zcat"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xzcat"),
      (Array("BZh91AY".utf8), "bzip2", "bzcat"), ([0x28, 0xB5, 0x2F, 0xFD, 0x04], "zstd", "zstdcat"),
      ([0x50, 0x4B, 0x03, 0x04, 0x14], "zip", "unzip -p"),
    ] as [([UInt8], String, String)])
  func `of packed data names what packed them and what unpacks them`(
    bytes: [UInt8], name: String, tool: String
  ) {
    for seen in [guess(bytes), guess([bytes[0]], Array(bytes.dropFirst()))] {
      #expect(seen.words == "packed data (\(name))")
      #expect(seen.remedy == "unpack it: \(tool) FILE | gpsbridge watch -")
    }
    #expect(guess([0x20], bytes).words != "packed data (\(name))")
  }

  @Test func `of zeros is zeros, until there is another byte`() {
    let zeros = [UInt8](repeating: 0, count: 5000)
    #expect(guess(zeros).words == "zero bytes and nothing else")
    #expect(guess(zeros, [1]).words == "binary in no known protocol")
  }

  @Test func `of text is text, also with letters of other languages and blanks of all kinds`() {
    #expect(guess(Array("Grüße\t\r\n\u{B}\u{C} Ωδός\n".utf8)).words == "text without sentences")
  }

  @Test func `of lines that begin with a dollar sign is of sentences that were cut`() {
    let words = "sentences without a checksum, or cut ones"
    #expect(guess(Array("$GPGGA,1".utf8)).words == words && guess(Array("x\r\n$GP".utf8)).words == words)
    #expect(guess(Array("x\n".utf8), Array("$".utf8)).words == words)
    #expect(guess(Array("costs 5 $ a piece".utf8)).words == "text without sentences")
  }

  @Test func `forgives one control in fifty bytes, and no more`() {
    let text = [UInt8](repeating: 0x61, count: 98)
    #expect(guess(text, [1, 1]).words == "text without sentences")
    #expect(guess(text, [1, 1, 1]).words == "binary in no known protocol")
    let binary: [[UInt8]] = [[0x7F, 0xFF, 0xF5], [0x80, 0x80, 0x80], [0xC3, 0x61, 0xC3, 0x61, 0xE2, 0xC3]]
    for bytes in binary { #expect(guess(text, bytes).words == "binary in no known protocol", "\(bytes)") }
  }

  @Test func `is made at the beginning: what comes behind 64 KiB changes nothing`() {
    let text = [UInt8](repeating: 0x61, count: 65_536)
    let noise = [UInt8](repeating: 1, count: 1_000_000)
    #expect(guess(text, noise).words == "text without sentences")
    #expect(guess(text, noise, Array("\n$GP".utf8)).words == "text without sentences")
  }

  @Test func `without a way to unpack asks for another recording`() {
    #expect(
      guess(Array("text".utf8)).remedy == "give a recording of a receiver's NMEA sentences or u-blox messages"
    )
    #expect(guess([0, 0]).remedy.hasSuffix("; a port that was read at a wrong speed leaves such bytes"))
  }
}
