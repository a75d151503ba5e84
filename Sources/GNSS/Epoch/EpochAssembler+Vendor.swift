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
      draft.climb = draft.climb ?? psti.upVelocity
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
      draft.ellipsoidalAltitude = draft.ellipsoidalAltitude ?? pashr.ellipsoidalAltitude
      // With three satellites the altitude is held, not found.
      if pashr.ellipsoidalAltitude != nil, (pashr.satellitesUsed ?? 0) >= 4 { draft.isAltitudeFound = true }
      draft.move(pashr.speed, pashr.course, rank: Rank.vendor)
      draft.climb = draft.climb ?? pashr.verticalVelocity
      draft.found(pashr.solution.flatMap { FixQuality($0) }, rank: 1)
    }
    draft.satellitesUsed = draft.satellitesUsed ?? pashr.satellitesUsed
    draft.dilution.fill(
      position: pashr.positionDilution, horizontal: pashr.horizontalDilution,
      vertical: pashr.verticalDilution, time: pashr.timeDilution)
    ended(by: Name.pashrPOS)
  }

  /// SiRF's errors; they belong to the epoch of their time.
  mutating func take(_ psrfepe: PSRFEPE) {
    guard let time = psrfepe.time, psrfepe.status != .void else { return }
    let errors = ErrorEstimate(
      horizontal: psrfepe.horizontalError, vertical: psrfepe.verticalError, source: .receiver)
    adds(Addition(time: time, errors: errors), name: Name.psrfepe)
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
  /// What Ashtech's number means.
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
