package import GNSS
package import GPSBase
internal import GPSBridge

/// The keys of a `fix` record, in the order of tables and records.
package enum FixKey: String, CaseIterable, Sendable {
  case epoch, time, received, state
  case age = "age_s"
  case mode, quality
  case latitude = "lat"
  case longitude = "lon"
  case altitude = "alt_msl_m"
  case ellipsoidalAltitude = "alt_hae_m"
  case geoidSeparation = "geoid_m"
  case speed = "speed_mps"
  case course = "course_deg"
  case climb = "climb_mps"
  case magneticVariation = "mag_var_deg"
  case horizontalAccuracy = "h_acc_m"
  case verticalAccuracy = "v_acc_m"
  case accuracySource = "acc_source"
  case accuracyConfidence = "acc_confidence"
  case horizontalDilution = "hdop"
  case verticalDilution = "vdop"
  case positionDilution = "pdop"
  case timeDilution = "tdop"
  case satellitesUsed = "sats_used"
  case satellitesSeen = "sats_seen"
  case differentialAge = "diff_age_s"
  case differentialStation = "diff_station"
  case simulated
  /// Why a claimed position is not reported.
  case refused
  /// Why a reported position is not trustworthy.
  case suspect
  /// The time of day while the date is unknown; it is last because columns are only added at the end.
  case timeOfDay = "time_of_day"

  /// The value of a key in a fix; nil if the receiver did not report it.
  package func value(in fix: Fix, at moment: FixMoment = .recorded) -> Scalar? {
    guard fix.isRefused else { return known(in: fix, at: moment) }
    return self == .refused ? .text("implausible") : known(in: fix.believable, at: moment)
  }

  private func known(in fix: Fix, at moment: FixMoment) -> Scalar? {
    switch self {
    case .epoch: .count(fix.epoch)
    case .time: fix.time.map { .text(Timestamp.text($0)) }
    case .received: moment.received.map { .text(Timestamp.text($0)) }
    case .state: .text(moment.state)
    case .age: number(moment.age, 3)
    case .mode: fix.isUnreported ? nil : .text(fix.mode.word)
    case .quality: fix.quality.map { .text($0.word) }
    case .latitude: number(fix.coordinate?.latitude, 9)
    case .longitude: number(fix.coordinate?.longitude, 9)
    case .altitude: number(fix.altitude, 4)
    case .ellipsoidalAltitude: number(fix.ellipsoidalAltitude, 4)
    case .geoidSeparation: number(fix.geoidSeparation, 4)
    case .speed: number(fix.speed, 4)
    case .course: number(fix.course, 4)
    case .climb: number(fix.climb, 4)
    case .magneticVariation: number(fix.magneticVariation, 4)
    case .horizontalAccuracy: number(fix.errors?.horizontal, 4)
    case .verticalAccuracy: number(fix.errors?.vertical, 4)
    case .accuracySource: fix.knownErrors.map { .text($0.source.word) }
    case .accuracyConfidence: fix.knownErrors.map { _ in .number(0.68) }
    case .horizontalDilution: number(fix.dilution.horizontal, 4)
    case .verticalDilution: number(fix.dilution.vertical, 4)
    case .positionDilution: number(fix.dilution.position, 4)
    case .timeDilution: number(fix.dilution.time, 4)
    case .satellitesUsed: fix.satellitesUsed.map { .count($0) }
    case .satellitesSeen: fix.satellites.isEmpty ? nil : .count(fix.satellites.identityCount)
    case .differentialAge: number(fix.differentialAge, 3)
    case .differentialStation: fix.differentialStation.map { .count($0) }
    case .simulated: fix.quality == .simulated || moment.isSimulated ? .truth : nil
    case .refused: nil
    case .timeOfDay: fix.time == nil ? fix.timeOfDay.map { .text(Timestamp.text($0)) } : nil
    case .suspect: moment.isSuspect && fix.hasPosition ? .text("spoofed") : nil
    }
  }

  /// Rounds a number to more decimals than any receiver resolves, which removes floating-point noise.
  ///
  /// Neither records nor tables can express a value that is not finite.
  private func number(_ value: Double?, _ decimals: Int) -> Scalar? {
    guard let value, value.isFinite else { return nil }
    let power = decimals == 9 ? 1e9 : decimals == 3 ? 1e3 : 1e4
    // From 1e6 on, the scaled value nears 2^53, so rounding gains nothing; adding 0 turns −0 into 0.
    return .number(value.magnitude < 1e6 ? (value * power).rounded() / power + 0 : value)
  }
}

package enum Scalar: Hashable, Sendable {
  case text(String)
  case number(Double)
  case count(Int)
  case truth
}

extension Fix {
  /// The error estimate, if it has any value.
  fileprivate var knownErrors: ErrorEstimate? {
    guard let errors, errors.horizontal != nil || errors.vertical != nil else { return nil }
    return errors
  }
}

extension JSONWriter {
  /// Writes a value of a fix, if there is one.
  package mutating func member(_ key: FixKey, _ value: Scalar?) {
    switch value {
    case .text(let text): member(key.rawValue, text)
    case .number(let number): member(key.rawValue, number)
    case .count(let count): member(key.rawValue, count)
    case .truth: member(key.rawValue, true)
    case nil: break
    }
  }
}
