import TestSupport

/// What a receiver says ten times a second: the bytes of one epoch.
func epoch(_ tenth: Int) -> [UInt8] {
  let second = tenth / 10
  let time = two(10 + second / 3600) + two(second / 60 % 60) + two(second % 60) + ".\(tenth % 10)0"
  return wire([
    "GNRMC,\(time),A,4807.03800,N,01131.00000,E,0.1,84.4,201126,,,A", "GNVTG,84.4,T,,M,0.1,N,0.2,K,A",
    "GNGGA,\(time),4807.03800,N,01131.00000,E,1,10,0.9,545.4,M,46.9,M,,",
    "GNGSA,A,3,05,12,24,29,,,,,,,,,1.6,0.9,1.4", "GNGLL,4807.03800,N,01131.00000,E,\(time),A,A",
  ])
}

/// The middle and the 99th of a hundred, in microseconds.
func percentiles(_ nanoseconds: [Int]) -> String {
  guard !nanoseconds.isEmpty else { return "nothing came" }
  let sorted = nanoseconds.sorted()
  let half = sorted[sorted.count / 2] / 1000
  let most = sorted[min(sorted.count - 1, sorted.count * 99 / 100)] / 1000
  return "p50 \(half) µs, p99 \(most) µs, \(sorted.count) epochs"
}
