import GNSS
import NMEA
import TestSupport

/// All that comes out of a stream that is given at once.
func decode(
  _ bytes: [UInt8], _ reference: DateReference = .recording(), _ strictness: Strictness = .standard
) -> [DecodedOutput] {
  var decoder = FixDecoder(reference, strictness)
  var outputs: [DecodedOutput] = []
  decoder.decode(bytes.span) { outputs.append($0) }
  decoder.finish { outputs.append($0) }
  return outputs
}

/// The fixes, one for each epoch, of sentences given by their bodies.
func fixes(_ bodies: String..., reference: DateReference = .recording()) -> [Fix] {
  decode(wire(bodies), reference).compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
}

/// The skies of sentences given by their bodies.
func skies(_ bodies: String...) -> [Sky] {
  decode(wire(bodies)).compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
}

/// An instant, for comparisons.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int) -> UTC? {
  guard let date = CivilDate(year: year, month: month, day: day),
    let time = TimeOfDay(hour: hour, minute: minute, second: second)
  else { return nil }
  return UTC(date, time)
}
