internal import NMEA
internal import UBX

extension EpochAssembler {
  /// Takes u-blox's own solution: it is of one piece, and more exact than any sentence.
  mutating func take(_ solution: NavPVT) {
    let time = solution.time.flatMap {
      TimeOfDay(
        hour: Int($0.hour), minute: Int($0.minute), second: Int($0.second), nanosecond: Int($0.nanosecond))
    }
    guard belongs(time, name: Name.navPVT) else { return }
    if let time,
      let date = solution.date.flatMap({
        ReceivedDate(year: Int($0.year), month: Int($0.month), day: Int($0.day))
      })
    {
      calendar.take(date, at: time)
      draft.hasDate = true
    }
    let mode = FixMode(solution.fixType)
    let isFix = solution.isFixOK && mode != .none
    if isFix { draft.claims = true } else { draft.denies = true }
    draft.isTimeOnly = solution.isFixOK && solution.fixType == .timeOnly
    draft.satellitesUsed = solution.satellitesUsed
    draft.dilution.position = DilutionOfPrecision.meaningful(solution.positionDilution)
    if isFix { takeFix(solution, mode) }
    ended(by: Name.navPVT)
  }

  private mutating func takeFix(_ solution: NavPVT, _ mode: FixMode) {
    draft.dimensions = max(draft.dimensions, Int(mode.rawValue))
    draft.found(FixQuality(solution), rank: 3)
    if let position = solution.position {
      draft.place(position.latitude, position.longitude, rank: Rank.solution)
      // Beside a plane fix the altitude is one that the receiver holds: it is reported without an error.
      draft.height(position.altitude, position.height - position.altitude, rank: Rank.solution)
      draft.ellipsoidalAltitude = position.height
    }
    draft.move(solution.groundSpeed, solution.headingOfMotion, rank: Rank.solution)
    if mode == .threeDimensional { draft.climb = -solution.velocityDown }
    draft.magneticVariation = solution.magneticDeclination?.degrees ?? draft.magneticVariation
    draft.estimate(
      ErrorEstimate(
        horizontal: solution.horizontalAccuracy, vertical: solution.verticalAccuracy, source: .receiver))
  }
}

extension FixMode {
  /// The meaning of a type of fix for latitude, longitude and altitude; time alone is no position.
  init(_ type: NavPVT.FixType) {
    switch type {
    case .deadReckoning, .twoDimensional: self = .twoDimensional
    case .threeDimensional, .combined: self = .threeDimensional
    default: self = .none
    }
  }
}

extension FixQuality {
  /// The best that a solution says of itself.
  init(_ solution: NavPVT) {
    switch (solution.carrierSolution, solution.fixType) {
    case (.fixed, _): self = .rtkFixed
    case (.float, _): self = .rtkFloat
    case (_, .deadReckoning): self = .deadReckoning
    default: self = solution.isDifferential ? .differential : .autonomous
    }
  }
}
