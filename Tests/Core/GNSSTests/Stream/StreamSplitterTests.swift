import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@Suite struct `A stream splitter` {
  private let gga = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private let rmc = "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W,A"

  @Test(arguments: [Strictness.standard, .lenient, Strictness(longest: 128)])
  func `finds the same in a stream however it is cut`(strictness: Strictness) {
    let start = SeededGenerator.seed
    for seed in start..<(start + 150) {
      let stream = RandomStream(seed: seed, parts: 12).bytes
      let whole = TakenApart(stream, strictness)
      #expect(
        whole == TakenApart(stream, pieces: RandomStream.pieces(seed: seed), strictness), "seed \(seed)")
      #expect(whole == TakenApart(stream, pieces: [1], strictness), "seed \(seed)")
    }
  }

  @Test func `loses no byte, and tells each of them once`() {
    let start = SeededGenerator.seed
    for seed in start..<(start + 300) {
      let stream = RandomStream(seed: seed, parts: 12).bytes
      let apart = TakenApart(stream, pieces: RandomStream.pieces(seed: seed))
      #expect(apart.counts.bytes == stream.count, "seed \(seed)")
      #expect(apart.gap(in: stream) == nil, "seed \(seed)")
    }
  }

  @Test func `reports a frame of another protocol in noise`() {
    // 40 bytes of noise that are one by chance.
    let stream = RandomStream(seed: 3_026_534_501, parts: 12).bytes
    let apart = TakenApart(stream)
    #expect(apart.gap(in: stream) == nil)
    #expect(apart.events.contains { if case .binary(_, let frame) = $0 { frame.count == 40 } else { false } })
  }

  @Test func `counts a damaged message once two of its language have come`() throws {
    let message = try Message.unknown(.navSTATUS, payload: [1, 2, 3]).encoded()
    var damaged = message
    damaged[7] ^= 1
    #expect(TakenApart(damaged + message + damaged + wire(gga)).counts.badChecksums == 0)
    let counts = TakenApart(message + message + damaged + message + damaged + wire(gga)).counts
    #expect(counts.badChecksums == 2 && counts.messages == 3)
    // The language of the corrections has not been spoken.
    var correction = correction([1, 2, 3, 4])
    correction[4] ^= 1
    #expect(TakenApart(message + message + correction + wire(gga)).counts.badChecksums == 0)
  }

  @Test func `counts the bytes of each kind`() throws {
    let message = try Message.unknown(.navSTATUS, payload: [1, 2, 3]).encoded()
    let corrections = correction([1, 2, 3, 4])
    let block = Array("\\s:a*28\\".utf8)
    var wrong = wire(rmc)
    wrong[10] ^= 1
    let refused = wire("GPGGA,1,2")
    let stream =
      Array("# Hello\n".utf8) + wire(gga) + message + block + wire(rmc) + [1, 2, 3] + corrections + wrong
      + refused
    let counts = TakenApart(stream).counts
    #expect(counts.bytes == stream.count && counts.sentences == 2)
    #expect(counts.sentenceBytes == wire(gga).count + wire(rmc).count - 4)
    #expect(counts.badChecksums == 1 && counts.badFields == 1)
    #expect(counts.refusedBytes == wrong.count + refused.count - 4)
    #expect(counts.messages == 1 && counts.corrections == 1)
    #expect(counts.messageBytes == message.count + corrections.count)
    #expect(counts.commentBytes == 7 + block.count)
    #expect(counts.lineEndBytes == 9 && counts.junkBytes == 3)
  }

  @Test func `tells where junk stood, and why`() {
    let stream =
      Array("abc\r\ndef".utf8) + wire(gga) + [0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF, 0x20] + wire(rmc)
    let behind = 8 + wire(gga).count
    #expect(
      TakenApart(stream).junk == [
        Junk(offset: 0, length: 3, reason: .unknown), Junk(offset: 5, length: 3, reason: .unknown),
        Junk(offset: behind, length: 2, reason: .message(.tooLong(found: 65535, allowed: 8192))),
        Junk(offset: behind + 2, length: 5, reason: .unknown),
      ])
  }

  @Test func `tells a long run of junk in pieces`() {
    let junk = TakenApart([UInt8](repeating: 0x55, count: 10_000)).junk
    #expect(junk.map(\.length) == [4096, 4096, 1808])
    #expect(junk.map(\.offset) == [0, 4096, 8192])
  }

  @Test func `tells each sentence's bytes once, behind what it says`() {
    let unknown = "GPXXX,1"
    let events = TakenApart(wire(gga) + wire(unknown) + wire("PGRMZ,246,f,3")).events
    #expect(events.count == 6)
    #expect(events[1] == .sentence(Array(text(gga).utf8)))
    #expect(events[2] == .body(Array(unknown.utf8)))
    #expect(events[3] == .sentence(Array(text(unknown).utf8)))
    #expect(events[4] == .body(Array("PGRMZ,246,f,3".utf8)))
  }

  @Test func `finds the next frame after any garbage`() {
    let start = SeededGenerator.seed
    for seed in start..<(start + 300) {
      let garbage = RandomStream(seed: seed, parts: 4).bytes
      let apart = TakenApart(garbage + wire(gga) + wire(rmc))
      #expect(apart.sentences.last == text(rmc), "seed \(seed)")
      // Only a comment may run into the first one's line.
      if !garbage.contains(UInt8(ascii: "#")) {
        #expect(apart.sentences.suffix(2) == [text(gga), text(rmc)], "seed \(seed)")
      }
    }
  }

  @Test func `finds a sentence inside a false message or a false correction`() {
    for length in [10, 66, 67, 68, 69, 100, 1023, 8192] {
      let (low, high) = (UInt8(length & 0xFF), UInt8(length >> 8))
      let leader: [UInt8] = [0xB5, 0x62, 0x01, 0x07, low, high]
      #expect(TakenApart(leader + wire(gga) + wire(rmc)).sentences == [text(gga), text(rmc)])
      #expect(TakenApart(leader + wire(gga) + [UInt8](repeating: 0, count: 9000)).sentences == [text(gga)])
      if length > 1023 { continue }
      #expect(TakenApart([0xD3, high, low] + wire(gga) + wire(rmc)).sentences == [text(gga), text(rmc)])
    }
  }

  @Test func `finds a message inside a false one`() throws {
    let message = try Message.unknown(.navSTATUS, payload: [1, 2, 3]).encoded()
    let apart = TakenApart([0xB5, 0x62, 0x01, 0x07, 0x09, 0x00] + message + message)
    #expect(apart.counts.messages == 2 && apart.counts.junkBytes == 6)
  }

  @Test func `ends a sentence that the stream ends`() {
    #expect(TakenApart(Array(text(gga).utf8)).sentences == [text(gga)])
    #expect(TakenApart(Array("$\(gga)".utf8), .lenient).counts.sentences == 1)
    #expect(TakenApart(Array("$\(gga)".utf8)).junk.map(\.reason) == [.sentence(.noChecksum)])
    #expect(TakenApart(Array("# The end".utf8)).events == [.comment(Array("# The end".utf8))])
  }

  @Test func `makes no byte up to end a message with`() throws {
    // The line end that ends a last sentence is no last byte of a checksum.
    for payload in 0...255 as ClosedRange<UInt8> {
      let message = try Message.unknown(.navSTATUS, payload: [payload]).encoded()
      let corrections = correction([payload])
      for frame in [message, corrections] where frame.last == 0x0A {
        let apart = TakenApart(Array(frame.dropLast()))
        #expect(apart.counts.messages + apart.counts.corrections == 0)
        #expect(apart.counts.bytes == frame.count - 1)
      }
    }
  }

  @Test(.needsRecordings) func `finds the same in every recording however it is cut`() throws {
    for name in RecordingShelf.manyKinds {
      let stream = Array(try RecordingShelf.bytes(name).prefix(6000))
      let whole = TakenApart(stream)
      #expect(whole == TakenApart(stream, pieces: [7, 1, 130, 13]), "\(name)")
      #expect(whole.gap(in: stream) == nil, "\(name)")
    }
  }
}

extension RecordingShelf {
  /// Receivers of all makers, text and binary.
  static let manyKinds = [
    "ac12_binary", "bundg_zeus_9", "et-332", "garmin48", "gp-320fw-2019-04-07-coldboot", "gpsdf", "mtk-3301",
    "navisys-gr8013", "quectel-eg25-g", "skytraq-dgps", "skytraq-err", "tcp-torture", "telit-pls83-w",
    "tn200-all", "triton400", "ublox-glo", "ublox-neo-m8p", "ublox-zed-f9p-sfrbx", "ublox-zed-f9r",
    "ublox8-uniqid-monhw", "unicore-um621",
  ]
}

extension TakenApart {
  /// The first place of the stream that none of the events accounts for, line ends apart; nil if there is none.
  func gap(in stream: [UInt8]) -> Int? {
    var place = 0
    func skipLineEnds() {
      while place < stream.count, stream[place] == 0x0D || stream[place] == 0x0A { place += 1 }
    }
    for event in events {
      let bytes: [UInt8]
      switch event {
      case .content, .body, .fault: continue
      case .sentence(let sentence): bytes = sentence
      case .refused(let body, _): bytes = wire(body).dropLast(2)
      case .message(let message): bytes = message
      case .binary(_, let frame): bytes = frame
      case .correction(let correction): bytes = correction
      case .comment(let comment): bytes = comment
      case .tagBlock:
        skipLineEnds()
        guard let end = stream[(place + 1)...].firstIndex(of: 0x5C) else { return place }
        bytes = Array(stream[place...end])
      case .junk(let junk):
        skipLineEnds()
        guard junk.offset == place else { return place }
        bytes = Array(stream[place..<(place + junk.length)])
      }
      skipLineEnds()
      guard stream[place...].starts(with: bytes) else { return place }
      place += bytes.count
    }
    skipLineEnds()
    return place == stream.count ? nil : place
  }
}
