internal import NMEA
internal import UBX

extension EpochAssembler {
  /// Handles a UBX message; a message without data for an epoch is ignored.
  ///
  /// Only these kinds are decoded, each by its own type, so that no time is spent on others.
  mutating func take(_ kind: MessageKind, _ payload: Span<UInt8>) {
    switch kind {
    case .navPVT:
      // Decoded in place, since it is the most frequent message.
      var message = NavPVT()
      if message.read(payload) { take(message) }
      // Older receivers send 84 bytes.
      if payload.count >= 92 { hardware.isAtLeast(.ublox8) }
    case .navPVAT: if let message = NavPVAT(payload: payload) { take(message) }
    case .hnrPVT: if let message = HnrPVT(payload: payload) { take(message) }
    case .navSOL: if let message = NavSOL(payload: payload) { take(message) }
    case .navSTATUS:
      if let message = NavSTATUS(payload: payload) {
        take(message)
        takeHardware { $0.take(message) }
      }
    case .navPOSLLH: if let message = NavPOSLLH(payload: payload) { take(message) }
    case .navHPPOSLLH: if let message = NavHPPOSLLH(payload: payload) { take(message) }
    case .navPOSECEF: if let message = NavPOSECEF(payload: payload) { take(message) }
    case .navHPPOSECEF: if let message = NavHPPOSECEF(payload: payload) { take(message) }
    case .navVELNED: if let message = NavVELNED(payload: payload) { take(message) }
    case .navVELECEF: if let message = NavVELECEF(payload: payload) { take(message) }
    case .navDOP: if let message = NavDOP(payload: payload) { take(message) }
    case .navCOV: if let message = NavCOV(payload: payload) { take(message) }
    case .navTIMEUTC: if let message = NavTIMEUTC(payload: payload) { take(message) }
    case .navTIMEGPS: if let message = NavTIMEGPS(payload: payload) { take(message) }
    case .navTIMELS: if let message = NavTIMELS(payload: payload) { take(message) }
    case .navSAT: if let message = NavSAT(payload: payload) { takeSky { $0.take(message) } }
    case .navSIG: if let message = NavSIG(payload: payload) { takeSky { $0.take(message) } }
    case .navSVINFO:
      if let message = NavSVINFO(payload: payload) {
        takeSky { $0.take(message) }
        hardware.take(message)
      }
    case .navEOE: if let message = NavEOE(payload: payload) { take(message) }
    default: takeHardware(kind, payload)
    }
  }

  /// Handles a message that describes the receiver itself, and belongs to no epoch.
  private mutating func takeHardware(_ kind: MessageKind, _ payload: Span<UInt8>) {
    switch kind {
    case .monVER: if let message = MonVER(payload: payload) { hardware.take(message) }
    case .monHW: if let message = MonHW(payload: payload) { takeHardware { $0.take(message) } }
    case .monRF: if let message = MonRF(payload: payload) { takeHardware { $0.take(message) } }
    case .monSYS: if let message = MonSYS(payload: payload) { takeHardware { $0.take(message) } }
    case .monCOMMS: if let message = MonCOMMS(payload: payload) { takeHardware { $0.take(message) } }
    case .monTXBUF: if let message = MonTXBUF(payload: payload) { takeHardware { $0.take(message) } }
    case .secSIG: if let message = SecSIG(payload: payload) { takeHardware { $0.take(message) } }
    case .infERROR: if let message = InfText(payload: payload) { takeHardware { $0.take(error: message) } }
    default: break
    }
  }

  /// Updates the receiver's condition, and emits it if it changed.
  mutating func takeHardware(_ take: (inout HardwareWatch) -> Void) {
    take(&hardware)
    if let change = hardware.takeChange() { output.append(.condition(change)) }
  }
}

// MARK: - Complete solutions with UTC date and time

extension EpochAssembler {
  /// Handles u-blox's complete solution, which is more exact than any sentence.
  mutating func take(_ solution: NavPVT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, SourceKey.navPVT) else { return }
    judge(solution.fixType, isOK: solution.isFixOK)
    draft.told.satellitesUsed = solution.satellitesUsed
    draft.told.dilution.position = DilutionOfPrecision.meaningful(solution.positionDilution)
    if solution.isFixOK, let mode = FixMode(solution.fixType) {
      draft.solved(mode, FixQuality(solution.fixType, solution.isDifferential, solution.carrierSolution))
      draft.place(solution.position, mode, rank: Rank.solution)
      draft.move(solution.groundSpeed, solution.headingOfMotion, rank: Rank.solution)
      if mode == .threeDimensional { draft.told.climb = -solution.velocityDown }
      draft.told.magneticVariation = solution.magneticDeclination?.degrees ?? draft.told.magneticVariation
    }
    estimate(solution.horizontalAccuracy, solution.verticalAccuracy)
    ended(by: SourceKey.navPVT)
  }

  /// Handles the solution of a receiver with sensors.
  mutating func take(_ solution: NavPVAT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, SourceKey.navPVAT) else { return }
    judge(solution.fixType, isOK: solution.isFixOK)
    draft.told.satellitesUsed = Int(solution.satellitesUsed)
    if solution.isFixOK, let mode = FixMode(solution.fixType) {
      draft.solved(mode, FixQuality(solution.fixType, solution.isDifferential, solution.carrierSolution))
      draft.place(solution.position, mode, rank: Rank.solution)
      draft.move(solution.groundSpeed, solution.headingOfMotion, rank: Rank.solution)
      if mode == .threeDimensional { draft.told.climb = -solution.velocityDown }
      draft.told.magneticVariation = solution.magneticDeclination?.degrees ?? draft.told.magneticVariation
    }
    estimate(solution.horizontalAccuracy, solution.verticalAccuracy)
    ended(by: SourceKey.navPVAT)
  }

  /// Handles a solution that sensors extrapolate between satellite solutions, with its own time and epoch.
  mutating func take(_ solution: HnrPVT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, SourceKey.hnrPVT) else { return }
    judge(solution.fixType, isOK: solution.isFixOK)
    if solution.isFixOK, let mode = FixMode(solution.fixType) {
      draft.solved(mode, FixQuality(solution.fixType, solution.isDifferential, .none))
      draft.place(solution.position, mode, rank: Rank.solution)
      draft.move(solution.groundSpeed, solution.headingOfMotion, rank: Rank.solution)
    }
    estimate(solution.horizontalAccuracy, solution.verticalAccuracy)
    ended(by: SourceKey.hnrPVT)
  }

  /// Finds the epoch of a message with UTC; false if it was already emitted.
  private mutating func begins(
    _ timeOfWeek: UInt32, _ time: NavPVT.TimeOfDay?, _ date: NavPVT.CalendarDate?, _ name: UInt32
  ) -> Bool {
    let time = time.flatMap { TimeOfDay($0) }
    weekClock.isKnown = time != nil
    if let time { weekClock.learn(timeOfWeek, is: time) }
    guard joins(timeOfWeek, orIsTimeless: time, name) else { return false }
    takeDate(date.flatMap { ReceivedDate($0) }, at: time)
    return true
  }

  /// Stores the date of a message, which counts only with a time.
  mutating func takeDate(_ date: ReceivedDate?, at time: TimeOfDay?) {
    guard let time, let date else { return }
    calendar.take(date, at: time)
    draft.hasDate = true
  }

  /// Judges the receiver's fix by the type of its solution and by whether the receiver accepts it.
  ///
  /// One denial overrules every claim, including the claims of sentences.
  mutating func judge(_ type: NavPVT.FixType, isOK: Bool) {
    guard isOK, let mode = FixMode(type) else {
      draft.isHeldBack = FixMode(type).map { $0 != .time } ?? false
      return draft.denies = true
    }
    draft.claims = true
    if mode == .time {
      draft.isSurveyed = true
    } else {
      draft.dimensions = max(draft.dimensions, Int(mode.rawValue))
    }
  }

  /// Stores the receiver's own accuracy estimate.
  mutating func estimate(_ horizontal: Double?, _ vertical: Double?) {
    draft.estimate(ErrorEstimate(horizontal: horizontal, vertical: vertical, source: .receiver))
  }
}

extension EpochDraft {
  /// Stores the kind of a solution, which takes precedence over sentences.
  mutating func solved(_ mode: FixMode, _ quality: FixQuality) { found(quality, rank: 3) }

  /// Stores the position of a solution with both altitudes.
  ///
  /// With a 2D fix, the receiver reports an earlier altitude, so it has no error estimate.
  mutating func place(_ position: NavPVT.Position?, _ mode: FixMode, rank: Int) {
    guard let position else { return }
    let isBest = rank > coordinateRank
    place(position.latitude, position.longitude, rank: rank)
    guard isBest else { return }
    height(
      position.altitude, position.height - position.altitude, rank: rank, isFound: mode != .twoDimensional)
    told.ellipsoidalAltitude = position.height
  }
}

extension TimeOfDay {
  /// Creates a time of day from a message's time.
  init?(_ time: NavPVT.TimeOfDay) {
    self.init(
      hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second),
      nanosecond: Int(time.nanosecond))
  }
}

extension ReceivedDate {
  /// Creates a date from a message's date, which has a four-digit year.
  init?(_ date: NavPVT.CalendarDate) {
    self.init(year: Int(date.year), month: Int(date.month), day: Int(date.day))
  }
}

extension FixMode {
  /// The dimensions of a fix type with a position; nil without a fix.
  init?(_ type: NavPVT.FixType) {
    switch type {
    case .deadReckoning, .twoDimensional: self = .twoDimensional
    case .threeDimensional, .combined: self = .threeDimensional
    case .timeOnly: self = .time
    default: return nil
    }
  }
}

extension FixQuality {
  /// The best quality that a solution reports.
  init(_ type: NavPVT.FixType, _ isDifferential: Bool, _ carrier: NavPVT.CarrierSolution) {
    switch (carrier, type) {
    case (.fixed, _): self = .rtkFixed
    case (.float, _): self = .rtkFloat
    case (_, .deadReckoning): self = .deadReckoning
    default: self = isDifferential ? .differential : .autonomous
    }
  }
}
