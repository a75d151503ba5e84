internal import NMEA

extension EpochAssembler {
  /// Garmin's errors, within which half of all fixes lie.
  mutating func take(_ pgrme: PGRME) {
    guard joinsUntimed(Name.pgrme) else { return }
    draft.estimate(
      ErrorEstimate(
        horizontal: pgrme.horizontalError.map { $0 * Confidence.circle50To68 },
        vertical: pgrme.verticalError.map { $0 * Confidence.interval50To68 }, source: .pgrme))
    ended(by: Name.pgrme)
  }

  /// Garmin's whole fix; speed, course and dilutions are whole numbers.
  mutating func take(_ pgrmf: PGRMF) {
    guard belongs(vendor: pgrmf.time, name: Name.pgrmf) else { return }
    switch pgrmf.fixType {
    case .twoDimensional?: takeFix(pgrmf, .twoDimensional)
    case .threeDimensional?: takeFix(pgrmf, .threeDimensional)
    case PGRMF.FixType.none?: judge(false)
    default: break
    }
    ended(by: Name.pgrmf)
  }

  private mutating func takeFix(_ pgrmf: PGRMF, _ mode: FixMode) {
    judge(true)
    draft.dimensions = max(draft.dimensions, Int(mode.rawValue))
    draft.place(pgrmf.latitude, pgrmf.longitude, rank: Rank.vendor)
    draft.move(pgrmf.speed, pgrmf.course, rank: Rank.coarse)
    draft.dilution.fill(
      position: pgrmf.positionDilution, horizontal: nil, vertical: nil, time: pgrmf.timeDilution)
    takeDate(pgrmf.date, pgrmf.time)
  }

  /// Garmin's velocity in space, in steps of 0.1 m/s.
  mutating func take(_ pgrmv: PGRMV) {
    guard joinsUntimed(Name.pgrmv) else { return }
    draft.climb = draft.climb ?? pgrmv.upVelocity
    draft.move(east: pgrmv.eastVelocity, north: pgrmv.northVelocity, rank: Rank.coarse)
    ended(by: Name.pgrmv)
  }

  /// Garmin's altitude in whole feet.
  mutating func take(_ pgrmz: PGRMZ) {
    guard joinsUntimed(Name.pgrmz) else { return }
    if pgrmz.dimensions != 1 {
      draft.height(pgrmz.altitude, nil, rank: Rank.feet, isFound: pgrmz.dimensions == 3)
    }
    ended(by: Name.pgrmz)
  }
}
