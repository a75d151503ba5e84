/// Frames a body with its checksum: `wire("GPGLL,…")` is `$GPGLL,…*hh`, CR, LF.
public func wire(_ body: String) -> [UInt8] { wire(Array(body.utf8)) }

/// Frames any bytes as a body.
public func wire(_ body: [UInt8]) -> [UInt8] {
  let sum = body.reduce(0, ^)
  let digits = Array("0123456789ABCDEF".utf8)
  return [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
}

/// Frames several bodies, one per line.
public func wire(_ bodies: [String]) -> [UInt8] { bodies.flatMap { wire($0) } }

/// A number from 0 to 99 in two digits.
public func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// One epoch of a receiver that sends RMC and GGA, from noon of 20 November 2026 on.
public func wireEpoch(
  second: Int, hundredths: Int = 0, latitude: Double = 48, fix: Bool = true, dilution: Double = 0.9
) -> [UInt8] {
  let time = two(12 + second / 3600) + two(second / 60 % 60) + two(second % 60) + "." + two(hundredths)
  let minutes = Int(((latitude - latitude.rounded(.down)) * 6_000_000).rounded())
  let rest = String(minutes % 100_000 + 100_000).dropFirst()
  let place = fix ? "\(two(Int(latitude)))\(two(minutes / 100_000)).\(rest),N,01131.00000,E" : ",,,"
  return wire([
    "GPRMC,\(time),\(fix ? "A" : "V"),\(place),0.0,,201126,,,\(fix ? "A" : "N")",
    "GPGGA,\(time),\(place),\(fix ? 1 : 0),08,\(dilution),\(fix ? "545.4,M,46.9,M" : ",,,"),,",
  ])
}

// Written out in an `#expect`, each of these takes the compiler half a second.

/// An angle of degrees and minutes, as sentences have it.
public func degrees(_ whole: Double, _ minutes: Double) -> Double { whole + minutes / 60 }

/// A speed of knots in meters per second.
public func knots(_ speed: Double) -> Double { speed * 1852 / 3600 }
