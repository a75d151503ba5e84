/// From text in memory to sentences or fixes: `gpsbridge-benchmark parse|stream|decode FILE COUNT`.
///
/// Reads the file COUNT times after it was loaded, and prints the time. The last line is for programs: sentences=N bytes=N
/// seconds=S.
enum ParsingBenchmark {
  static func run(_ mode: Mode, _ arguments: [String]) -> CInt {
    guard arguments.count == 2, let count = Int(arguments[1]), count > 0,
      let bytes = File.bytes(of: arguments[0])
    else {
      print("usage: gpsbridge-benchmark \(mode.rawValue) FILE COUNT")
      return 2
    }
    var sentences = 0
    var sum = 0.0
    let allocationsBefore = Allocations.count
    let time = ContinuousClock().measure {
      for _ in 0..<count {
        let result = mode.run(bytes.span)
        sentences += result.sentences
        sum += result.sum
      }
    }
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    if let before = allocationsBefore, let after = Allocations.count {
      print("allocations=\(after - before) per-sentence=\(Double(after - before) / Double(sentences))")
    }
    print("sum=\(sum)")
    print("sentences=\(sentences) bytes=\(bytes.count * count) seconds=\(seconds)")
    return 0
  }
}
