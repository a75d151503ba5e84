import GNSS
import NMEA
import TestSupport
import Testing
import UBX

/// A receiver's stream with copies in it, as a plotter on the same line or another program's questions bring them.
@Suite struct `A stream with copies of what a receiver sent` {
  private func times(_ bytes: [UInt8]) -> [Int64] {
    decode(bytes).fixes.compactMap { $0.timeOfDay?.nanosecondsOfDay }
  }

  /// Whether each time lies behind the one before it, midnight considered.
  private func isForward(_ times: [Int64]) -> Bool {
    let day: Int64 = 86_400_000_000_000
    return zip(times, times.dropFirst()).allSatisfy { 1..<(day / 2) ~= ($1 - $0 + day) % day }
  }

  /// The same with copies of some sentences, each by a plotter and up to a dozen sentences late, and with AIS.
  private func withPlotter(_ lines: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var waiting: [(after: Int, line: [UInt8])] = []
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      bytes += line
      let name = line.count > 6 ? String(decoding: line[3..<6], as: UTF8.self) : ""
      if ["RMC", "GGA", "GLL"].contains(name), let star = line.lastIndex(of: UInt8(ascii: "*")), star > 6,
        Int.random(in: 0..<10, using: &random) < 7
      {
        let copy = wire("II" + String(decoding: line[3..<star], as: UTF8.self))
        waiting.append((index + Int.random(in: 0...12, using: &random), copy))
      }
      for (_, copy) in waiting.filter({ $0.after <= index }) { bytes += copy }
      waiting.removeAll { $0.after <= index }
      if Int.random(in: 0..<8, using: &random) == 0 {
        bytes += Array("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\r\n".utf8)
      }
    }
    return bytes
  }

  /// The same with some messages of NAV again, at once or some messages later, as answers to another program.
  private func withAnswers(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var result: [UInt8] = []
    var waiting: [(left: Int, message: ArraySlice<UInt8>)] = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == 0xB5,
        case .message(let frame) = MessageFrame.recognize(bytes.span.extracting(place..<bytes.count))
      else {
        result.append(bytes[place])
        place += 1
        continue
      }
      let message = bytes[place..<(place + frame.length)]
      result += message
      place += frame.length
      // HNR has epochs of its own, and EOE ends one.
      if message[message.startIndex + 2] == 1, message[message.startIndex + 3] != 0x61,
        Int.random(in: 0..<3, using: &random) == 0
      {
        waiting.append((Int.random(in: 0...6, using: &random), message))
      }
      for index in waiting.indices {
        waiting[index].left -= 1
        if waiting[index].left < 0 { result += waiting[index].message }
      }
      waiting.removeAll { $0.left < 0 }
    }
    return result
  }

  @Test(arguments: ["RMC VTG GGA GSA GSV GLL ZDA", "GGA GSA GSV RMC VTG", "RMC", "GGA RMC"])
  func `has the epochs of the receiver alone, each once and none backwards`(shape: String) {
    var random = SeededGenerator()
    for step in [20, 100] {
      let lines = (0..<60).flatMap { Bursts.burst(shape, at: $0 * step) }.map { wire($0) }
      let mixed = times(withPlotter(lines, &random))
      #expect(mixed == times(lines.flatMap { $0 }), "seed \(seed), \(step)")
    }
  }

  @Test(.needsRecordings) func `has them where real receivers' sentences are repeated`() throws {
    var random = SeededGenerator()
    var count = 0
    for name in try RecordingShelf.names() {
      // A line feed in a binary message would let a copy tear it.
      let bytes = try RecordingShelf.bytes(name)
      guard bytes.allSatisfy({ $0 < 0x80 }) else { continue }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
      let alone = times(lines.flatMap { $0 })
      let hasPlotter = lines.contains { $0.starts(with: "$II".utf8) }
      guard alone.count > 2, isForward(alone), !hasPlotter,
        lines.contains(where: { $0.starts(with: "$G".utf8) })
      else { continue }
      count += 1
      let mixed = times(withPlotter(lines, &random))
      #expect(mixed == alone, "seed \(seed), \(name)")
    }
    #expect(count > 20)
  }

  @Test(.needsRecordings) func `has them where real receivers' messages are asked for`() throws {
    var random = SeededGenerator()
    var count = 0
    for name in try RecordingShelf.names() {
      let bytes = try RecordingShelf.bytes(name)
      let alone = times(bytes)
      let mixed = withAnswers(bytes, &random)
      guard alone.count > 2, isForward(alone), mixed.count > bytes.count else { continue }
      count += 1
      #expect(times(mixed) == alone, "seed \(seed), \(name)")
    }
    #expect(count > 3)
  }

  /// The lines of a recording, where all of it is text.
  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    // A line feed in a binary message would let another line tear it.
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return [] }
    return bytes.split(separator: 0x0A).map { Array($0) + [0x0A] }
  }

  /// Sentences as a plotter sends them.
  private func asPlotter(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.compactMap { line in
      guard line.starts(with: "$G".utf8), let star = line.lastIndex(of: UInt8(ascii: "*")), star > 6 else {
        return nil
      }
      return wire("II" + String(decoding: line[3..<star], as: UTF8.self))
    }
  }

  /// Whether a sentence has a time that shows which talker is the receiver.
  private func isTimed(_ line: [UInt8]) -> Bool {
    let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count > 5, let name = fields.first, name.starts(with: "$G".utf8),
      let place = ["RMC": 1, "GGA": 1, "GNS": 1, "GLL": 5][String(decoding: name.suffix(3), as: UTF8.self)]
    else { return false }
    return fields[place].count >= 6
  }

  /// The lines of one, with some of the other behind each sentence that shows which talker is the receiver.
  ///
  /// The receiver is alone at first: of two talkers that begin together, the first with a complete time is followed.
  private func riffled(_ lines: [[UInt8]], _ others: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    var other = 0
    var timed = 0
    for line in lines {
      bytes += line
      guard isTimed(line) else { continue }
      timed += 1
      guard timed > 8 else { continue }
      let end = min(other + Int.random(in: 0...3, using: &random), others.count)
      bytes += others[other..<end].joined()
      other = end
    }
    return bytes
  }

  /// Whether no time is far from the one before; another talker becomes the receiver after ten seconds without it.
  private func hasNoGap(_ times: [Int64]) -> Bool {
    isForward(times) && zip(times, times.dropFirst()).allSatisfy { abs($1 - $0) <= 2_000_000_000 }
  }

  /// The project's own recording, and those of real receivers where they are; of each the lines.
  private func recordings() throws -> [(name: String, lines: [[UInt8]])] {
    var all = [("morning-walk", lines(try RecordingShelf.own()))]
    if RecordingShelf.isHere {
      all += try RecordingShelf.names().map { ($0, lines(try RecordingShelf.bytes($0))) }
    }
    return all.filter { !asPlotter($0.1).isEmpty }
  }

  @Test func `has no time twice and none backwards with another recording's sentences in between`() throws {
    var random = SeededGenerator()
    let all = try recordings()
    let receivers = all.filter { recording in
      let alone = times(recording.lines.flatMap { $0 })
      // It does not know the time at first, and leaves the line to the other talker.
      return alone.count > 2 && hasNoGap(alone) && recording.name != "mtk-3301"
        && !recording.lines.contains { $0.starts(with: "$II".utf8) }
    }
    var count = 0
    for receiver in receivers {
      for other in [all[0]] + receivers.shuffled(using: &random).prefix(2) {
        let mixed = times(riffled(receiver.lines, asPlotter(other.lines), &random))
        #expect(isForward(mixed), "seed \(seed), \(receiver.name) with \(other.name): \(mixed.count) times")
        count += 1
      }
    }
    #expect(count >= 2)
  }
}
