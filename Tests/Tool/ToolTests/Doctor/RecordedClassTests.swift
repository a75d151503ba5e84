import TestSupport
import Testing

@testable import GPSBridgeTool

/// What is wrong with a receiver, or nothing, in recordings of which no two are alike.
private enum Condition: CaseIterable {
  case noSignal, weak, invalid, refused, wrongSpeed, fine

  /// What the doctor prints, whatever else the recording has.
  var words: String {
    switch self {
    case .noSignal: #"FAIL The receiver works, but receives no satellite signals"#
    case .weak: #"FAIL The signals of \d+ satellites are too weak for a fix"#
    case .invalid: #"has no fix in \d+ epochs\. \d+ positions came, and the receiver marks them as invalid"#
    case .refused: #"FAIL Every [GNPRMCA ]*(and [GNPRMCA]* )?sentence has an impossible field\. \d+ "#
    case .wrongSpeed:
      #"contains no receiver data .*; a port that was read at a wrong speed leaves such bytes"#
    case .fine: #"No problem was found"#
    }
  }

  var exit: CInt { self == .fine ? 0 : self == .wrongSpeed ? 6 : 12 }

  /// A recording of 40 to 120 s, with types, order, place, date and satellites from a seed.
  func recording(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    let talker = Bool.random(using: &random) ? "GP" : "GN"
    let (first, day) = (Int.random(in: 0..<80_000, using: &random), Int.random(in: 10...28, using: &random))
    let place = [two(Int.random(in: 0..<90, using: &random)), two(Int.random(in: 0..<60, using: &random))]
    let satellites = Array((1...32).shuffled(using: &random).prefix(Int.random(in: 6...12, using: &random)))
    let types = ["GGA", "RMC", "GSA", "GSV"].shuffled(using: &random)
    let sign = self == .refused ? "-" : ""
    let hasPlace = self != .noSignal && self != .weak
    let isValid = self != .invalid && hasPlace
    var bytes: [UInt8] = []
    for second in first..<first + Int.random(in: 40...120, using: &random) {
      let time = two(second / 3600) + two(second / 60 % 60) + two(second % 60) + ".00"
      let drift = 1000 + Int.random(in: 0..<8, using: &random)
      let north = "\(sign)\(place[0])\(place[1]).\(drift),N,0\(place[1])\(place[1]).\(drift),E"
      let shown = hasPlace ? north : ",,,"
      for type in types {
        switch type {
        case "GGA":
          bytes += wire(
            "\(talker)GGA,\(time),\(shown),\(isValid ? 1 : 0),08,1.01,\(hasPlace ? "100.0,M,40.0,M" : ",,,"),,"
          )
        case "RMC":
          bytes += wire(
            "\(talker)RMC,\(time),\(isValid ? "A" : "V"),\(shown),0.1,,\(day)1126,,,\(isValid ? "A" : "N")")
        case "GSA":
          let used = (0..<12).map { isValid && $0 < satellites.count ? two(satellites[$0]) : "" }
          bytes += wire("\(talker)GSA,A,\(isValid ? 3 : 1),\(used.joined(separator: ",")),1.8,1.0,1.5")
        default:
          let seen = self == .noSignal ? [] : satellites
          let pages = max(1, (seen.count + 3) / 4)
          for page in 0..<pages {
            let levels = self == .weak ? 8...19 : 30...48
            let ones = seen.dropFirst(4 * page).prefix(4).map { number in
              ",\(two(number)),\(two(number * 2)),1\(two(number)),\(two(Int.random(in: levels, using: &random)))"
            }
            bytes += wire("GPGSV,\(pages),\(page + 1),\(two(seen.count))" + ones.joined())
          }
        }
      }
    }
    guard self == .wrongSpeed else { return bytes }
    let speeds = [4800, 9600, 19_200, 38_400, 57_600, 115_200].shuffled(using: &random)
    return read(bytes, sentAt: speeds[0], at: speeds[1])
  }

  /// What a port reads of bytes that come at another speed: it samples the line in the middle of each of its own bits.
  private func read(_ bytes: [UInt8], sentAt sent: Int, at own: Int) -> [UInt8] {
    let line: [Bool] = bytes.flatMap { byte -> [Bool] in
      [false] + (0..<8).map { byte >> $0 & 1 == 1 } + [true]
    }
    func level(_ time: Double) -> Bool { Int(time) < line.count ? line[Int(time)] : true }
    let bit = Double(sent) / Double(own)
    var (found, time): ([UInt8], Double) = ([], 0)
    while time < Double(line.count), found.count < 20_000 {
      if level(time) {
        time += min(bit, 1) / 4
        continue
      }
      found.append((0..<8).reduce(0) { $0 | (level(time + bit * (1.5 + Double($1))) ? 1 : 0) << UInt8($1) })
      time += bit * 9.5
      while !level(time) { time += min(bit, 1) / 4 }
    }
    return found
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The doctor, on twenty recordings of each condition` {
  @Test(arguments: Condition.allCases)
  private func `names that condition and no other`(_ condition: Condition) throws {
    let words = try Condition.allCases.map { try ($0, Regex($0.words)) }
    for number in 0..<20 {
      let run = try gpsbridge("doctor", "-", input: condition.recording(seed &+ UInt64(number)))
      let printed = (run.output + run.message).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let named = words.filter { printed.contains($0.1) }.map(\.0)
      #expect(named == [condition] && run.exit == condition.exit, "seed \(seed) + \(number): \(printed)")
    }
  }
}
