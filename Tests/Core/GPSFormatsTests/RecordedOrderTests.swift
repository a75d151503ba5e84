import GNSS
import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSFormats

/// The same bytes give the same records, however many of them a read returned.
@Suite struct `The records of a recording` {
  /// All records of a stream that comes in these pieces.
  private func records(_ pieces: [[UInt8]]) -> [String] {
    var decoder = RecordedDecoder(nil, .standard, givesSentences: true)
    var story = StoryRecords(device: "r", types: Set(RecordType.allCases))
    let format = NDJSONFormat(device: "r", types: Set(RecordType.allCases))
    var lines: [String] = []
    let take = { (output: DecodedOutput, moment: RecordedMoment) in
      lines.append(String(decoding: format.lines(for: output), as: UTF8.self))
      for record in story.take(output, moment) { lines.append(String(decoding: record.line, as: UTF8.self)) }
    }
    for piece in pieces { decoder.take(.bytes(at: nil), piece.span, take) }
    decoder.finish(take)
    for record in story.finish(decoder.stats) { lines.append(String(decoding: record.line, as: UTF8.self)) }
    return lines.filter { !$0.isEmpty }
  }

  private func cut(_ bytes: [UInt8], _ random: inout SeededGenerator, upTo most: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + Int.random(in: 1...most, using: &random), bytes.count)
      pieces.append(Array(bytes[place..<end]))
      place = end
    }
    return pieces
  }

  /// Some minutes with noise, damaged sentences and a time without a fix: verdicts and events come and go.
  private func stream(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for second in 0..<200 {
      let time = "12" + String(1000 + second / 60 * 100 + second % 60).suffix(4)
      let isLost = 60..<110 ~= second
      var burst = wire([
        isLost
          ? "GPGGA,\(time),,,,,0,00,99.9,,,,,,"
          : "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        isLost
          ? "GPRMC,\(time),V,,,,,,,201126,,,N" : "GPRMC,\(time),A,4807.038,N,01131.000,E,0.1,84.4,201126,,,A",
        isLost ? "GPGSV,1,1,01,05,40,083," : "GPGSV,1,1,02,05,40,083,46,20,07,344,39",
      ])
      if 120..<150 ~= second {
        for _ in 0..<3 { burst[Int.random(in: 0..<burst.count, using: &random)] ^= 0x11 }
        burst += (0..<200).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
      }
      bytes += burst
    }
    return bytes
  }

  /// The messages of a binary receiver on its way through a tunnel, with reports of its hardware, and some damaged.
  private func messages(_ random: inout SeededGenerator) -> [UInt8] {
    var scenario = Scenario.tunnel
    scenario.language = .ubx
    scenario.seed = random.next()
    var engine = SimulatedReceiverMachine(scenario)
    var bytes: [UInt8] = []
    for second in 1...200 {
      var burst = engine.advance(to: .seconds(second)).bytes
      if 120..<150 ~= second, !burst.isEmpty {
        for _ in 0..<3 { burst[Int.random(in: 0..<burst.count, using: &random)] ^= 0x11 }
        burst += (0..<200).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
      }
      bytes += burst
    }
    return bytes
  }

  @Test(arguments: [true, false])
  func `have one order, however the stream is cut into reads`(isBinary: Bool) {
    var random = SeededGenerator()
    let bytes = isBinary ? messages(&random) : stream(&random)
    let whole = records([bytes])
    #expect(
      whole.contains { $0.contains("\"type\":\"verdict\"") }
        && whole.contains { $0.contains("\"type\":\"event\"") })
    for most in [1, 40, 700, 5000, 20_000] {
      #expect(records(cut(bytes, &random, upTo: most)) == whole, "seed \(seed), pieces of up to \(most)")
    }
  }
}
