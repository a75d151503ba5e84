// The whole way from bytes to fixes, fed with anything. What must hold, whatever comes:
// the same bytes in other pieces give the same, no epoch is told twice in a row, and nothing is told that can't be.

import GNSS
import NMEA

enum FixDecoderFuzz {
  static func shake(_ bytes: [UInt8]) {
    for reference in [DateReference.recording(), .live(hostClock: UTC(secondsSince1970: 1_795_132_800))] {
      for strictness in [Strictness.standard, .lenient] {
        let whole = decode(bytes, in: bytes.count, reference, strictness)
        check(whole)
        // The first byte chooses the size of the pieces, so that inputs find the cuts that matter.
        let piece = 1 + Int(bytes.first ?? 0) % 61
        precondition(decode(bytes, in: piece, reference, strictness) == whole, "other pieces, other fixes")
      }
    }
  }
}

private func decode(
  _ bytes: [UInt8], in size: Int, _ reference: DateReference, _ strictness: Strictness
) -> [DecodedOutput] {
  var decoder = FixDecoder(reference, strictness)
  decoder.givesMessages = true
  var outputs: [DecodedOutput] = []
  var place = 0
  while place < bytes.count {
    let next = min(place + max(1, size), bytes.count)
    decoder.decode(bytes.span.extracting(place..<next)) { outputs.append($0) }
    place = next
  }
  decoder.finish { outputs.append($0) }
  let counts = decoder.streamCounts
  precondition(counts.bytes <= bytes.count + 1, "more bytes than were given")
  precondition(decoder.epochCounts.fixes <= decoder.epochCounts.epochs, "more fixes than epochs")
  return outputs
}

private func check(_ outputs: [DecodedOutput]) {
  var last: Fix?
  for output in outputs {
    switch output {
    case .fix(let fix):
      precondition(fix.epoch == (last?.epoch ?? 0) + 1, "an epoch is missing, or told twice")
      if let time = fix.timeOfDay { precondition(time != last?.timeOfDay, "the same epoch again") }
      check(fix)
      last = fix
    case .sky(let sky):
      precondition(sky.satellites.count <= 40 * 64, "more satellites than there can be")
      for satellite in sky.satellites {
        precondition(satellite.elevation.map { -90...90 ~= $0 } ?? true, "an elevation that can't be")
        precondition(satellite.azimuth.map { 0..<360 ~= $0 } ?? true, "an azimuth that can't be")
      }
    case .condition(let hardware):
      precondition(hardware.frontEnds.count <= 8, "more front ends than a receiver has")
      precondition(hardware.interference.map { 0...255 ~= $0 } ?? true, "interference that can't be")
    case .sentence(let bytes):
      precondition(bytes.first == UInt8(ascii: "$") || bytes.first == UInt8(ascii: "!"), "no sentence")
    case .message(let bytes): precondition(bytes.starts(with: [0xB5, 0x62]), "no message")
    }
  }
}

private func check(_ fix: Fix) {
  if let place = fix.coordinate {
    precondition(fix.mode != .none, "a position without a fix")
    precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "a place that is nowhere")
  }
  if let course = fix.course { precondition(course >= 0 && course < 360, "a course that can't be") }
  let numbers = [
    fix.altitude, fix.ellipsoidalAltitude, fix.speed, fix.magneticCourse, fix.climb, fix.errors?.horizontal,
    fix.errors?.vertical, fix.dilution.horizontal, fix.differentialAge,
  ]
  for number in numbers { precondition(number.map(\.isFinite) ?? true, "a number that is none") }
}
