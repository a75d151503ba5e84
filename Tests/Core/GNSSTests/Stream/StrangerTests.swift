import NMEA
import TestSupport
import Testing

@testable import GNSS

/// One message of each language that is recognized and not read.
enum Stranger {
  private static func little(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }

  /// Bytes of a payload, none of which is special in any of these languages.
  private static let payload: [UInt8] = (0..<24).map { UInt8(0x60 + $0) }

  private static func crc32(_ bytes: [UInt8]) -> [UInt8] {
    let sum = Int(bytes.span.crc32(0..<bytes.count))
    return little(sum & 0xFFFF) + little(sum >> 16)
  }

  private static func fletcher(_ body: [UInt8]) -> [UInt8] {
    let sums = body.reduce((UInt8(0), UInt8(0))) { ($0.0 &+ $1, $0.1 &+ $0.0 &+ $1) }
    return [sums.0, sums.1]
  }

  static func message(_ language: BinaryProtocol) -> [UInt8] {
    let xor = payload.reduce(0, ^)
    switch language {
    case .garmin:
      let body: [UInt8] = [0x33, UInt8(payload.count)] + payload
      return [0x10] + body + [0 &- body.reduce(0, &+)] + [0x10, 0x03]
    case .tsip: return [0x10, 0x4B, 0x5A, 0, 1, 0x10, 0x03]
    case .skytraq: return [0xA0, 0xA1, 0, UInt8(payload.count)] + payload + [xor, 0x0D, 0x0A]
    case .allystar:
      let body = [1, 2] + little(payload.count) + payload
      return [0xF1, 0xD9] + body + fletcher(body)
    case .unicore:
      let head: [UInt8] = [0xAA, 0x44, 0xB5, 0] + little(17) + little(payload.count)
      let body = head + [UInt8](repeating: 0, count: 16) + payload
      return body + crc32(body)
    case .novatel:
      let head: [UInt8] = [0xAA, 0x44, 0x12, 28] + little(42) + [0, 0] + little(payload.count)
      let body = head + [UInt8](repeating: 0, count: 18) + payload
      return body + crc32(body)
    case .sbf:
      let body = little(4007) + little(8 + payload.count) + payload
      return [0x24, 0x40] + little(body.span.crc16(0..<body.count)) + body
    case .italk:
      var sum: UInt32 = 0
      for index in 0..<(payload.count / 2) {
        let word = UInt32(payload[2 * index]) | UInt32(payload[2 * index + 1]) << 8
        let product = (sum &+ 1) &* (word + UInt32(index))
        sum ^= (product & 0xFFFF) ^ (product >> 16)
      }
      return [0x3C, 0x21, 1, 2, 3, 4, UInt8(payload.count / 2)] + payload + little(Int(sum)) + [0x3E]
    case .evermore:
      return [0x10, 0x02, UInt8(payload.count + 2)] + payload + [payload.reduce(0, &+), 0x10, 0x03]
    case .navcom:
      let body: [UInt8] = [0x44] + little(payload.count + 4) + payload
      return [0x02, 0x99, 0x66] + body + [body.reduce(0, ^), 0x03]
    case .greis:
      let body = Array("PV019".utf8) + payload
      var sum: UInt8 = 0
      for byte in body { sum = (sum << 2 | sum >> 6) ^ byte }
      return body + [sum << 2 | sum >> 6]
    case .zodiac:
      let head: [Int] = [0x81FF, 1000, payload.count / 2, 0]
      let words = stride(from: 0, to: payload.count, by: 2).map {
        Int(payload[$0]) | Int(payload[$0 + 1]) << 8
      }
      return head.flatMap(little) + little(0x10000 - head.reduce(0, +) % 0x10000) + payload
        + little(0x10000 - words.reduce(0, +) % 0x10000)
    case .oncore:
      let body = Array("Ea".utf8) + payload
      return Array("@@".utf8) + body + [body.reduce(0, ^), 0x0D, 0x0A]
    case .novatelText, .superstar, .hemisphere, .furuno, .sbp, .qgc, .rtcm2: return later(language)
    case .sirf, .ubx, .rtcm, .casic: return []
    }
  }

  private static func later(_ language: BinaryProtocol) -> [UInt8] {
    let sum = payload.reduce(0) { $0 + Int($1) }
    switch language {
    case .novatelText:
      let body = Array(
        "BESTPOSA,COM1,0,83.5,FINESTEERING,1419,336148.000,0,6145,2724;SOL_COMPUTED,SINGLE".utf8)
      let digits = String(body.span.crc32(0..<body.count), radix: 16)
      return [0x23] + body + [0x2A] + Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
    case .superstar:
      let body = [0x01, 0x94, 0x6B, UInt8(payload.count)] + payload
      return body + little(body.reduce(0) { $0 + Int($1) })
    case .hemisphere:
      return Array("$BIN".utf8) + little(1) + little(payload.count) + payload + little(sum) + [0x0D, 0x0A]
    case .furuno:
      let body: [UInt8] = [0x06] + payload.prefix(18)
      return [0x8B] + body + [body.reduce(0, &+)]
    case .sbp:
      let body = little(522) + little(66) + [UInt8(payload.count)] + payload
      return [0x55] + body + little(body.span.crc16(0..<body.count))
    case .qgc:
      let body = [0x0A, 0xB2] + little(payload.count) + payload
      return [0x51, 0x47] + body + fletcher(body)
    case .rtcm2: return corrections([0x66_1234, 0x1357_10, 0x24_6801, 0x00_0000])
    default: return []
    }
  }

  /// Words of RTCM 2, the number of those after the header set; 24 bits of data each.
  static func corrections(_ data: [UInt32]) -> [UInt8] {
    let masks: [UInt32] = [0xBB1F_3480, 0x5D8F_9A40, 0xAEC7_CD00, 0x5763_E680, 0x6BB1_F340, 0x8B7A_89C0]
    var bytes: [UInt8] = []
    var last: UInt32 = 0
    for var word in data {
      if bytes.count == 5 { word = word & ~0xF8 | UInt32(data.count - 2) << 3 }
      let upright = (last & 3) << 30 | word << 6
      var parity: UInt32 = 0
      for mask in masks { parity = parity << 1 | UInt32((upright & mask).nonzeroBitCount & 1) }
      let sent = (last & 1 == 1 ? ~word & 0xFF_FFFF : word) << 6 | parity
      for group in 0..<5 {
        var byte: UInt8 = 0x40
        for bit in 0..<6 where sent >> UInt32(29 - 6 * group - bit) & 1 == 1 { byte |= 1 << UInt8(bit) }
        bytes.append(byte)
      }
      last = parity
    }
    return bytes
  }

  static let all = BinaryProtocol.allCases.filter { !$0.isRead && $0 != .rtcm }
}

@Suite struct `A language that is not read` {
  private func counts(_ bytes: [UInt8], in size: Int = 1000) -> StreamCounts {
    TakenApart(bytes, pieces: [size]).counts
  }

  @Test(arguments: Stranger.all)
  func `is named by its second message, however the stream is cut`(_ language: BinaryProtocol) {
    let message = Stranger.message(language)
    #expect(counts(message).stranger == nil)
    for size in [1, 3, 7, 1000] {
      let counts = counts(message + message, in: size)
      #expect(counts.stranger == language && counts.strangers[language] == 2, "in pieces of \(size)")
      #expect(counts.junkBytes == 0 && counts.messageBytes == 2 * message.count)
      #expect(!counts.isAnythingKnown)
    }
  }

  @Test(arguments: Stranger.all)
  func `is not named by messages with a damaged byte`(_ language: BinaryProtocol) {
    let message = Stranger.message(language)
    for place in message.indices {
      // TSIP has no checksum, and iTalk none over its addresses.
      if language == .tsip && 2...4 ~= place || language == .italk && 2...5 ~= place { continue }
      // Hemisphere's sum is that of the payload alone.
      if language == .hemisphere && 4...5 ~= place { continue }
      var bytes = message
      bytes[place] ^= 0x55
      #expect(counts(bytes + bytes + bytes).stranger != language, "byte \(place)")
    }
  }

  @Test(arguments: Stranger.all)
  func `is named beside sentences, which all come`(_ language: BinaryProtocol) {
    let message = Stranger.message(language)
    let sentence = wire(["GPGLL,4717.11,N,00833.91,E,123519,A"])
    let found = counts(message + sentence + message + sentence)
    #expect(found.sentences == 2 && found.strangers[language] == 2 && found.stranger == language)
  }

  @Test(arguments: Stranger.all)
  func `never holds a sentence back by a false beginning`(_ language: BinaryProtocol) {
    // A line that begins with a number sign is a comment to its end.
    let lineEnd: [UInt8] = language == .novatelText ? [0x0A] : []
    let beginning = Stranger.message(language).prefix(9) + lineEnd
    let sentence = wire(["GPGLL,4717.11,N,00833.91,E,123519,A"])
    var splitter = StreamSplitter()
    var sink = StreamRecorder()
    let stream = beginning + sentence + sentence
    splitter.split(stream.span, into: &sink)
    #expect(splitter.counts.sentences == 2)
  }

  @Test func `is Quectel's by a message of its makers' tools`() {
    let message: [UInt8] =
      [0x51, 0x47, 0x0A, 0xB2, 0x55, 0, 1, 0, 0, 0, 0, 0x3C] + [UInt8](repeating: 0, count: 18) + [
        0x10, 0x35, 0xFC, 0x49, 0x04, 0x40, 0x01, 0x3F, 0x77, 0x04, 0x00, 0x11, 0x00, 0x04, 0x40, 0x01,
        0x10, 0x00, 0x44, 0x00, 0x11, 0x00, 0x05, 0x80, 0x00, 0x5F, 0x6B, 0x84, 0x00, 0x11, 0x00, 0x07,
        0x7D, 0x63, 0x10, 0x00, 0x78, 0x17, 0x0F, 0xFD, 0xD1, 0x02, 0x57, 0x10, 0x00, 0x44, 0x00, 0x11,
        0x00, 0x04, 0x40, 0x01, 0x10, 0x00, 0x58, 0x7F, 0x00, 0x01, 0x81, 0x36, 0xB0, 0x2B, 0xC6,
      ]
    #expect(counts(message + message).stranger == .qgc)
  }

  @Test func `is NovAtel's OEM3 by the sum of all bytes`() {
    var message: [UInt8] = [0xAA, 0x44, 0x11, 0, 1, 0, 0, 0, 20, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 9]
    message[3] = message.reduce(0, ^)
    #expect(counts(message + message).stranger == .novatel)
    message[15] ^= 1
    #expect(counts(message + message).stranger == nil)
  }

  @Test func `is RTCM 2 whatever the word before the frame was`() {
    let frames =
      Stranger.corrections([0x66_1234, 0x13_5710, 0x24_6801, 0xFF_FFFF]) + Stranger.message(.rtcm2)
    #expect(counts(frames + frames).strangers[.rtcm2] == 4)
    // With all bits inverted it is the same frame, after a word that ended otherwise.
    let inverted = frames.map { $0 ^ 0x3F }
    #expect(counts(inverted + inverted).strangers[.rtcm2] == 4)
  }

  @Test func `is not found in comments of a recording`() {
    let text = Array("#DATE,2026;a*1234\n# Date: 2026-11-20\n#BESTPOSA,COM1;1*00000000\n".utf8)
    #expect(counts(text + text).strangers.messages == 0)
    #expect(counts(text + text).junkBytes == 0)
  }

  @Test func `says a name and what to do, each in words of its own`() {
    let names = Set(BinaryProtocol.allCases.map(\.name))
    let remedies = Set(BinaryProtocol.allCases.map(\.remedy))
    #expect(names.count == BinaryProtocol.allCases.count && remedies.count == names.count)
    #expect(remedies.allSatisfy { $0.hasSuffix(".") && $0.count > 30 })
  }
}

@Suite struct `Noise` {
  @Test func `is never given the name of a language`() {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(TakenApart(bytes).counts.stranger == nil, "seed \(seed)")
    }
  }

  @Test(arguments: [4800, 9600, 19_200, 38_400, 57_600, 115_200])
  func `of sentences at a wrong speed is never given a name`(speed: Int) {
    var generator = SeededGenerator()
    var text: [UInt8] = []
    for _ in 0..<200 {
      let time = Int.random(in: 100_000...235_959, using: &generator)
      let fraction = Int.random(in: 1000...5959, using: &generator)
      text += wire(["GPGGA,\(time),47\(fraction),N,008\(fraction),E,1,08,0.9,545.4,M,46.9,M,,"])
    }
    for other in [4800, 9600, 19_200, 38_400, 57_600, 115_200] where other != speed {
      let heard = Self.heard(text, sentAt: speed, readAt: other)
      #expect(TakenApart(heard).counts.stranger == nil, "seed \(seed), read at \(other)")
    }
  }

  @Test func `among sentences is never given a name`() {
    var generator = SeededGenerator()
    for part in [2, 10, 50] {
      var bytes = (0..<400).flatMap { _ in
        wire(["GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"])
      }
      for place in bytes.indices where Int.random(in: 0..<part, using: &generator) == 0 {
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      #expect(TakenApart(bytes).counts.stranger == nil, "seed \(seed), one byte in \(part)")
    }
  }

  /// Bytes as a line reads them that samples at another speed: a low bit begins one, and eight more follow.
  private static func heard(_ bytes: [UInt8], sentAt speed: Int, readAt other: Int) -> [UInt8] {
    var line: [Bool] = []
    for byte in bytes {
      line.append(false)
      for bit in 0..<8 { line.append(byte >> bit & 1 == 1) }
      line.append(true)
    }
    let level = { (time: Double) in
      let bit = Int(time * Double(speed))
      return bit < line.count ? line[bit] : true
    }
    var found: [UInt8] = []
    var time = 0.0
    let end = Double(line.count) / Double(speed)
    let step = 1 / Double(other)
    while time < end {
      guard !level(time) else {
        time += step / 8
        continue
      }
      var byte: UInt8 = 0
      for bit in 0..<8 where level(time + step * (Double(bit) + 1.5)) { byte |= 1 << UInt8(bit) }
      found.append(byte)
      time += step * 9.5
    }
    return found
  }
}
