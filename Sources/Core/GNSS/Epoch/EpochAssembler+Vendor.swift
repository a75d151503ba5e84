internal import NMEA

extension EpochAssembler {
  /// Handles a vendor sentence, if it is about the fix.
  ///
  /// Ignores baselines (PSTI,032), attitudes, vendor-specific satellite lists, and answers to commands.
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

  /// Handles SkyTraq's complete fix, with more decimals than standard sentences.
  mutating func take(_ psti: PSTI030) {
    guard belongs(vendor: psti.time, name: SourceKey.psti030) else { return }
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
    ended(by: SourceKey.psti030)
  }

  /// Handles Ashtech's complete fix; its altitude is above the ellipsoid.
  mutating func take(_ pashr: PASHRPOS) {
    guard belongs(vendor: pashr.time, name: SourceKey.pashrPOS) else { return }
    if pashr.latitude != nil {
      judge(true)
      draft.place(pashr.latitude, pashr.longitude, rank: Rank.vendor)
      draft.told.ellipsoidalAltitude = draft.told.ellipsoidalAltitude ?? pashr.ellipsoidalAltitude
      // With three satellites, the altitude is an earlier one.
      if pashr.ellipsoidalAltitude != nil, (pashr.satellitesUsed ?? 0) >= 4 { draft.isAltitudeFound = true }
      draft.move(pashr.speed, pashr.course, rank: Rank.vendor)
      draft.told.climb = draft.told.climb ?? pashr.verticalVelocity
      draft.found(pashr.solution.flatMap { FixQuality($0) }, rank: 1)
    }
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? pashr.satellitesUsed
    draft.told.dilution.fill(
      position: pashr.positionDilution, horizontal: pashr.horizontalDilution,
      vertical: pashr.verticalDilution, time: pashr.timeDilution)
    ended(by: SourceKey.pashrPOS)
  }

  /// Handles SiRF's error estimates, which belong to the epoch of their time.
  mutating func take(_ psrfepe: PSRFEPE) {
    guard let time = psrfepe.time, psrfepe.status != .void else { return }
    let errors = ErrorEstimate(
      horizontal: psrfepe.horizontalError, vertical: psrfepe.verticalError, source: .receiver)
    adds(EpochAddition(time: time, errors: errors), name: SourceKey.psrfepe)
  }

  /// Handles Quectel's error estimates; only version 2 of the sentence is known.
  mutating func take(_ pqtmepe: PQTMEPE) {
    guard pqtmepe.version == 2 else { return }
    guard joinsUntimed(SourceKey.pqtmepe) else { return }
    draft.estimate(
      ErrorEstimate(horizontal: pqtmepe.horizontalError, vertical: pqtmepe.downError, source: .receiver))
    ended(by: SourceKey.pqtmepe)
  }

  /// Finds the epoch of a vendor's complete fix; false if it was already emitted.
  ///
  /// A fix without a time belongs to the open epoch, whose RMC may have the time of the receiver's clock.
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
  /// Handles u-blox's complete fix in a sentence; its altitude is above the ellipsoid.
  mutating func take(_ pubx: PUBX00) {
    guard belongs(vendor: pubx.time, name: SourceKey.pubx00) else { return }
    if let kind = PositionKind(pubx.navigationStatus) {
      judge(kind.mode != .none)
      if kind.mode != .none { takeFix(pubx, kind) }
    }
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? pubx.satellitesUsed
    draft.told.dilution.fill(
      position: nil, horizontal: pubx.horizontalDilution, vertical: pubx.verticalDilution,
      time: pubx.timeDilution)
    ended(by: SourceKey.pubx00)
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

  /// Handles u-blox's time: its date belongs to the epoch of its time, and it never opens an epoch.
  mutating func take(_ pubx: PUBX04) {
    // Until the leap seconds are received from a satellite, the time may be off by seconds.
    guard let time = pubx.time, let date = pubx.date, !pubx.leapSecondsAreDefault else { return }
    adds(EpochAddition(time: time, date: ReceivedDate(date)), name: SourceKey.pubx04)
  }
}

/// The meaning of u-blox's two letters for a fix.
private struct PositionKind {
  let mode: FixMode
  var quality: FixQuality?

  /// Nil for unknown letters.
  init?(_ letters: FieldText) {
    switch letters {
    // A time-only fix has no position.
    case "NF", "TT": mode = .none
    case "G2": (mode, quality) = (.twoDimensional, .autonomous)
    case "G3": (mode, quality) = (.threeDimensional, .autonomous)
    case "D2": (mode, quality) = (.twoDimensional, .differential)
    case "D3": (mode, quality) = (.threeDimensional, .differential)
    case "DR": (mode, quality) = (.twoDimensional, .deadReckoning)
    // Satellites and dead reckoning combined.
    case "RK": (mode, quality) = (.threeDimensional, .autonomous)
    default: return nil
    }
  }
}

extension EpochAssembler {
  /// Handles Garmin's error estimates, which have a confidence of 50 %.
  mutating func take(_ pgrme: PGRME) {
    guard joinsUntimed(SourceKey.pgrme) else { return }
    draft.estimate(
      ErrorEstimate(
        horizontal: pgrme.horizontalError.map { $0 * Confidence.circle50To68 },
        vertical: pgrme.verticalError.map { $0 * Confidence.interval50To68 }, source: .pgrme))
    ended(by: SourceKey.pgrme)
  }

  /// Handles Garmin's complete fix; its speed, course and dilutions are whole numbers.
  mutating func take(_ pgrmf: PGRMF) {
    guard belongs(vendor: pgrmf.time, name: SourceKey.pgrmf) else { return }
    switch pgrmf.fixType {
    case .twoDimensional?: takeFix(pgrmf, .twoDimensional)
    case .threeDimensional?: takeFix(pgrmf, .threeDimensional)
    case PGRMF.FixType.none?: judge(false)
    default: break
    }
    ended(by: SourceKey.pgrmf)
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

  /// Handles Garmin's 3D velocity, in steps of 0.1 m/s.
  mutating func take(_ pgrmv: PGRMV) {
    guard joinsUntimed(SourceKey.pgrmv) else { return }
    draft.told.climb = draft.told.climb ?? pgrmv.upVelocity
    draft.move(east: pgrmv.eastVelocity, north: pgrmv.northVelocity, rank: Rank.coarse)
    ended(by: SourceKey.pgrmv)
  }

  /// Handles a pressure altitude, which is not a height above sea level; it only counts as part of the burst.
  mutating func take(_ pgrmz: PGRMZ) { if joinsUntimed(SourceKey.pgrmz) { ended(by: SourceKey.pgrmz) } }
}
