import TestSupport

@testable import GPSBridgeTool

/// Sentences of a receiver at a place, with errors of a known size and correlation.
struct NoisyWalk {
  var random: SeededGenerator
  /// In meters.
  var noise = 1.5
  /// From one second to the next.
  var correlation = 0.0
  var east = 0.0
  var north = 0.0
  var speed = 0.0
  var signals: [(Int, Int)] = []
  /// Whether RMC follows GGA, with the date.
  var isDated = true
  private var (x, y) = (0.0, 0.0)
  private var hasBegun = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Meters for a degree at 48.1173° N, from GeodSolve.
  static let (eastDegree, northDegree) = (74_440.4, 111_204.5)

  /// A normal number as the sum of twelve uniform ones.
  private mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) * 0x1p-53 }
  }

  private static func angle(_ degrees: Double, _ digits: Int) -> String {
    let units = Int((degrees * 60 * 1e7).rounded())
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return padded(units / 600_000_000, digits) + padded(units / 10_000_000 % 60, 2) + "."
      + padded(units % 10_000_000, 7)
  }

  /// The next error, in meters east and north.
  mutating func step() -> (Double, Double) {
    let fresh = hasBegun ? (1 - correlation * correlation).squareRoot() : 1
    hasBegun = true
    x = correlation * x + fresh * noise * normal()
    y = correlation * y + fresh * noise * normal()
    return (x, y)
  }

  /// The sentences of seconds after 12:00.
  mutating func sentences(_ seconds: Range<Int>, without missing: Set<Int> = []) -> [UInt8] {
    var bytes: [UInt8] = []
    for second in seconds {
      let (x, y) = step()
      if missing.contains(second) { continue }
      let (here, moment) = (speed * Double(second), 43_200 + second)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let time = two(moment / 3600 % 24) + two(moment / 60 % 60) + two(moment % 60) + ".00"
      let place =
        Self.angle(48.1173 + (north + y + here) / Self.northDegree, 2) + ",N,"
        + Self.angle(11.5167 + (east + x) / Self.eastDegree, 3) + ",E"
      let knots = speed * 3600 / 1852
      var bodies = ["GPGGA,\(time),\(place),1,08,0.9,\(545.4 + x / 2),M,46.9,M,,"]
      if !signals.isEmpty {
        bodies.append("GPGSV,1,1,\(signals.count)" + signals.map { ",\(two($0.0)),40,083,\($0.1)" }.joined())
      }
      if isDated { bodies.append("GPRMC,\(time),A,\(place),\(knots),0.0,201126,,,A") }
      bytes += wire(bodies)
    }
    return bytes
  }
}
