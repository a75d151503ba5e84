import GNSS
import NMEA
import TestSupport

extension [DecodedOutput] {
  var fixes: [Fix] { compactMap { if case .fix(let fix) = $0 { fix } else { nil } } }
  var skies: [Sky] { compactMap { if case .sky(let sky) = $0 { sky } else { nil } } }
}

extension FixDecoder {
  /// All that comes out while something is done with the decoder.
  mutating func outputs(of work: (inout FixDecoder, (DecodedOutput) -> Void) -> Void) -> [DecodedOutput] {
    var outputs: [DecodedOutput] = []
    work(&self) { outputs.append($0) }
    return outputs
  }
}

/// All that comes out of a stream that is given at once.
func decode(
  _ bytes: [UInt8], _ reference: DateReference = .recording(), _ strictness: Strictness = .standard
) -> [DecodedOutput] {
  var decoder = FixDecoder(reference, strictness)
  return decoder.outputs {
    $0.decode(bytes.span, $1)
    $0.finish($1)
  }
}

/// The fixes, one for each epoch, of sentences given by their bodies.
func fixes(_ bodies: [String], reference: DateReference = .recording()) -> [Fix] {
  decode(wire(bodies), reference).fixes
}
/// The same for bodies one by one.
func fixes(_ bodies: String..., reference: DateReference = .recording()) -> [Fix] {
  fixes(bodies, reference: reference)
}

/// A place in Munich, as sentences have it, and as a fix has it.
let place = "4807.038,N,01131.000,E"
let here: Coordinate? = Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0))

/// A GGA and an RMC of that place.
func gga(_ time: String, quality: Int = 1, dilution: String = "0.9", altitude: String = "545.4") -> String {
  "GPGGA,\(time),\(place),\(quality),08,\(dilution),\(altitude),M,46.9,M,,"
}
func rmc(
  _ time: String, _ date: String = "201126", status: String = "A", motion: String = "5.0,84.4"
) -> String {
  "GPRMC,\(time),\(status),\(place),\(motion),\(date),,,A"
}

/// The skies of sentences given by their bodies.
func skies(_ bodies: String...) -> [Sky] { decode(wire(bodies)).skies }

/// An instant, for comparisons.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> UTC? {
  guard let date = CivilDate(year: year, month: month, day: day),
    let time = TimeOfDay(hour: hour, minute: minute, second: second)
  else { return nil }
  return UTC(date, time)
}
