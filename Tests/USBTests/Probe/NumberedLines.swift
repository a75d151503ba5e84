/// What came of the numbered lines that the test sends: which numbers, in which order, and how much else.
///
/// A line is a sentence of our own, `$PGBT,A,123,xxxx*4F`: who sent it, its number, some filling, and the checksum that
/// NMEA sentences have. A line whose checksum is wrong has lost or gained bytes somewhere.
struct NumberedLines {
  /// Numbers of one sender that came one after the other.
  struct Run: CustomStringConvertible {
    var sender: UInt8
    var first: Int
    var last: Int

    var description: String { "\(Character(UnicodeScalar(sender)))\(first)-\(last)" }
  }

  /// All that came, in the order in which it came: a gap, a repetition or a step back begins a new run.
  private(set) var runs: [Run] = []
  /// Lines that are not ours: cut at their beginning, run together, or heard at a wrong speed.
  private(set) var broken = 0
  private(set) var byteCount = 0
  private var line: [UInt8] = []

  var lineCount: Int { runs.reduce(0) { $0 + $1.last - $1.first + 1 } }

  /// Takes what was read.
  mutating func add(_ bytes: Span<UInt8>) {
    for index in bytes.indices {
      let byte = bytes[index]
      byteCount += 1
      guard byte == UInt8(ascii: "\n") else {
        line.append(byte)
        // No line of ours is so long: this is garbage without an end.
        if line.count > 200 { end(nil) }
        continue
      }
      end(Self.number(in: line))
    }
  }

  private mutating func end(_ numbered: (sender: UInt8, number: Int)?) {
    line.removeAll(keepingCapacity: true)
    guard let (sender, number) = numbered else {
      broken += 1
      return
    }
    if let last = runs.last, last.sender == sender, last.last + 1 == number {
      runs[runs.count - 1].last = number
    } else {
      runs.append(Run(sender: sender, first: number, last: number))
    }
  }

  /// The sender and the number in a whole line, without its line feed; nil if it is not as it was sent.
  static func number(in line: [UInt8]) -> (sender: UInt8, number: Int)? {
    guard line.last == UInt8(ascii: "\r"), line.first == UInt8(ascii: "$"),
      let star = line.lastIndex(of: UInt8(ascii: "*"))
    else { return nil }
    let sum = line[1..<star].reduce(0, ^)
    guard UInt8(String(decoding: line[(star + 1)...].dropLast(), as: UTF8.self), radix: 16) == sum else {
      return nil
    }
    let fields = line[..<star].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count == 4, fields[0].elementsEqual("$PGBT".utf8), fields[1].count == 1,
      let number = Int(String(decoding: fields[2], as: UTF8.self))
    else { return nil }
    return (fields[1][fields[1].startIndex], number)
  }
}
