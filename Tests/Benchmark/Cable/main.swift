// How long bytes take from the write at the device's side to the program's handler, beside a C program that does
// nothing but poll and read: `cable-benchmark [ROUNDS [COUNT]]`. Rounds of both take turns, so that what disturbs one
// disturbs the other.
import Glibc

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "listen", let count = Int(arguments[3]) {
  try listen(arguments[2], count)
} else {
  let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 11
  let count = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1000
  let limit =
    arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/cable-limit"
  var (theirs, ours): ([Times], [Times]) = ([], [])
  for _ in 0..<rounds {
    if let times = try round(limit, [], count: count) { theirs.append(times) }
    if let times = try round("/proc/self/exe", ["listen"], count: count) { ours.append(times) }
  }
  if theirs.count < rounds || ours.count < rounds {
    print("cable: a reader did not answer (is \(limit) built?)")
    exit(1)
  }
  report(theirs, ours)
}

/// Prints the middle of the rounds.
func report(_ theirs: [Times], _ ours: [Times]) {
  func middle(_ times: [Times], _ value: (Times) -> Double) -> Double {
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
