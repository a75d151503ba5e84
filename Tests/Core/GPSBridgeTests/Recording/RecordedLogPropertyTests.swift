import GPSBridge
import TestSupport
import Testing

/// What holds for every recording; each failure names the seed that brings it back.
@Suite struct `Whatever is recorded` {
  private let seed = SeededGenerator.seed

  private struct Recorded {
    var header: RecordedLog.Header
    var chunks: [(bytes: [UInt8], time: Duration)] = []
    var text: [UInt8]

    init(_ random: inout SeededGenerator) {
      header = RecordedLog.Header(
        started: UTC(
          secondsSince1970: .random(in: 0...4_000_000_000, using: &random),
          nanosecond: .random(in: 0...999, using: &random) * 1_000_000),
        fields: (0..<Int.random(in: 0...5, using: &random)).map {
          .init("key \($0)", String(decoding: Self.bytes(&random, 20), as: UTF8.self))
        })
      var writer = RecordedLog.Writer()
      text = writer.header(header)
      var time = 0
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        time += Int.random(in: 0...2000, using: &random)
        let bytes = Self.bytes(&random, Int.random(in: 0..<10, using: &random) == 0 ? 10_000 : 200)
        writer.append(bytes.span, at: .milliseconds(time), to: &text)
        if !bytes.isEmpty { chunks.append((bytes, .milliseconds(time))) }
      }
    }

    private static func bytes(_ random: inout SeededGenerator, _ most: Int) -> [UInt8] {
      let isText = Bool.random(using: &random)
      return (0..<Int.random(in: 0...most, using: &random)).map { _ in
        isText ? .random(in: 0x20...0x7E, using: &random) : .random(in: 0...255, using: &random)
      }
    }
  }

  private func cuts(_ random: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...50, using: &random)).map { _ in Int.random(in: 1...3000, using: &random) }
  }

  /// Chunks that came at one moment, joined: a long one is written as several lines.
  private func joined(_ items: [RecordedLog.Item]) -> [(bytes: [UInt8], time: Duration)] {
    var chunks: [(bytes: [UInt8], time: Duration)] = []
    for case .bytes(let bytes, let time?) in items {
      if chunks.last?.time == time {
        chunks[chunks.count - 1].bytes += bytes
      } else {
        chunks.append((bytes, time))
      }
    }
    return chunks
  }

  @Test func `comes back as it was, with its times, however the text is cut`() {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ round)
      let recorded = Recorded(&random)
      let found = items(recorded.text, cut: cuts(&random))
      #expect(found.header == recorded.header, "seed \(seed), round \(round)")
      #expect(found.faults == [], "seed \(seed), round \(round)")
      let (read, written) = (joined(found), joined(recorded.chunks.map { .bytes($0.bytes, at: $0.time) }))
      #expect(read.map(\.bytes) == written.map(\.bytes), "seed \(seed), round \(round)")
      #expect(read.map(\.time) == written.map(\.time), "seed \(seed), round \(round)")
    }
  }

  @Test func `loses no whole line when the power goes at any moment`() {
    for round in 0..<100 {
      var random = SeededGenerator(seed: seed &+ round)
      let recorded = Recorded(&random)
      let text = Array(recorded.text.prefix(Int.random(in: 0...recorded.text.count, using: &random)))
      let found = items(text)
      #expect(found.faults == [], "seed \(seed), round \(round)")
      guard found.header != nil else { continue }
      let whole = items(recorded.text)
      #expect(
        found.dropFirst().elementsEqual(whole.dropFirst().prefix(found.count - 1)),
        "seed \(seed), round \(round)")
      let lines = text.count { $0 == 0x0A } - 1 - recorded.header.fields.count
      #expect(found.count - 1 == max(0, lines), "seed \(seed), round \(round)")
    }
  }

  @Test func `is told line by line when bytes of it are broken, and the same however it is cut`() {
    for round in 0..<300 {
      var random = SeededGenerator(seed: seed &+ round)
      var text = Recorded(&random).text
      for _ in 0..<Int.random(in: 1...20, using: &random) { mutate(&text, &random) }
      let whole = items(text)
      let lines = text.count { $0 == 0x0A }
      #expect(whole.problems.allSatisfy { 1...max(1, lines) ~= $0.line }, "seed \(seed), round \(round)")
      let numbers = whole.problems.map(\.line)
      #expect(numbers == numbers.sorted(), "seed \(seed), round \(round)")
      #expect(whole.bytes.count <= text.count, "seed \(seed), round \(round)")
      let pieces = items(text, cut: cuts(&random))
      if whole.header != nil {
        #expect(pieces == whole, "seed \(seed), round \(round)")
      } else {
        #expect(
          pieces.bytes == whole.bytes && pieces.problems == whole.problems, "seed \(seed), round \(round)")
      }
    }
  }

  private func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    // The beginning is hit more often: it decides what the rest means.
    let most = Int.random(in: 0..<3, using: &random) == 0 ? min(60, text.count) : text.count
    guard most > 0 else { return text.append(0x23) }
    let place = Int.random(in: 0..<most, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: text[place] = .random(in: 0...255, using: &random)
    case 1: text.remove(at: place)
    case 2:
      text.insert([0x0A, 0x5C, 0x20, 0x23, 0x0D, 0x00].randomElement(using: &random) ?? 0x0A, at: place)
    case 3: text.insert(contentsOf: text[place..<min(place + 40, text.count)], at: place)
    default: text.removeSubrange(place..<min(place + 40, text.count))
    }
  }
}

extension UInt64 {
  fileprivate static func &+ (a: UInt64, b: Int) -> UInt64 { a &+ UInt64(b) }
}
