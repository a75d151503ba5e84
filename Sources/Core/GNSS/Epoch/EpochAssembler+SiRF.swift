internal import NMEA

extension EpochAssembler {
  mutating func take(_ message: SiRFMessage) {
    switch message {
    case .navigation(let message): take(message)
    case .geodetic(let message): take(message)
    case .extended(let message): take(message)
    case .tracker(let message): take(message)
    case .pulseTime(let message):
      if message.isUTCKnown { weekClock.learn(leapSeconds: Int(message.leapSeconds)) }
    case .version, .unknown: break
    }
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
    others.hasNavigation = true
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
  private mutating func take(_ message: SiRFGeodetic) {
    let moment = moment(of: message)
    if message.isDated, let moment { weekClock.learn(message.timeOfWeek, is: moment.time) }
    if let moment, isNear(moment) { return add(message, moment) }
    if let waiting = others.geodetic, !others.hasNavigation {
      let moment = self.moment(of: waiting)
      if belongs(moment?.time, name: SourceKey.sirfGeodetic) { add(waiting, moment) }
    }
    others.geodetic = message
    others.hasNavigation = false
  }

  /// Adds the message to the open epoch.
  ///
  /// Firmware that sends it without UTC has other errors in it as well: then its position ranks below that of
  /// MID 2, and it neither claims nor denies a fix.
  private mutating func add(_ message: SiRFGeodetic, _ moment: UTCMoment?) {
    if message.isDated {
      refine(moment?.time)
      if message.fixMode.dimensions == 0 || message.isValid { judge(sirf: message.fixMode) }
    }
    if message.isValid || !message.isDated && message.invalidity == 0 && message.latitudeSteps != 0 {
      takeDate(moment)
      takePlace(message, rank: message.isDated ? Rank.exact : Rank.minimum)
      draft.told.dilution.fill(
        position: nil, horizontal: Double(message.dilutionFifths) / 5, vertical: nil, time: nil)
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
    draft.height(
      altitude, height - altitude, rank: Rank.height, isFound: message.fixMode.dimensions == 3)
    draft.told.ellipsoidalAltitude = rank == Rank.exact ? height : draft.told.ellipsoidalAltitude ?? height
    // Without UTC, the firmware leaves speed and course at zero.
    if rank == Rank.exact {
      draft.move(
        Double(message.speedCentimeters) / 100, Double(message.courseHundredths) / 100, rank: rank)
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
