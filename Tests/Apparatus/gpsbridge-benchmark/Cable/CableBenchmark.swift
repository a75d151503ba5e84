/// How long bytes take from the write at the device's side to the program's handler, beside a C program that does nothing but
/// poll and read: `gpsbridge-benchmark cable [ROUNDS [COUNT]]`.
///
/// Rounds of both alternate, so that a disturbance affects both.
enum CableBenchmark {
  static func run(_ arguments: [String]) throws -> CInt {
    if arguments.count == 3, arguments[0] == "listen", let count = Int(arguments[2]) {
      try listen(arguments[1], count)
      return 0
    }
    let rounds = arguments.first.flatMap { Int($0) } ?? 11
    let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
    let limit =
      CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/cable-limit"
    var (theirs, ours): ([CableTimes], [CableTimes]) = ([], [])
    for _ in 0..<rounds {
      if let times = try measureCable(limit, [], count: count) { theirs.append(times) }
      if let times = try measureCable("/proc/self/exe", ["cable", "listen"], count: count) {
        ours.append(times)
      }
    }
    if theirs.count < rounds || ours.count < rounds {
      print("cable: a reader did not answer (is \(limit) built?)")
      return 1
    }
    report(theirs, ours)
    return 0
  }

  /// Prints the middle of the rounds.
  private static func report(_ theirs: [CableTimes], _ ours: [CableTimes]) {
    func middle(_ times: [CableTimes], _ value: (CableTimes) -> Double) -> Double {
      let sorted = times.map(value).sorted()
      return (sorted[sorted.count / 2] * 10).rounded() / 10
    }
    func pad(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(1, width - text.count)) + text
    }
    print("cable: µs from the write to the handler, the middle of \(theirs.count) rounds")
    print(pad("", 28), pad("p50", 8), pad("p99", 8))
    let rows = [("C, poll and read", theirs), ("SerialConnection", ours)]
    for (name, times) in rows {
      print(
        "  " + name + pad("", 26 - name.count), pad("\(middle(times, \.half))", 8),
        pad("\(middle(times, \.most))", 8))
    }
    let more = (
      ((middle(ours, \.half) - middle(theirs, \.half)) * 10).rounded() / 10,
      ((middle(ours, \.most) - middle(theirs, \.most)) * 10).rounded() / 10
    )
    print("  more than C" + pad("", 15), pad("\(more.0)", 8), pad("\(more.1)", 8))
  }
}
