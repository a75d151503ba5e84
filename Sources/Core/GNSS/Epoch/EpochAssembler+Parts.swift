internal import NMEA
internal import UBX

// Messages with one part of an epoch each, which they identify by the time of the GPS week.

extension EpochAssembler {
  /// The time of day of an epoch; nil while the receiver does not know it.
  private func time(_ timeOfWeek: UInt32, fraction: Int32 = 0) -> TimeOfDay? {
    guard weekClock.isKnown, !weekClock.isDenied else { return nil }
    return weekClock.time(timeOfWeek, fraction: fraction, today: calendar.today)
  }

  /// Finds the epoch of a message with the time of the GPS week; false if it was already emitted.
  ///
  /// All messages with one time of the week form one epoch, even if a sentence rounds its time differently,
  /// or the leap seconds become known in between. An answer to another program's poll repeats an earlier
  /// message.
  mutating func joins(_ timeOfWeek: UInt32, is time: TimeOfDay, _ name: UInt32) -> Bool {
    retime(timeOfWeek, to: time)
    if isOpen, !isDoubtful, draft.time != nil, draft.timeOfWeek == timeOfWeek {
      clock.wentOn()
      confirmDenial()
      return true
    }
    if timeOfWeek == toldTimeOfWeek, let newest = recent.newest {
      guard newest.burst & keys.first(of: name) == 0, !isOpen || draft.time == nil else {
        return isRepetition()
      }
      clock.wentOn()
      if isOpen, !draft.isTimeless { abandon() }
      return isLate(name)
    }
    guard joins(time, name) else { return false }
    draft.timeOfWeek = timeOfWeek
    return true
  }

  /// Finds the epoch of a message; if the time is unknown, messages with one time of the week share an epoch.
  mutating func joins(_ timeOfWeek: UInt32, orIsTimeless time: TimeOfDay?, _ name: UInt32) -> Bool {
    if let time { return joins(timeOfWeek, is: time, name) }
    // A receiver without a time may send zeros.
    guard !isOpen || !draft.isTimeless || draft.timeOfWeek != timeOfWeek || timeOfWeek == 0 else {
      return true
    }
    joinsTimeless(name)
    draft.timeOfWeek = timeOfWeek
    return true
  }

  /// Corrects the open epoch's time when its leap seconds become known or more certain.
  mutating func retime(_ timeOfWeek: UInt32, to time: TimeOfDay) {
    guard isOpen, draft.timeOfWeek == timeOfWeek, draft.assumedLeapSeconds != nil, draft.time != nil else {
      return
    }
    draft.time = time
    draft.assumedLeapSeconds = nil
  }

  /// Finds the epoch of a message that only adds values; false if it was already emitted.
  ///
  /// If the receiver does not know the time, the message belongs to the open epoch.
  private mutating func joins(_ timeOfWeek: UInt32, _ name: UInt32) -> Bool {
    guard let time = time(timeOfWeek) else { return joinsUntimed(name) }
    guard joins(timeOfWeek, is: time, name) else { return false }
    noteLeapSeconds()
    return true
  }

  /// Notes that the epoch's time uses leap seconds from the table.
  private mutating func noteLeapSeconds() {
    guard draft.time != nil, weekClock.leapSeconds == nil else { return }
    draft.assumedLeapSeconds = weekClock.assumed(on: calendar.today)
  }

  /// Stores whether the receiver knows the time of the week.
  private mutating func learn(isTimeKnown: Bool) {
    weekClock.isKnown = isTimeKnown
    if isTimeKnown { weekClock.isDenied = false }
  }

  // MARK: Fix status

  /// Handles the solution of an older receiver, with Earth-centered position and velocity.
  mutating func take(_ solution: NavSOL) {
    learn(isTimeKnown: solution.isTimeOfWeekValid)
    // The week determines the leap seconds, so it must be set before the time is computed.
    if solution.isWeekValid { weekClock.learn(calendar.trueDay(of: solution.week, solution.timeOfWeek)) }
    let time = time(solution.timeOfWeek, fraction: solution.fraction)
    guard joins(solution.timeOfWeek, orIsTimeless: time, SourceKey.navSOL) else { return }
    noteLeapSeconds()
    if solution.isWeekValid { takeDay(solution.week, solution.timeOfWeek) }
    judge(solution.fixType, isOK: solution.isFixOK)
    draft.told.satellitesUsed = draft.told.satellitesUsed ?? Int(solution.satellitesUsed)
    draft.told.dilution.position =
      draft.told.dilution.position ?? DilutionOfPrecision.meaningful(solution.positionDilution)
    if solution.isFixOK, let mode = FixMode(solution.fixType) {
      draft.solved(mode, FixQuality(solution.fixType, solution.isDifferential, .none))
      place(EarthCentered(x: solution.x, y: solution.y, z: solution.z), rank: Rank.earthCentered)
      move(EarthCentered(x: solution.velocityX, y: solution.velocityY, z: solution.velocityZ))
    }
    ended(by: SourceKey.navSOL)
  }

  /// Handles a message that only reports the fix status.
  mutating func take(_ status: NavSTATUS) {
    learn(isTimeKnown: status.isTimeOfWeekValid)
    guard joins(status.timeOfWeek, orIsTimeless: time(status.timeOfWeek), SourceKey.navSTATUS) else { return }
    noteLeapSeconds()
    judge(status.fixType, isOK: status.isFixOK)
    if status.isFixOK, let mode = FixMode(status.fixType) {
      let carrier = status.tellsCarrierSolution ? status.carrierSolution : .none
      draft.solved(mode, FixQuality(status.fixType, status.isDifferential, carrier))
    }
    ended(by: SourceKey.navSTATUS)
  }

  // MARK: Positions without a fix status

  mutating func take(_ position: NavPOSLLH) {
    guard joins(position.timeOfWeek, SourceKey.navPOSLLH) else { return }
    let place = NavPVT.Position(
      latitude: position.latitude, longitude: position.longitude, height: position.height,
      altitude: position.altitude)
    draft.place(place, .threeDimensional, rank: Rank.place)
    estimate(position.horizontalAccuracy, position.verticalAccuracy)
    ended(by: SourceKey.navPOSLLH)
  }

  mutating func take(_ position: NavHPPOSLLH) {
    guard joins(position.timeOfWeek, SourceKey.navHPPOSLLH) else { return }
    if let place = position.position {
      draft.place(place, .threeDimensional, rank: Rank.precise)
      estimate(position.horizontalAccuracy, position.verticalAccuracy)
    }
    ended(by: SourceKey.navHPPOSLLH)
  }

  mutating func take(_ position: NavPOSECEF) {
    guard joins(position.timeOfWeek, SourceKey.navPOSECEF) else { return }
    place(EarthCentered(x: position.x, y: position.y, z: position.z), rank: Rank.earthCentered)
    ended(by: SourceKey.navPOSECEF)
  }

  mutating func take(_ position: NavHPPOSECEF) {
    guard joins(position.timeOfWeek, SourceKey.navHPPOSECEF) else { return }
    if !position.isInvalid {
      place(EarthCentered(x: position.x, y: position.y, z: position.z), rank: Rank.earthCentered)
    }
    ended(by: SourceKey.navHPPOSECEF)
  }

  /// Stores an Earth-centered position, whose altitude above sea level is unknown.
  private mutating func place(_ place: EarthCentered, rank: Int) {
    draft.earthCentered = place
    guard rank > draft.coordinateRank, let (coordinate, altitude) = place.geodetic else { return }
    draft.place(coordinate.latitude, coordinate.longitude, rank: rank)
    draft.told.ellipsoidalAltitude = altitude
  }

  // MARK: Velocities

  mutating func take(_ velocity: NavVELNED) {
    guard joins(velocity.timeOfWeek, SourceKey.navVELNED) else { return }
    draft.move(velocity.groundSpeed, velocity.headingOfMotion, rank: Rank.velocity)
    draft.told.climb = draft.told.climb ?? -velocity.velocityDown
    ended(by: SourceKey.navVELNED)
  }

  mutating func take(_ velocity: NavVELECEF) {
    guard joins(velocity.timeOfWeek, SourceKey.navVELECEF) else { return }
    move(EarthCentered(x: velocity.velocityX, y: velocity.velocityY, z: velocity.velocityZ))
    ended(by: SourceKey.navVELECEF)
  }

  /// Converts an Earth-centered velocity to the local axes at the epoch's position.
  private mutating func move(_ velocity: EarthCentered) {
    guard let place = draft.earthCentered, let (east, north, up) = velocity.velocity(at: place) else {
      return
    }
    draft.move(east: east, north: north, rank: Rank.earthCentered)
    draft.told.climb = draft.told.climb ?? up
  }

  // MARK: Accuracy

  mutating func take(_ dilution: NavDOP) {
    guard joins(dilution.timeOfWeek, SourceKey.navDOP) else { return }
    var told = DilutionOfPrecision()
    told.fill(
      position: dilution.position, horizontal: dilution.horizontal, vertical: dilution.vertical,
      time: dilution.time)
    told.fill(
      position: draft.told.dilution.position, horizontal: draft.told.dilution.horizontal,
      vertical: draft.told.dilution.vertical, time: draft.told.dilution.time)
    draft.told.dilution = told
    ended(by: SourceKey.navDOP)
  }

  mutating func take(_ covariance: NavCOV) {
    guard joins(covariance.timeOfWeek, SourceKey.navCOV) else { return }
    if covariance.positionValidity == 1 {
      draft.estimate(
        ErrorEstimate(
          north: SquareRoot.of(Double(covariance.positionNorthNorth)),
          east: SquareRoot.of(Double(covariance.positionEastEast)),
          up: SquareRoot.of(Double(covariance.positionDownDown)), source: .gst))
    }
    ended(by: SourceKey.navCOV)
  }

  // MARK: Times

  mutating func take(_ moment: NavTIMEUTC) {
    let time = moment.time.flatMap { TimeOfDay($0) }
    // Until the leap seconds are known, this time is not UTC.
    guard moment.isTimeFullyResolved, let time else { return }
    weekClock.learn(moment.timeOfWeek, is: time)
    if let known = self.time(moment.timeOfWeek) { retime(moment.timeOfWeek, to: known) }
    adds(
      EpochAddition(time: time, date: moment.date.flatMap { ReceivedDate($0) }), name: SourceKey.navTIMEUTC)
  }

  mutating func take(_ moment: NavTIMEGPS) {
    if moment.areLeapSecondsValid { weekClock.learn(leapSeconds: Int(moment.leapSeconds)) }
    if moment.isWeekValid { weekClock.learn(calendar.trueDay(of: moment.week, moment.timeOfWeek)) }
    if moment.isTimeOfWeekValid, let known = time(moment.timeOfWeek) { retime(moment.timeOfWeek, to: known) }
    guard moment.isTimeOfWeekValid, moment.isWeekValid, let time = time(moment.timeOfWeek),
      let day = weekClock.day(week: moment.week, moment.timeOfWeek, today: calendar.today)
    else { return }
    adds(EpochAddition(time: time, date: ReceivedDate(day)), name: SourceKey.navTIMEGPS)
  }

  mutating func take(_ seconds: NavTIMELS) {
    // The firmware's built-in table is not better than ours.
    guard seconds.areLeapSecondsValid, seconds.source != 0 else { return }
    weekClock.learn(leapSeconds: Int(seconds.leapSeconds))
  }

  private mutating func takeDay(_ week: Int16, _ timeOfWeek: UInt32) {
    let day = weekClock.day(week: week, timeOfWeek, today: calendar.today)
    takeDate(day.map { ReceivedDate($0) }, at: draft.time)
  }

  // MARK: The sky

  /// Handles satellites; they open no epoch, since they may arrive after the end of their own.
  mutating func takeSky(_ take: (inout SkyAssembler) -> Void) { take(&sky) }

  // MARK: The end

  mutating func take(_ end: NavEOE) {
    guard isOpen, let time = time(end.timeOfWeek), let open = draft.time, RecentEpochs.areNear(time, open)
    else { return }
    ended(by: SourceKey.navEOE)
    endMessage.came()
    if endMessage.isLast { closeEarly() }
  }
}
