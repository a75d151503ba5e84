/// The progress of long work: a bar on a terminal, otherwise a line for each tenth.
///
/// Short work is not reported: up to one second on a terminal, and ten where the lines remain in a log.
struct ProgressReport {
  let name: String
  let total: Int?
  let isTerminal: Bool
  private var shown = 0
  private static let width = 30

  init(name: String, total: Int?, isTerminal: Bool) {
    (self.name, self.total, self.isTerminal) = (name, total, isTerminal)
  }

  /// The text to show now, if any.
  mutating func text(done: Int, after elapsed: Duration) -> String? {
    guard elapsed >= .seconds(isTerminal ? 1 : 10) else { return nil }
    guard let total, total > 0 else { return endless(done) }
    let part = min(100, Int(Double(done) / Double(total) * 100))
    // At the end, the result makes the progress superfluous.
    guard part < 100 else { return nil }
    let step = isTerminal ? part : part / 10 * 10
    guard step > shown else { return nil }
    shown = step
    return isTerminal ? bar(step) : "\(name): \(step) %\n"
  }

  /// Clears the line for later output.
  var end: String {
    guard isTerminal, shown > 0 else { return "" }
    return "\r" + String(repeating: " ", count: Self.width + 10) + "\r"
  }

  private func bar(_ part: Int) -> String {
    let filled = Self.width * part / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    return "\r[\(bar)] \(part) %"
  }

  /// The size of a pipe is unknown: count megabytes.
  private mutating func endless(_ done: Int) -> String? {
    let megabytes = done / 1_000_000
    guard isTerminal, megabytes > shown else { return nil }
    shown = megabytes
    return "\r\(megabytes) MB"
  }
}
