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

  // MARK: - Complete solutions with UTC date and time

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

  mutating func take(_ message: CASICMessage) {
    switch message {
    case .dilution(let message): others.casic.dilution = message
    case .position(let message):
      giveWaiting()
      others.casic.position = message
      joinParts()
    case .time(let message):
      others.casic.time = message
      joinParts()
    case .satellites(let kind, let message): take(message, of: kind)
    case .unknown: break
    }
  }

  /// Adds a position whose time never arrived to the open epoch, or to a new one without a time.
  private mutating func giveWaiting() {
    guard let position = others.casic.position else { return }
    others.casic.position = nil
    guard joinsFreely(SourceKey.casicPosition, isLost: position.dimensions == 0) else { return }
    take(position)
  }

  /// Combines position and time once both of an epoch have arrived, in any order.
  private mutating func joinParts() {
    guard let position = others.casic.position, let time = others.casic.time,
      position.runTime == time.runTime
    else { return }
    others.casic.position = nil
    let moment = Self.moment(time)
    guard belongs(moment?.time, name: SourceKey.casicPosition) else { return }
    if position.dimensions > 0 { takeDate(moment) }
    take(position)
  }

  private static func moment(_ message: CASICTime) -> UTCMoment? {
    guard message.isValid,
      let date = CivilDate(year: Int(message.year), month: Int(message.month), day: Int(message.day)),
      let time = TimeOfDay(
        hour: Int(message.hour), minute: Int(message.minute), second: Int(message.second),
        nanosecond: Int(message.millisecond) * 1_000_000)
    else { return nil }
    return UTCMoment(date: date, time: time)
  }

  private mutating func take(_ position: CASICPosition) {
    let dimensions = position.dimensions
    judge(dimensions > 0)
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? Int(position.satellitesUsed)
    if let dilution = others.casic.dilution, dilution.runTime == position.runTime {
      draft.told.dilution.fill(
        position: Double(dilution.position), horizontal: Double(dilution.horizontal),
        vertical: Double(dilution.vertical), time: Double(dilution.time))
    }
    draft.told.dilution.fill(
      position: Double(position.positionDilution), horizontal: nil, vertical: nil, time: nil)
    if dimensions > 0 { takeFix(position, dimensions) }
    ended(by: SourceKey.casicPosition)
  }

  private mutating func takeFix(_ position: CASICPosition, _ dimensions: Int) {
    draft.dimensions = max(draft.dimensions, dimensions)
    draft.found(.autonomous, rank: 1)
    draft.place(position.latitude, position.longitude, rank: Rank.exact)
    let height = Self.number(position.height)
    let separation = Self.number(position.separation)
    if let height, let separation {
      draft.height(height - separation, separation, rank: Rank.height + 1, isFound: dimensions == 3)
    }
    draft.told.ellipsoidalAltitude = height ?? draft.told.ellipsoidalAltitude
    // The velocity state uses the same numbers as the position state.
    if position.velocityState >= 6 {
      draft.move(
        Self.number(position.groundSpeed), Self.number(position.heading).map { $0 < 0 ? $0 + 360 : $0 },
        rank: Rank.exact)
      if dimensions == 3 { draft.told.climb = Self.number(position.up) ?? draft.told.climb }
    }
    draft.estimate(
      ErrorEstimate(
        horizontal: Self.root(position.horizontalVariance), vertical: Self.root(position.verticalVariance),
        source: .receiver))
  }

  private static func number(_ value: Float) -> Double? { value.isFinite ? Double(value) : nil }

  private static func root(_ variance: Float) -> Double? {
    variance.isFinite && variance > 0 ? SquareRoot.of(Double(variance)) : nil
  }

  private mutating func take(_ message: CASICSatellites, of kind: CASICKind) {
    let talker: Talker =
      switch kind {
      case .navBDSInfo: .gb
      case .navGLNInfo: .gl
      default: .gp
      }
    var satellites: [SatelliteInView] = []
    var used: [UInt8] = []
    for entry in message.entries {
      let isHeard = entry.carrierToNoise > 0 && entry.channel != 255
      satellites.append(
        SatelliteInView(
          number: Int(entry.number), elevation: Int(entry.elevation), azimuth: Int(entry.azimuth),
          signalToNoise: isHeard ? Int(entry.carrierToNoise) : nil))
      if entry.isUsed { used.append(entry.number) }
    }
    takeSky(satellites, of: talker, from: .casicSatellites)
    if isOpen { sky.use(used, of: talker, from: .casicSatellites) }
  }

  mutating func take(_ message: SiRFMessage) {
    switch message {
    case .navigation(let message): return take(message)
    case .geodetic(let message): return take(message)
    case .extended(let message): take(message)
    case .tracker(let message): take(message)
    case .pulseTime(let message):
      if message.isUTCKnown { weekClock.learn(leapSeconds: Int(message.leapSeconds)) }
    case .unknown: break
    }
    others.sendsOthers = true
  }

  /// Handles SiRF's fix in whole meters, whose time identifies SiRF epochs.
  private mutating func take(_ message: SiRFNavigation) {
    let moment = moment(Int(message.week), Int(message.timeOfWeek) * 10)
    guard belongs(moment?.time, name: SourceKey.sirfNavigation) else { return }
    draft.assumedLeapSeconds = assumedLeapSeconds(of: moment)
    let mode = message.fixMode
    judge(sirf: mode)
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? Int(message.satellitesUsed)
    if mode.dimensions > 0 {
      takeDate(moment)
      let dilution = DilutionOfPrecision.meaningful(Double(message.dilutionFifths) / 5)
      let isThree = mode.dimensions == 3
      draft.told.dilution.fill(
        position: isThree ? dilution : nil, horizontal: isThree ? nil : dilution, vertical: nil, time: nil)
      takePlace(message, isThreeDimensional: isThree)
    }
    sky.use(message.satellites.prefix(12), from: .sirfNavigation)
    ended(by: SourceKey.sirfNavigation)
    (others.hasNavigation, others.sendsNavigation) = (true, true)
    if let geodetic = others.geodetic, let moment = self.moment(of: geodetic), isNear(moment) {
      others.geodetic = nil
      add(geodetic, moment)
    }
  }

  private mutating func takePlace(_ message: SiRFNavigation, isThreeDimensional: Bool) {
    let position = EarthCentered(x: Double(message.x), y: Double(message.y), z: Double(message.z))
    guard let place = position.geodetic else { return }
    draft.place(place.coordinate.latitude, place.coordinate.longitude, rank: Rank.fix)
    draft.told.ellipsoidalAltitude = draft.told.ellipsoidalAltitude ?? place.altitude
    let velocity = EarthCentered(
      x: Double(message.velocityX) / 8, y: Double(message.velocityY) / 8, z: Double(message.velocityZ) / 8
    ).velocity(at: position)
    draft.move(east: velocity?.east, north: velocity?.north, rank: Rank.fix)
    if velocity?.east == 0, velocity?.north == 0 { draft.move(0, nil, rank: Rank.fix) }
    if isThreeDimensional { draft.told.climb = draft.told.climb ?? velocity?.up }
  }

  /// Handles SiRF's fix in latitude and longitude.
  ///
  /// SiRF II and V send it a second ahead, at the end of the burst before the one with its MID 2, so it waits
  /// for that message. It forms a separate epoch only if another MID 41 arrives without a MID 2 in between.
  /// Loggers send it alone, at its own time: from the second one on, it waits for nothing.
  private mutating func take(_ message: SiRFGeodetic) {
    let moment = moment(of: message)
    if message.isDated, let moment { weekClock.learn(message.timeOfWeek, is: moment.time) }
    if let moment, isNear(moment) { return add(message, moment) }
    if others.geodetic != nil, !others.hasNavigation {
      others.sendsNavigation = others.sendsNavigation ?? false
      addWaiting()
    }
    (others.geodetic, others.hasNavigation) = (message, false)
    if others.sendsNavigation == false { addWaiting() }
  }

  /// Forms a separate epoch of the MID 41 that waits, if any.
  mutating func addWaiting() {
    guard let waiting = others.geodetic else { return }
    others.geodetic = nil
    let moment = self.moment(of: waiting)
    if belongs(moment?.time, name: SourceKey.sirfGeodetic) { add(waiting, moment) }
  }

  /// Adds the message to the open epoch.
  ///
  /// Firmware that sends it without UTC has other errors in it as well: then its position ranks below that of
  /// MID 2, and it neither claims nor denies a fix.
  private mutating func add(_ message: SiRFGeodetic, _ moment: UTCMoment?) {
    if message.isDated {
      refine(moment?.time)
      if message.fixMode.dimensions == 0 || message.isValid {
        judge(sirf: message.fixMode)
      } else if others.sendsNavigation == false {
        // Beside a MID 2, that one decides.
        judge(false)
      }
    }
    if message.isValid || !message.isDated && message.invalidity == 0 && message.latitudeSteps != 0 {
      takeDate(moment)
      takePlace(message, rank: message.isDated ? Rank.exact : Rank.minimum)
      draft.told.dilution.fill(
        position: nil, horizontal: Double(message.dilutionFifths) / 5, vertical: nil, time: nil)
    } else {
      draft.mark(Double(message.latitudeSteps), Double(message.longitudeSteps))
    }
    ended(by: SourceKey.sirfGeodetic)
  }

  private func moment(of message: SiRFGeodetic) -> UTCMoment? {
    guard message.isDated else { return moment(Int(message.week), Int(message.timeOfWeek)) }
    return utc(message.moment)
  }

  private func isNear(_ moment: UTCMoment) -> Bool {
    guard isOpen, let time = draft.time else { return false }
    return RecentEpochs.areNear(moment.time, time)
  }

  private mutating func takePlace(_ message: SiRFGeodetic, rank: Int) {
    draft.place(Double(message.latitudeSteps) / 1e7, Double(message.longitudeSteps) / 1e7, rank: rank)
    let height = Double(message.ellipsoidalCentimeters) / 100
    let altitude = Double(message.altitudeCentimeters) / 100
    draft.height(altitude, height - altitude, rank: Rank.height, isFound: message.fixMode.dimensions == 3)
    draft.told.ellipsoidalAltitude = rank == Rank.exact ? height : draft.told.ellipsoidalAltitude ?? height
    // Without UTC, the firmware leaves speed and course at zero.
    if rank == Rank.exact {
      draft.move(Double(message.speedCentimeters) / 100, Double(message.courseHundredths) / 100, rank: rank)
    }
    let errors = ErrorEstimate(
      horizontal: Self.meters(message.horizontalErrorCentimeters),
      vertical: Self.meters(message.verticalErrorCentimeters), source: .receiver)
    draft.estimate(errors)
  }

  private static func meters(_ centimeters: UInt32) -> Double? {
    // More than 10 km means that the receiver has no estimate.
    1...1_000_000 ~= centimeters ? Double(centimeters) / 100 : nil
  }

  /// Handles the fix of u-blox's firmware on a SiRF chip.
  private mutating func take(_ message: SiRFExtended) {
    let told = message.isUTCKnown ? utc(message.moment) : nil
    guard belongs(vendor: told?.time, name: SourceKey.sirfExtended) else { return }
    refine(told?.time)
    judge(sirf: message.fixMode)
    if message.fixMode.dimensions > 0 {
      takeDate(told)
      let degrees = 180 / (Double.pi * 1e8)
      draft.place(
        Double(message.latitudeSteps) * degrees, Double(message.longitudeSteps) * degrees, rank: Rank.exact)
      draft.told.ellipsoidalAltitude = Double(message.heightMillimeters) / 1000
      let course = Double(message.courseSteps) * degrees
      draft.move(
        Double(message.speedMillimeters) / 1000, course < 0 ? course + 360 : course, rank: Rank.exact)
      if message.fixMode.dimensions == 3 { draft.told.climb = Double(message.climbMillimeters) / 1000 }
      let dilutions = message.dilutions.map { Double($0) / 5 }
      draft.told.dilution.fill(
        position: dilutions[1], horizontal: dilutions[2], vertical: dilutions[3], time: dilutions[4])
    }
    ended(by: SourceKey.sirfExtended)
  }

  /// Handles the satellites of all channels.
  private mutating func take(_ message: SiRFTracker) {
    var satellites: [SatelliteInView] = []
    for channel in message.channels
    where channel.number != 0 && (channel.elevation != nil || channel.isAcquired) {
      satellites.append(
        SatelliteInView(
          number: Int(channel.number), elevation: channel.elevation, azimuth: channel.azimuth,
          signalToNoise: channel.carrierToNoise))
    }
    takeSky(satellites, of: .gp, from: .sirfTracker)
  }

  // MARK: - Common steps

  private mutating func judge(sirf mode: SiRFFixMode) {
    judge(mode.dimensions > 0)
    guard mode.dimensions > 0 else { return }
    draft.dimensions = max(draft.dimensions, mode.dimensions)
    draft.found(
      mode.isDeadReckoned ? .deadReckoning : mode.isDifferential ? .differential : .autonomous, rank: 1)
  }

  /// Converts a time of the week to UTC with the receiver's leap seconds, or else with the table's.
  private func moment(_ week: Int, _ milliseconds: Int) -> UTCMoment? {
    // Some messages have a ten-bit week, and with old firmware all of them do.
    let day = calendar.reference.day ?? DateReference.buildDate
    guard let moment = WeekTime(shortWeek: week, milliseconds: milliseconds, near: day) else { return nil }
    let leap = weekClock.leapSeconds ?? weekClock.assumed(on: moment.date)
    return moment.utc(leapSeconds: leap).map { UTCMoment(date: $0.date, time: $0.time) }
  }

  /// The table's leap seconds, if a time was converted with them.
  private func assumedLeapSeconds(of moment: UTCMoment?) -> Int? {
    guard let moment, weekClock.leapSeconds == nil else { return nil }
    return weekClock.assumed(on: moment.date)
  }

  private func utc(_ moment: SiRFMoment) -> UTCMoment? {
    let milliseconds = Int(moment.millisecond)
    guard let date = CivilDate(year: Int(moment.year), month: Int(moment.month), day: Int(moment.day)),
      let time = TimeOfDay(
        hour: Int(moment.hour), minute: Int(moment.minute), second: milliseconds / 1000,
        nanosecond: milliseconds % 1000 * 1_000_000)
    else { return nil }
    return UTCMoment(date: date, time: time)
  }

  /// Replaces MID 2's time, which has hundredths of a second, by one with milliseconds.
  private mutating func refine(_ time: TimeOfDay?) {
    guard let time, let known = draft.time, RecentEpochs.areNear(time, known) else { return }
    draft.time = time
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

/// The messages of a CASIC epoch that need each other: the position has no UTC, the time no position.
///
/// All messages of an epoch have the same run time.
struct CASICBurst {
  var position: CASICPosition?
  var time: CASICTime?
  var dilution: CASICDilution?
}
