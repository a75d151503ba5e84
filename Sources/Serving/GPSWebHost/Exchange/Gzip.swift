/// Compresses the files of a page with gzip (RFC 1951 and 1952).
///
/// One block with codes of its own: a file of a page is small, and is compressed once.
struct Gzip {
  /// Returns the compressed bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var gzip = Gzip(bytes: bytes)
    gzip.findRepeats()
    gzip.writeBlock()
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    // Deflate, no flags, no time, the best compression, an unknown system.
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255] + gzip.output.finished()
      + littleEndian(~sum) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A byte, or a repeat of what stands before it.
  private enum Piece {
    case byte(UInt8)
    case copy(length: Int, distance: Int)
  }

  private static let window = 32_768
  private static let longest = 258
  /// The most earlier places that a search compares.
  private static let mostPlaces = 256
  private static let end = 256

  private let bytes: [UInt8]
  private var pieces: [Piece] = []
  private var output = BitOutput()

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: - Repeats

  /// Finds repeats; waits with one for the next place, where a longer one may begin.
  private mutating func findRepeats() {
    var places = Places(bytes)
    var place = 0
    var held: (length: Int, distance: Int)?
    while place < bytes.count {
      let found = places.longestRepeat(at: place)
      places.add(place)
      if let before = held {
        if let found, found.length > before.length {
          pieces.append(.byte(bytes[place - 1]))
          held = found
          place += 1
        } else {
          pieces.append(.copy(length: before.length, distance: before.distance))
          held = nil
          // The repeat began at the place before.
          let next = place + before.length - 1
          for skipped in place + 1..<next { places.add(skipped) }
          place = next
        }
      } else if let found {
        held = found
        place += 1
      } else {
        pieces.append(.byte(bytes[place]))
        place += 1
      }
    }
    if let held { pieces.append(.copy(length: held.length, distance: held.distance)) }
  }

  /// The places of each three bytes, the latest first.
  private struct Places {
    private let bytes: [UInt8]
    private var latest = [Int32](repeating: -1, count: 1 << 15)
    private var earlier: [Int32]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      earlier = [Int32](repeating: -1, count: bytes.count)
    }

    private func key(_ place: Int) -> Int {
      (Int(bytes[place]) << 10 ^ Int(bytes[place + 1]) << 5 ^ Int(bytes[place + 2])) & 0x7FFF
    }

    mutating func add(_ place: Int) {
      guard place + 2 < bytes.count else { return }
      earlier[place] = latest[key(place)]
      latest[key(place)] = Int32(place)
    }

    func longestRepeat(at place: Int) -> (length: Int, distance: Int)? {
      guard place + 2 < bytes.count else { return nil }
      let most = min(Gzip.longest, bytes.count - place)
      var best: (length: Int, distance: Int)?
      var other = Int(latest[key(place)])
      for _ in 0..<Gzip.mostPlaces {
        guard other >= 0, place - other <= Gzip.window else { break }
        var length = 0
        while length < most, bytes[other + length] == bytes[place + length] { length += 1 }
        if length > max(2, best?.length ?? 0) { best = (length, place - other) }
        other = Int(earlier[other])
      }
      return best
    }
  }

  // MARK: - The block

  private mutating func writeBlock() {
    var counts = [Int](repeating: 0, count: 286)
    var distanceCounts = [Int](repeating: 0, count: 30)
    counts[Self.end] = 1
    for piece in pieces {
      switch piece {
      case .byte(let byte): counts[Int(byte)] += 1
      case .copy(let length, let distance):
        counts[257 + DeflateClass.of(length, in: DeflateClass.lengths)] += 1
        distanceCounts[DeflateClass.of(distance, in: DeflateClass.distances)] += 1
      }
    }
    let code = PrefixCode(counts, longest: 15)
    let distanceCode = PrefixCode(distanceCounts, longest: 15)
    output.write(0b101, bits: 3)  // The last block, with codes of its own.
    writeCodes(code, distanceCode)
    for piece in pieces {
      switch piece {
      case .byte(let byte): code.write(Int(byte), to: &output)
      case .copy(let length, let distance):
        write(length, in: DeflateClass.lengths, from: 257, code)
        write(distance, in: DeflateClass.distances, from: 0, distanceCode)
      }
    }
    code.write(Self.end, to: &output)
  }

  private mutating func write(
    _ value: Int, in classes: [DeflateClass], from first: Int, _ code: PrefixCode
  ) {
    let number = DeflateClass.of(value, in: classes)
    code.write(first + number, to: &output)
    output.write(value - classes[number].least, bits: classes[number].bits)
  }

  /// Writes the lengths of both codes: equal ones as a repeat, and all with a code of their own.
  private mutating func writeCodes(_ code: PrefixCode, _ distanceCode: PrefixCode) {
    let lengths = code.lengths.dropLast { $0 == 0 }
    let distances = distanceCode.lengths.dropLast { $0 == 0 }
    let atLeastOne = distances.isEmpty ? [0] : distances
    let runs = Self.runs(of: lengths + atLeastOne)
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let runCode = PrefixCode(counts, longest: 7)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    let used = max(4, order.map { runCode.lengths[$0] }.dropLast { $0 == 0 }.count)
    output.write(lengths.count - 257, bits: 5)
    output.write(atLeastOne.count - 1, bits: 5)
    output.write(used - 4, bits: 4)
    for symbol in order.prefix(used) { output.write(runCode.lengths[symbol], bits: 3) }
    for run in runs {
      runCode.write(run.symbol, to: &output)
      output.write(run.extra, bits: run.bits)
    }
  }

  private static func runs(of lengths: [Int]) -> [(symbol: Int, extra: Int, bits: Int)] {
    var runs: [(symbol: Int, extra: Int, bits: Int)] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var count = lengths[place...].prefix { $0 == length }.count
      place += count
      if length > 0 {
        runs.append((length, 0, 0))
        count -= 1
      }
      while count >= 3 {
        let taken = min(count, length > 0 ? 6 : 138)
        if length > 0 {
          runs.append((16, taken - 3, 2))
        } else {
          runs.append(taken > 10 ? (18, taken - 11, 7) : (17, taken - 3, 3))
        }
        count -= taken
      }
      runs += Array(repeating: (length, 0, 0), count: count)
    }
    return runs
  }
}

/// Lengths, or distances, that share a symbol: the least one, and the number of bits that select one of them.
private struct DeflateClass {
  let least: Int
  let bits: Int

  static let lengths =
    (0..<28).map { number in
      number < 8
        ? DeflateClass(least: 3 + number, bits: 0)
        : DeflateClass(least: 3 + (4 + number % 4) << (number / 4 - 1), bits: number / 4 - 1)
    } + [DeflateClass(least: 258, bits: 0)]
  static let distances = (0..<30).map { number in
    number < 4
      ? DeflateClass(least: 1 + number, bits: 0)
      : DeflateClass(least: 1 + (2 + number % 2) << (number / 2 - 1), bits: number / 2 - 1)
  }

  static func of(_ value: Int, in classes: [DeflateClass]) -> Int {
    var (low, high) = (0, classes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if classes[middle].least <= value { low = middle } else { high = middle }
    }
    return low
  }
}

/// A Huffman code whose symbols are as long as their counts make best, within a limit.
private struct PrefixCode {
  let lengths: [Int]
  private let codes: [Int]

  init(_ counts: [Int], longest: Int) {
    var (counts, lengths) = (counts, Self.lengths(of: counts))
    // Counts that are closer to each other make a code that is less deep.
    while lengths.contains(where: { $0 > longest }) {
      counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
      lengths = Self.lengths(of: counts)
    }
    var (next, codes) = (0, [Int](repeating: 0, count: counts.count))
    for length in 1...longest {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == length {
        // The first bit of a code is the highest one, and is written first.
        codes[symbol] = (0..<length).reduce(0) { $0 << 1 | next >> $1 & 1 }
        next += 1
      }
    }
    (self.lengths, self.codes) = (lengths, codes)
  }

  private static func lengths(of counts: [Int]) -> [Int] {
    var lengths = [Int](repeating: 0, count: counts.count)
    var groups = counts.indices.filter { counts[$0] > 0 }.map { (count: counts[$0], symbols: [$0]) }
    if groups.count == 1 { lengths[groups[0].symbols[0]] = 1 }
    groups.sort { $0.count > $1.count }
    while groups.count > 1 {
      let (last, other) = (groups.removeLast(), groups.removeLast())
      let symbols = last.symbols + other.symbols
      for symbol in symbols { lengths[symbol] += 1 }
      let count = last.count + other.count
      let place = groups.lastIndex { $0.count >= count } ?? -1
      groups.insert((count, symbols), at: place + 1)
    }
    return lengths
  }

  func write(_ symbol: Int, to output: inout BitOutput) {
    output.write(codes[symbol], bits: lengths[symbol])
  }
}

/// Bits, the lowest first.
private struct BitOutput {
  private var bytes: [UInt8] = []
  private var pending = 0
  private var count = 0

  mutating func write(_ value: Int, bits: Int) {
    pending |= value << count
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  func finished() -> [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes }
}

extension Array {
  /// Without the elements at its end that satisfy a condition.
  fileprivate func dropLast(while isDropped: (Element) -> Bool) -> [Element] {
    Array(prefix((lastIndex { !isDropped($0) } ?? -1) + 1))
  }
}
