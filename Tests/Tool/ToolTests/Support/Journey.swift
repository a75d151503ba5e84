import GNSS
import NMEA
import TestSupport

@testable import GPSBase

/// Recordings of ways that tests make up.
enum Journey {
  /// The sentences of one moment.
  static func moment(_ second: Int, _ latitude: Double, _ longitude: Double, altitude: Double = 545.4)
    -> [UInt8]
  {
    let day = 20 + second / 86_400
    let time = UTC(secondsSince1970: Int64(second)).timeOfDay
    let clock = two(Int(time.hour)) + two(Int(time.minute)) + two(Int(time.second))
    let angles = "\(angle(latitude, "N", "S", digits: 2)),\(angle(longitude, "E", "W", digits: 3))"
    return wire([
      "GPRMC,\(clock).00,A,\(angles),10.0,84.4,\(two(day))1126,,,A",
      "GPGGA,\(clock).00,\(angles),1,08,0.9,\(HumanText.fixed(altitude, 1)),M,46.9,M,,",
    ])
  }

  /// A sentence's angle; six decimals of a minute are 2 mm.
  private static func angle(_ degrees: Double, _ positive: String, _ negative: String, digits: Int) -> String
  {
    let millionths = Int((degrees.magnitude * 60_000_000).rounded())
    var bytes: [UInt8] = []
    FixedDecimal.append(UInt64(millionths / 60_000_000), digits: digits, to: &bytes)
    FixedDecimal.append(UInt64(millionths / 1_000_000 % 60), digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "."))
    FixedDecimal.append(UInt64(millionths % 1_000_000), digits: 6, to: &bytes)
    return String(decoding: bytes, as: UTF8.self) + "," + (degrees < 0 ? negative : positive)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
