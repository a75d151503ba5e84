package import GNSS
internal import GPSBridge
internal import NMEA
internal import GPSBase

/// The orientation of a vehicle and its rate of turn; a value is nil if it was not reported.
package struct Attitude: Hashable, Sendable {
  /// The epoch of the report; nil outside an epoch.
  var time: UTC?
  /// Degrees from true north and from magnetic north.
  var trueHeading: Double?
  var magneticHeading: Double?
  /// Degrees: pitch is positive with the bow up, roll with the starboard side down.
  var pitch: Double?
  var roll: Double?
  /// Degrees per minute, positive to starboard.
  var rateOfTurn: Double?

  var isEmpty: Bool { self == Attitude() }

  /// Adds the deviation and variation to a compass reading.
  fileprivate mutating func take(_ hdg: HDG) {
    guard let reading = hdg.reading else { return }
    let magnetic = reading + (hdg.deviation ?? 0)
    magneticHeading = Self.turn(magnetic)
    if let variation = hdg.variation { trueHeading = trueHeading ?? Self.turn(magnetic + variation) }
  }

  private static func turn(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}

/// Combines the heading sentences of one moment into one value.
///
/// Heading sentences have no time; they belong to the epoch that is open when they arrive. A compass with a
/// higher rate repeats a kind of sentence within the epoch; the sentences before it then form a separate
/// value, without a time.
package struct AttitudeGatherer: Sendable {
  private var open = Attitude()
  private var kinds: Set<String> = []

  package init() {}

  /// Processes a sentence; returns the value completed before it.
  package mutating func take(_ sentence: [UInt8]) -> Attitude? {
    guard Report.Extras.measurements.includes(sentence), let content = try? Sentence(sentence) else {
      return nil
    }
    switch content {
    case .hdt(let hdt): return add("HDT") { $0.trueHeading = hdt.heading ?? $0.trueHeading }
    case .hdm(let hdm): return add("HDM") { $0.magneticHeading = hdm.heading ?? $0.magneticHeading }
    case .ths(let ths):
      guard ths.mode != .void else { return nil }
      return add("THS") { $0.trueHeading = ths.heading ?? $0.trueHeading }
    case .hdg(let hdg): return add("HDG") { $0.take(hdg) }
    case .rot(let rot):
      guard rot.status != .void else { return nil }
      return add("ROT") { $0.rateOfTurn = rot.rate ?? $0.rateOfTurn }
    case .vendor(.pashr(let pashr)):
      return add("PASHR") {
        $0.trueHeading = pashr.heading ?? $0.trueHeading
        $0.pitch = pashr.pitch ?? $0.pitch
        $0.roll = pashr.roll ?? $0.roll
      }
    default: return nil
    }
  }

  /// Ends the open epoch; returns its value.
  package mutating func endEpoch(at time: UTC?) -> Attitude? {
    defer { (open, kinds) = (Attitude(), []) }
    guard !open.isEmpty else { return nil }
    open.time = time
    return open
  }

  private mutating func add(_ kind: String, _ change: (inout Attitude) -> Void) -> Attitude? {
    let isNext = kinds.contains(kind)
    let complete = isNext ? endEpoch(at: nil) : nil
    kinds.insert(kind)
    change(&open)
    return complete
  }
}

extension NDJSONFormat {
  package func line(_ attitude: Attitude) -> [UInt8] {
    line(.attitude) { json in
      json.member("time", attitude.time)
      json.member("heading_true_deg", attitude.trueHeading, decimals: 3)
      json.member("heading_mag_deg", attitude.magneticHeading, decimals: 3)
      json.member("pitch_deg", attitude.pitch, decimals: 3)
      json.member("roll_deg", attitude.roll, decimals: 3)
      json.member("rate_of_turn_dpm", attitude.rateOfTurn, decimals: 3)
    }
  }
}
