import Glibc
import TestSupport

/// Half and 99 of a hundred of the times, in microseconds.
struct CableTimes: Sendable {
  var half: Double
  var most: Double

  init?(_ times: [UInt64]) {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    half = Double(sorted[sorted.count / 2]) / 1000
    most = Double(sorted[sorted.count * 99 / 100]) / 1000
  }
}

/// Lets a program listen at a pseudo-terminal, and writes the time to it again and again.
func measureCable(_ program: String, _ arguments: [String], count: Int) throws -> CableTimes? {
  let device = try PseudoTerminal()
  guard let listener = Program(program, arguments + [device.path, "\(count)"]), listener.line() == "ready"
  else { return nil }
  for _ in 0..<count {
    // As a receiver does: a pause, in which the reader goes to sleep, and then bytes.
    usleep(500)
    let time = nanoseconds()
    try device.write((0..<8).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) })
  }
  var times: [UInt64] = []
  while let line = listener.line() { if let time = UInt64(line) { times.append(time) } }
  return CableTimes(times)
}
