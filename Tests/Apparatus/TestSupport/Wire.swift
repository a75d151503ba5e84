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

// Written out in an `#expect`, each of these takes the compiler half a second.

/// An angle of degrees and minutes, as sentences have it.
public func degrees(_ whole: Double, _ minutes: Double) -> Double { whole + minutes / 60 }

/// A speed of knots in meters per second.
public func knots(_ speed: Double) -> Double { speed * 1852 / 3600 }
