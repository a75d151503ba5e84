internal import NMEA

extension EpochAssembler {
  /// Takes a vendor's sentence, if it is about the fix.
  ///
  /// Baselines (PSTI,032), attitudes, satellites told otherwise and answers to commands are not.
  mutating func take(_ sentence: VendorSentence) {
    switch sentence {
    case .pubx00(let pubx): take(pubx)
    case .pubx04(let pubx): take(pubx)
    case .pgrme(let pgrme): take(pgrme)
    case .pgrmf(let pgrmf): take(pgrmf)
    case .pgrmv(let pgrmv): take(pgrmv)
    case .pgrmz(let pgrmz): take(pgrmz)
    case .psti030(let psti): take(psti)
    case .pashrpos(let pashr): take(pashr)
    case .psrfepe(let psrfepe): take(psrfepe)
    case .pqtmepe(let pqtmepe): take(pqtmepe)
    default: break
    }
  }

  /// SkyTraq's whole fix, with more decimals than any standard sentence.
  mutating func take(_ psti: PSTI030) {
    guard belongs(vendor: psti.time, name: Name.psti030) else { return }
    judge(psti.status, psti.mode)
    if psti.status == .valid, psti.mode != .noFix {
      draft.place(psti.latitude, psti.longitude, rank: Rank.exact)
      draft.height(psti.altitude, nil, rank: Rank.exact)
      draft.move(east: psti.eastVelocity, north: psti.northVelocity, rank: Rank.vendor)
      draft.told.climb = draft.told.climb ?? psti.upVelocity
      takeDate(psti.date, psti.time)
      takeDifferential(
        psti.correctionAge, nil, isCarrier: psti.mode == .rtkFixed || psti.mode == .rtkFloat)
    }
    draft.found(psti.mode.flatMap { FixQuality($0) }, rank: 1)
    ended(by: Name.psti030)
  }

  /// Ashtech's whole fix; its altitude is above the ellipsoid.
  mutating func take(_ pashr: PASHRPOS) {
    guard belongs(vendor: pashr.time, name: Name.pashrPOS) else { return }
    if pashr.latitude != nil {
      judge(true)
      draft.place(pashr.latitude, pashr.longitude, rank: Rank.vendor)
      draft.told.ellipsoidalAltitude = draft.told.ellipsoidalAltitude ?? pashr.ellipsoidalAltitude
      // With three satellites the altitude is held, not found.
      if pashr.ellipsoidalAltitude != nil, (pashr.satellitesUsed ?? 0) >= 4 { draft.isAltitudeFound = true }
      draft.move(pashr.speed, pashr.course, rank: Rank.vendor)
      draft.told.climb = draft.told.climb ?? pashr.verticalVelocity
      draft.found(pashr.solution.flatMap { FixQuality($0) }, rank: 1)
    }
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? pashr.satellitesUsed
    draft.told.dilution.fill(
      position: pashr.positionDilution, horizontal: pashr.horizontalDilution,
      vertical: pashr.verticalDilution, time: pashr.timeDilution)
    ended(by: Name.pashrPOS)
  }

  /// SiRF's errors; they belong to the epoch of their time.
  mutating func take(_ psrfepe: PSRFEPE) {
    guard let time = psrfepe.time, psrfepe.status != .void else { return }
    let errors = ErrorEstimate(
      horizontal: psrfepe.horizontalError, vertical: psrfepe.verticalError, source: .receiver)
    adds(EpochAddition(time: time, errors: errors), name: Name.psrfepe)
  }

  /// Quectel's errors.
  mutating func take(_ pqtmepe: PQTMEPE) {
    guard pqtmepe.version == 2 else { return }
    guard joinsUntimed(Name.pqtmepe) else { return }
    draft.estimate(
      ErrorEstimate(horizontal: pqtmepe.horizontalError, vertical: pqtmepe.downError, source: .receiver))
    ended(by: Name.pqtmepe)
  }

  /// Finds the epoch of a vendor's whole fix; false if it has been given out.
  ///
  /// One without a time belongs to the epoch that is open: beside it, RMC may still run on the receiver's clock.
  mutating func belongs(vendor time: TimeOfDay?, name: UInt32) -> Bool {
    if let time { return joins(time, name) }
    return joinsFreely(name, isLost: true)
  }
}

extension FixQuality {
  /// The meaning of Ashtech's number.
  init?(_ solution: PASHRPOS.Solution) {
    switch solution {
    case .autonomous: self = .autonomous
    case .differential: self = .differential
    case .rtkFloat: self = .rtkFloat
    case .rtkFixed: self = .rtkFixed
    case .deadReckoning: self = .deadReckoning
    default: return nil
    }
  }
}

extension EpochAssembler {
  /// u-blox's whole fix in a sentence; its altitude is above the ellipsoid.
  mutating func take(_ pubx: PUBX00) {
    guard belongs(vendor: pubx.time, name: Name.pubx00) else { return }
    if let kind = PositionKind(pubx.navigationStatus) {
      judge(kind.mode != .none)
      if kind.mode != .none { takeFix(pubx, kind) }
    }
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? pubx.satellitesUsed
    draft.told.dilution.fill(
      position: nil, horizontal: pubx.horizontalDilution, vertical: pubx.verticalDilution,
      time: pubx.timeDilution)
    ended(by: Name.pubx00)
  }

  private mutating func takeFix(_ pubx: PUBX00, _ kind: PositionKind) {
    draft.dimensions = max(draft.dimensions, Int(kind.mode.rawValue))
    draft.found(kind.quality, rank: 1)
    draft.place(pubx.latitude, pubx.longitude, rank: Rank.vendor)
    draft.move(pubx.speed, pubx.course, rank: Rank.vendor)
    if kind.mode == .threeDimensional {
      draft.told.ellipsoidalAltitude = draft.told.ellipsoidalAltitude ?? pubx.ellipsoidalAltitude
      draft.told.climb = draft.told.climb ?? pubx.verticalVelocity.map { 0 - $0 }
    }
    draft.estimate(
      ErrorEstimate(
        horizontal: pubx.horizontalAccuracy, vertical: pubx.verticalAccuracy, source: .receiver))
    takeDifferential(pubx.differentialAge, nil)
  }

  /// u-blox's time: its date counts for the epoch of its time, and no epoch begins with it.
  mutating func take(_ pubx: PUBX04) {
    // Until a satellite has told the leap seconds, the time may be seconds off.
    guard let time = pubx.time, let date = pubx.date, !pubx.leapSecondsAreDefault else { return }
    adds(EpochAddition(time: time, date: ReceivedDate(date)), name: Name.pubx04)
  }
}

/// The meaning of u-blox's two letters for a position.
private struct PositionKind {
  let mode: FixMode
  var quality: FixQuality?

  /// Nil for letters without a known meaning.
  init?(_ letters: FieldText) {
    switch letters {
    // Time alone is no position.
    case "NF", "TT": mode = .none
    case "G2": (mode, quality) = (.twoDimensional, .autonomous)
    case "G3": (mode, quality) = (.threeDimensional, .autonomous)
    case "D2": (mode, quality) = (.twoDimensional, .differential)
    case "D3": (mode, quality) = (.threeDimensional, .differential)
    case "DR": (mode, quality) = (.twoDimensional, .deadReckoning)
    // Satellites and dead reckoning together.
    case "RK": (mode, quality) = (.threeDimensional, .autonomous)
    default: return nil
    }
  }
}

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
    draft.told.dilution.fill(
      position: pgrmf.positionDilution, horizontal: nil, vertical: nil, time: pgrmf.timeDilution)
    takeDate(pgrmf.date, pgrmf.time)
  }

  /// Garmin's velocity in space, in steps of 0.1 m/s.
  mutating func take(_ pgrmv: PGRMV) {
    guard joinsUntimed(Name.pgrmv) else { return }
    draft.told.climb = draft.told.climb ?? pgrmv.upVelocity
    draft.move(east: pgrmv.eastVelocity, north: pgrmv.northVelocity, rank: Rank.coarse)
    ended(by: Name.pgrmv)
  }

  /// A pressure altitude: no height above the sea, but a sentence of the burst.
  mutating func take(_ pgrmz: PGRMZ) { if joinsUntimed(Name.pgrmz) { ended(by: Name.pgrmz) } }
}
