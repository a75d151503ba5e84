internal import NMEA
internal import UBX

extension EpochAssembler: SentenceSink {
  mutating func receive(_ gga: GGA) {
    guard belongs(gga.time, name: SourceKey.gga, by: gga.talker) else { return }
    if let quality = gga.quality {
      judge(quality != .none)
      draft.found(FixQuality(quality), rank: 2)
    }
    if gga.quality != GGA.Quality.none {
      draft.place(gga.latitude, gga.longitude, rank: Rank.fix)
      draft.height(gga.altitude, gga.geoidSeparation, rank: Rank.height)
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
    guard belongs(gns.time, name: SourceKey.gns, by: gns.talker) else { return }
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
    guard belongs(rmc.time, name: SourceKey.rmc, by: rmc.talker) else { return }
    judge(rmc.status, rmc.mode)
    if rmc.status == .valid, rmc.mode != .noFix {
      draft.place(rmc.latitude, rmc.longitude, rank: Rank.minimum)
      draft.move(rmc.speed, rmc.course, rank: Rank.fix)
      // Receivers without a magnetic model report a variation of exactly zero.
      draft.told.magneticVariation =
        rmc.magneticVariation.flatMap { $0 == 0 ? nil : $0 } ?? draft.told.magneticVariation
      takeDate(rmc.date, rmc.time)
    }
    draft.found(rmc.mode.flatMap { FixQuality($0) }, rank: 1)
    ended(by: SourceKey.rmc)
  }

  mutating func receive(_ gll: GLL) {
    // Old receivers send GLL without a time.
    if let time = gll.time {
      guard joins(time, SourceKey.gll, by: gll.talker) else { return }
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
    if !isVoid { draft.place(gll.latitude, gll.longitude, rank: Rank.coarse) }
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
  mutating func belongs(_ time: TimeOfDay?, name: UInt32, by talker: Talker? = nil) -> Bool {
    if let time { return joins(time, name, by: talker) }
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
}

extension EpochAssembler {
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
