internal import NMEA
internal import UBX

extension EpochAssembler {
  /// Takes a message of u-blox; one that says nothing about an epoch is passed over.
  ///
  /// Only these are read here: each kind by its own type, so that nothing else is looked at.
  mutating func take(_ kind: MessageKind, _ payload: Span<UInt8>) {
    switch kind {
    case .navPVT:
      // Read in its place: the most frequent one.
      var message = NavPVT()
      if message.read(payload) { take(message) }
      // Older ones send 84 bytes.
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

  /// Takes a message that describes the receiver itself: it belongs to no epoch.
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

  /// Takes what a receiver says of itself, and gives it out where it is new.
  mutating func takeHardware(_ take: (inout HardwareWatch) -> Void) {
    take(&hardware)
    if let change = hardware.takeChange() { output.append(.condition(change)) }
  }
}

// MARK: - Whole solutions, which say date and time of UTC themselves

extension EpochAssembler {
  /// Takes u-blox's own solution: it is of one piece, and more exact than any sentence.
  mutating func take(_ solution: NavPVT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, Name.navPVT) else { return }
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
    ended(by: Name.navPVT)
  }

  /// Takes the solution of a receiver with sensors.
  mutating func take(_ solution: NavPVAT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, Name.navPVAT) else { return }
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
    ended(by: Name.navPVAT)
  }

  /// Takes a solution that sensors carry on between those of the satellites: an epoch of its own, at its own time.
  mutating func take(_ solution: HnrPVT) {
    guard begins(solution.timeOfWeek, solution.time, solution.date, Name.hnrPVT) else { return }
    judge(solution.fixType, isOK: solution.isFixOK)
    if solution.isFixOK, let mode = FixMode(solution.fixType) {
      draft.solved(mode, FixQuality(solution.fixType, solution.isDifferential, .none))
      draft.place(solution.position, mode, rank: Rank.solution)
      draft.move(solution.groundSpeed, solution.headingOfMotion, rank: Rank.solution)
    }
    estimate(solution.horizontalAccuracy, solution.verticalAccuracy)
    ended(by: Name.hnrPVT)
  }

  /// Finds the epoch of a message that says the time of UTC itself; false if that was given out.
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

  /// Takes the date of a message, which only counts beside a time.
  mutating func takeDate(_ date: ReceivedDate?, at time: TimeOfDay?) {
    guard let time, let date else { return }
    calendar.take(date, at: time)
    draft.hasDate = true
  }

  /// Takes a receiver's word on its fix: the kind of the solution, and whether that is good enough to be used.
  ///
  /// One denial beats every claim, those of sentences too.
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

  /// Takes the accuracy that the receiver itself names.
  mutating func estimate(_ horizontal: Double?, _ vertical: Double?) {
    draft.estimate(ErrorEstimate(horizontal: horizontal, vertical: vertical, source: .receiver))
  }
}

extension EpochDraft {
  /// Keeps the kind of a solution; each one outranks what sentences say of it.
  mutating func solved(_ mode: FixMode, _ quality: FixQuality) { found(quality, rank: 3) }

  /// Keeps the position of a solution, with both of its heights.
  ///
  /// Beside a plane fix the altitude is one that the receiver holds: it is reported without an error.
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
  /// A message's time as a sentence would say it.
  init?(_ time: NavPVT.TimeOfDay) {
    self.init(
      hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second),
      nanosecond: Int(time.nanosecond))
  }
}

extension ReceivedDate {
  /// A message's date, whose year has all its digits.
  init?(_ date: NavPVT.CalendarDate) {
    self.init(year: Int(date.year), month: Int(date.month), day: Int(date.day))
  }
}

extension FixMode {
  /// The meaning of a type of fix for latitude, longitude and altitude; nil where there is no fix.
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
  /// The best that a solution says of itself.
  init(_ type: NavPVT.FixType, _ isDifferential: Bool, _ carrier: NavPVT.CarrierSolution) {
    switch (carrier, type) {
    case (.fixed, _): self = .rtkFixed
    case (.float, _): self = .rtkFloat
    case (_, .deadReckoning): self = .deadReckoning
    default: self = isDifferential ? .differential : .autonomous
    }
  }
}
