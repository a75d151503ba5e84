internal import NMEA
internal import UBX

extension EpochAssembler: SentenceSink {
  mutating func receive(_ gga: GGA) {
    let place = CoarseClock.Place(gga.latitude, gga.longitude)
    guard belongs(gga.time, name: SourceKey.gga, by: gga.talker, at: place) else { return }
    if let quality = gga.quality {
      judge(quality != .none)
      draft.found(FixQuality(quality), rank: 2)
    }
    if gga.quality != GGA.Quality.none {
      draft.place(gga.latitude, gga.longitude, rank: Rank.fix)
      draft.height(gga.altitude, gga.geoidSeparation, rank: Rank.height)
    } else {
      draft.mark(gga.latitude, gga.longitude)
    }
    draft.uses(gga.satellitesUsed)
    draft.told.dilution.horizontal =
      draft.told.dilution.horizontal ?? DilutionOfPrecision.meaningful(gga.horizontalDilution)
    takeDifferential(
      gga.differentialAge, gga.differentialStation,
      isCarrier: gga.quality == .rtkFixed || gga.quality == .rtkFloat)
    ended(by: SourceKey.gga)
  }

  mutating func receive(_ gns: GNS) {
    let place = CoarseClock.Place(gns.latitude, gns.longitude)
    guard belongs(gns.time, name: SourceKey.gns, by: gns.talker, at: place) else { return }
    if let best = FixQuality(best: gns.modes) {
      judge(true)
      draft.found(best, rank: 1)
    } else if gns.modes.count > 0 {
      judge(false)
    }
    draft.place(gns.latitude, gns.longitude, rank: Rank.fix)
    draft.height(gns.altitude, gns.geoidSeparation, rank: Rank.height)
    draft.uses(gns.satellitesUsed)
    draft.told.dilution.horizontal =
      draft.told.dilution.horizontal ?? DilutionOfPrecision.meaningful(gns.horizontalDilution)
    let best = FixQuality(best: gns.modes)
    takeDifferential(
      gns.differentialAge, gns.differentialStation, isCarrier: best == .rtkFixed || best == .rtkFloat)
    ended(by: SourceKey.gns)
  }

  mutating func receive(_ rmc: RMC) {
    let place = CoarseClock.Place(rmc.latitude, rmc.longitude)
    guard belongs(rmc.time, name: SourceKey.rmc, by: rmc.talker, at: place) else { return }
    judge(rmc.status, rmc.mode)
    if rmc.status == .valid, rmc.mode != .noFix {
      draft.place(rmc.latitude, rmc.longitude, rank: Rank.minimum)
      draft.move(rmc.speed, rmc.course, rank: Rank.fix)
      // Receivers without a magnetic model report a variation of exactly zero.
      draft.told.magneticVariation =
        rmc.magneticVariation.flatMap { $0 == 0 ? nil : $0 } ?? draft.told.magneticVariation
      takeDate(rmc.date, rmc.time)
    } else {
      draft.mark(rmc.latitude, rmc.longitude)
    }
    draft.found(rmc.mode.flatMap { FixQuality($0) }, rank: 1)
    ended(by: SourceKey.rmc)
  }

  mutating func receive(_ gll: GLL) {
    // Old receivers send GLL without a time.
    if let time = gll.time {
      let place = CoarseClock.Place(gll.latitude, gll.longitude)
      guard joins(time, SourceKey.gll, by: gll.talker, at: place) else { return }
    } else if !joinsFreely(SourceKey.gll, isLost: gll.latitude == nil) {
      return
    }
    let isVoid = gll.status == .void || gll.mode == .noFix
    if isVoid, gll.time == nil {
      denyUntimed()
    } else if gll.status != nil || gll.mode != nil {
      judge(gll.status, gll.mode)
    } else if gll.latitude != nil {
      draft.claims = true
    }
    if isVoid {
      draft.mark(gll.latitude, gll.longitude)
    } else {
      draft.place(gll.latitude, gll.longitude, rank: Rank.coarse)
    }
    draft.found(gll.mode.flatMap { FixQuality($0) }, rank: 1)
    ended(by: SourceKey.gll)
  }

  mutating func receive(_ vtg: VTG) {
    guard joinsUntimed(SourceKey.vtg) else { return }
    // A mode of N affects only speed and course: some receivers send it while they stand still.
    if vtg.mode != .noFix {
      draft.move(vtg.speed ?? vtg.speedFromKilometers, vtg.course, rank: Rank.minimum)
      draft.told.magneticCourse = vtg.magneticCourse ?? draft.told.magneticCourse
    }
    ended(by: SourceKey.vtg)
  }

  mutating func receive(_ gsa: GSA) {
    guard joinsUntimed(SourceKey.gsa) else { return sky.takeLate(gsa) }
    if let dimensions = gsa.dimensions, 1...3 ~= dimensions { take(dimensions: dimensions) }
    draft.told.dilution.position =
      DilutionOfPrecision.meaningful(gsa.positionDilution) ?? draft.told.dilution.position
    draft.told.dilution.horizontal =
      DilutionOfPrecision.meaningful(gsa.horizontalDilution) ?? draft.told.dilution.horizontal
    draft.told.dilution.vertical =
      DilutionOfPrecision.meaningful(gsa.verticalDilution) ?? draft.told.dilution.vertical
    sky.origin.use = .gsa
    sky.take(gsa)
    ended(by: SourceKey.gsa)
  }

  mutating func receive(_ gsv: GSV) {
    hearsSky(SourceKey.gsv(of: gsv.talker), isComplete: gsv.number != nil && gsv.number == gsv.total)
    sky.origin.view = .gsv
    sky.take(gsv)
  }

  mutating func receive(_ gst: GST) {
    guard let time = gst.time else { return }
    let errors = ErrorEstimate(
      north: gst.latitudeDeviation, east: gst.longitudeDeviation, up: gst.altitudeDeviation, source: .gst)
    adds(EpochAddition(time: time, errors: errors), name: SourceKey.gst)
  }

  mutating func receive(_ zda: ZDA) {
    guard let time = zda.time, let year = zda.year, let month = zda.month, let day = zda.day else { return }
    adds(
      EpochAddition(time: time, date: ReceivedDate(year: year, month: month, day: day)), name: SourceKey.zda)
  }

  /// Handles a text, which belongs to no epoch; it may report the antenna.
  mutating func take(_ txt: TXT) { takeHardware { $0.take(txt) } }

  // MARK: Common steps

  /// Finds the epoch of a sentence that should have a time; false if it was already emitted.
  mutating func belongs(
    _ time: TimeOfDay?, name: UInt32, by talker: Talker? = nil, at place: CoarseClock.Place? = nil
  ) -> Bool {
    if let time { return joins(time, name, by: talker, at: place) }
    joinsTimeless(name)
    return true
  }

  mutating func judge(_ isFix: Bool) { if isFix { draft.claims = true } else { draft.denies = true } }

  /// Judges the fix by status and mode letter: either of them can deny it, and empty fields have no effect.
  mutating func judge(_ status: Status?, _ mode: ModeIndicator?) {
    if status == .void || mode == .noFix { return judge(false) }
    if status == .valid || mode.flatMap({ FixQuality($0) }) != nil { judge(true) }
  }

  /// Stores the date only from a good fix; before that, receivers send invented dates.
  mutating func takeDate(_ date: DayMonthYear?, _ time: TimeOfDay?) {
    guard let time, let date = date.flatMap({ ReceivedDate($0) }) else { return }
    calendar.take(date, at: time)
    draft.hasDate = true
  }

  /// Stores the age of the corrections and the station that sends them.
  ///
  /// Receivers set both to zero if there are no corrections. A carrier-phase fix always has corrections.
  mutating func takeDifferential(_ age: Double?, _ station: Int?, isCarrier: Bool = false) {
    guard isCarrier || (age ?? 0) != 0 || (station ?? 0) != 0 else { return }
    draft.told.differentialAge = draft.told.differentialAge ?? age
    draft.told.differentialStation = draft.told.differentialStation ?? station
  }

  /// Handles the expected errors of the integrity check.
  mutating func take(_ gbs: GBS) {
    guard let time = gbs.time else { return }
    let errors = ErrorEstimate(
      north: gbs.latitudeError, east: gbs.longitudeError, up: gbs.altitudeError, source: .gbs)
    adds(EpochAddition(time: time, errors: errors), name: SourceKey.gbs)
  }

  /// Stores a compass's magnetic variation, if the receiver reports none.
  ///
  /// A compass sends at any time, so its sentence neither opens an epoch nor ends one.
  mutating func take(_ hdg: HDG) {
    guard let variation = hdg.variation, variation != 0 else { return }
    draft.told.magneticVariation = draft.told.magneticVariation ?? variation
  }

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
      takeDifferential(psti.correctionAge, nil, isCarrier: psti.mode == .rtkFixed || psti.mode == .rtkFloat)
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
      ErrorEstimate(horizontal: pubx.horizontalAccuracy, vertical: pubx.verticalAccuracy, source: .receiver))
    takeDifferential(pubx.differentialAge, nil)
  }

  /// Handles u-blox's time: its date belongs to the epoch of its time, and it never opens an epoch.
  mutating func take(_ pubx: PUBX04) {
    // Until the leap seconds are received from a satellite, the time may be off by seconds.
    guard let time = pubx.time, let date = pubx.date, !pubx.leapSecondsAreDefault else { return }
    adds(EpochAddition(time: time, date: ReceivedDate(date)), name: SourceKey.pubx04)
  }

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

extension EpochAssembler: StreamSink {
  var needsCounts: Bool { gives.counts && countsAtOutput.count < output.count }

  mutating func receive(counts stream: StreamCounts) {
    while countsAtOutput.count < output.count {
      countsAtOutput.append(DecodedCounts(stream: stream, epochs: counts))
    }
  }

  mutating func receive(comment bytes: Span<UInt8>) {
    guard calendar.reference.honorsRecordingHeader, calendar.reference.day == nil else { return }
    calendar.reference.day = RecordingHeader.date(in: bytes)
  }

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    take(frame.kind, bytes.extracting(frame.payloadRange))
    if gives.messages { output.append(.message(Self.copy(of: bytes))) }
  }

  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) { lone.failed() }

  mutating func receive(sentence bytes: Span<UInt8>) {
    lone.passed()
    if gives.sentences || gives.names && Self.isSpoken(bytes)
      || gives.measurements && Self.isMeasurement(bytes)
    {
      output.append(.sentence(Self.copy(of: bytes)))
    } else if gives.names {
      names.append(NamedSentence(letters: FailingTypes.fiveLetters(bytes, 0), place: output.count))
    }
  }

  /// Whether a receiver describes itself in a sentence: a vendor's, or a TXT; or whether it begins with `!`.
  private static func isSpoken(_ bytes: Span<UInt8>) -> Bool {
    if bytes[0] != UInt8(ascii: "$") { return true }
    let name = FailingTypes.fiveLetters(bytes, 0)
    return name == 0 || name >> 32 == 0x50 || name & 0xFF_FFFF == 0x54_5854
  }

  /// Whether a sentence has data of no epoch: a heading, a rate of turn or error statistics.
  static func isMeasurement(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 6 else { return false }
    return switch (bytes[3], bytes[4], bytes[5]) {
    case (0x48, 0x44, 0x54), (0x48, 0x44, 0x4D), (0x48, 0x44, 0x47): true  // HDT HDM HDG
    case (0x54, 0x48, 0x53), (0x52, 0x4F, 0x54), (0x47, 0x53, 0x54): true  // THS ROT GST
    // The letters in the middle of "$PASHR" are unique, too.
    case (0x53, 0x48, 0x52): bytes[1] == 0x50 && bytes[2] == 0x41
    default: false
    }
  }

  private static func copy(of bytes: Span<UInt8>) -> [UInt8] {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    return copy
  }

  mutating func receive(body: Span<UInt8>) {
    var fault: FieldFault?
    do throws(SentenceError) {
      let sentence = try Sentence(body: body, fault: &fault)
      if case .unknown = sentence { counts.unknown += 1 }
      take(sentence)
    } catch { counts.refused += 1 }
  }

  mutating func receive(encapsulated body: Span<UInt8>) { counts.unknown += 1 }

  /// Handles a sentence that is too rare for a typed method.
  ///
  /// Headings (HDT, THS) are not part of a fix: a heading is not a course.
  mutating func take(_ sentence: Sentence) {
    switch sentence {
    case .gbs(let gbs): take(gbs)
    case .hdg(let hdg): take(hdg)
    case .txt(let txt): take(txt)
    case .vendor(let vendor): take(vendor)
    default: break
    }
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
