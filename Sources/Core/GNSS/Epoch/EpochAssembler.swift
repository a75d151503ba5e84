internal import NMEA
internal import UBX

/// Combines the sentences of each epoch into exactly one complete fix.
///
/// An epoch ends when a sentence with another time arrives, when its presumed last sentence has arrived and
/// no more bytes wait, or when the line is quiet. It is never emitted twice or incomplete: a late sentence is
/// only counted, and time goes back only if the receiver's clock was set back.
struct EpochAssembler {
  /// Results that are ready to be emitted, in order.
  var output: [DecodedOutput] = []
  /// Whether sentences, binary messages and counts are emitted as well.
  var gives = (sentences: false, measurements: false, names: false, messages: false, counts: false)
  /// The names of sentences without a result of their own, in order, if requested.
  var names: [NamedSentence] = []
  /// The counts of the stream up to the last frame of each result, if requested.
  var countsAtOutput: [DecodedCounts] = []
  var counts = EpochCounts()
  var calendar: CalendarResolver
  var sky = SkyAssembler()
  /// Whether there is a complete sky that no fix has contained yet, apart from fixes with `isUnreported`.
  private var hasUngivenSky = false
  var others = NonNMEAState()

  var draft = EpochDraft()
  var held = HeldMode()
  var lone = LoneJump()
  private(set) var isOpen = false
  /// Whether a quiet line ends an epoch.
  var waitsForEnd: Bool { isOpen && !isDoubtful || others.isGeodeticAlone }
  var heldTime: TimeOfDay? { isDoubtful ? draft.time : nil }
  var keys = SentenceKeys()
  /// The sentences of the open epoch.
  var burst = Burst()
  var end = EpochEnd()
  var recent = RecentEpochs()
  private var talkers = LineTalkers()
  var clock = ClockReturn()
  private var coarse = CoarseClock()
  var weekClock = WeekClock()
  var endMessage = EndMessage()
  var hardware = HardwareWatch()
  /// Whether the open epoch is before the newest one, until the next time shows if the clock was set back.
  var isDoubtful = false
  private var tail = BurstTail.none
  /// Denials of a fix in sentences without a time, which may belong to the next epoch.
  private var trailing = FixDenial()
  var waiting: EpochAddition?
  /// The time of the week of the last emitted epoch, if its messages had one.
  var toldTimeOfWeek: UInt32?

  init(_ reference: DateReference) { calendar = CalendarResolver(reference) }

  /// Starts over, except that the emitted epochs are still known.
  mutating func restart(_ reference: DateReference) {
    var next = EpochAssembler(reference)
    (next.recent, next.keys, next.gives) = (recent, keys, gives)
    self = next
    clock.restart()
  }

  /// Nanoseconds between epochs, once known.
  var interval: Int64? { end.interval }

  // MARK: Assignment of sentences to epochs

  /// Assigns a sentence of the fix with a time; false if its epoch was already emitted.
  ///
  /// Vendor sentences and binary messages have no talker, and their place is not compared with earlier ones.
  mutating func joins(
    _ time: TimeOfDay, _ name: UInt32, by talker: Talker? = nil, at place: CoarseClock.Place? = nil
  ) -> Bool {
    let part = talkers.take(talker, at: time)
    let again = part.isReceiver ? place.map { coarse.take(name, time, $0) } ?? .none : .none
    // Other talkers repeat sentences, so a time close to an epoch's belongs to that epoch.
    let bit = part.isReceiver ? keys.first(of: name) : 0
    weekClock.isDenied = false
    if again == .follows {
      guard isOpen, burst.all & bit == 0 else { return isLate(name) }
      confirmDenial()
      return true
    }
    if isDoubtful, part.isReceiver { decideDoubtful(time, bit) }
    if isOpen, let open = draft.time {
      switch order(of: time, to: open, burst.all, bit) {
      case .same where again == .next: close()
      case .same:
        if again == .elsewhere { counts.late += 1 }
        if part.isReceiver { clock.wentOn() }
        confirmDenial()
        return true
      case .later:
        guard part.mayOpen, !isDoubtful else { return isRepetition() }
        close()
      case .earlier:
        guard part.isBack else { return isRepetition() }
        let isBack = isSetBack(time, bit, isRepeated: burst.all & bit != 0)
        guard isBack else { return opensDoubtfulEpoch(time, bit) || isLate() }
        close()
        clockWasSetBack(to: time)
      case .farEarlier:
        guard part.isReceiver else { return isRepetition() }
        close()
        clockWasSetBack(to: time)
      }
    } else if let newest = recent.newest {
      switch order(of: time, to: newest.time, newest.burst, bit) {
      case .same where again == .next: break
      case .same:
        guard part.isReceiver else { return isRepetition() }
        clock.wentOn()
        // Earlier sentences without a time belong to the same burst.
        if isOpen, !draft.isTimeless { abandon() }
        return isLate(name)
      case .later: guard part.mayOpen else { return isRepetition() }
      case .earlier:
        guard part.isBack else { return isRepetition() }
        guard isSetBack(time, bit, isRepeated: newest.burst & bit != 0) else {
          if opensDoubtfulEpoch(time, bit) { return true }
          if isOpen, !draft.isTimeless { abandon() }
          return isLate()
        }
        clockWasSetBack(to: time)
      case .farEarlier:
        guard part.isReceiver else { return isRepetition() }
        clockWasSetBack(to: time)
      }
      if isOpen, draft.isTimeless { close() }
    } else if isOpen, draft.isTimeless {
      close()
    }
    if !isOpen { open() }
    clock.began()
    (draft.time, draft.sinceTime) = (time, coarse.sinceTime)
    draft.isEmpty = false
    confirmDenial()
    takeAddition()
    return true
  }

  private mutating func clockWasSetBack(to time: TimeOfDay) {
    recent = RecentEpochs()
    talkers.wasSetBack(to: time)
  }

  /// Opens an epoch before the newest one if a complete burst seems to begin; false for a possible straggler.
  ///
  /// A straggler's epoch lacks the sentence. Here, no epoch lacks it, and the complete newest burst has it.
  private mutating func opensDoubtfulEpoch(_ time: TimeOfDay, _ bit: UInt64) -> Bool {
    let isTimed = isOpen && draft.time != nil
    let latest = isTimed ? burst.all : recent.newest?.burst ?? 0
    guard latest & bit != 0, !recent.lacks(bit, at: time), end.isWhole(latest), !draft.isTimeless || !isOpen
    else { return false }
    if isTimed { close() }
    if !isOpen { open() }
    clock.began()
    isDoubtful = true
    draft.time = time
    draft.isEmpty = false
    confirmDenial()
    return true
  }

  /// Resolves a doubtful epoch by the next time: if it continues from there, the clock was set back.
  ///
  /// If that time follows the newest epoch, the old clock continues, and the burst was a repetition.
  private mutating func decideDoubtful(_ time: TimeOfDay, _ bit: UInt64) {
    guard let held = draft.time, let newest = recent.newest else { return isDoubtful = false }
    if order(of: time, to: held, burst.all, bit) == .same { return }
    isDoubtful = false
    let isSingle = burst.all.nonzeroBitCount < 2
    if end.isWhole(burst.all), ClockReturn.goesOn(from: held, to: time, upTo: newest.time, isSingle, interval)
    {
      clockWasSetBack(to: time)
      close()
    } else {
      dropDoubtful()
    }
  }

  private mutating func dropDoubtful() {
    counts.late += burst.all.nonzeroBitCount - 1
    abandon()
    end.forget()
  }

  /// Ends the stream: no later time will confirm a doubtful epoch.
  mutating func streamEnded() {
    if isDoubtful { dropDoubtful() }
    if others.sendsNavigation != true { addWaiting() }
    lineIsQuiet()
  }

  func order(of time: TimeOfDay, to epoch: TimeOfDay, _ burst: UInt64, _ bit: UInt64) -> TimeOrder {
    let order = TimeOrder(time, to: epoch, isRepeated: burst & bit != 0)
    return order == .farEarlier && recent.containsNear(time) ? .earlier : order
  }

  private mutating func isSetBack(_ time: TimeOfDay, _ bit: UInt64, isRepeated: Bool) -> Bool {
    clock.believes(
      time, isStraggler: recent.lacks(bit, at: time), isRepeated: isRepeated,
      isOpen: isOpen && draft.time != nil, interval: interval)
  }

  /// Handles a sentence without the time that it should have: the receiver lost its time in a new epoch.
  mutating func joinsTimeless(_ name: UInt32) {
    clock.began()
    weekClock.isDenied = true
    if isOpen, draft.time != nil || burst.all & keys.first(of: name) != 0 {
      let carried = trailing
      trailing = FixDenial()
      close()
      open()
      trailing = carried
    }
    if !isOpen { open() }
    draft.isTimeless = true
    draft.isEmpty = false
    confirmDenial()
  }

  /// Assigns a sentence of the fix that need not have a time; false if its epoch was already emitted.
  ///
  /// It belongs to the open epoch. If nothing has a time, the second sentence with a name begins the next
  /// epoch. `isLost` means that it has no position either, so that no sentence with a time can belong to it.
  mutating func joinsFreely(_ name: UInt32, isLost: Bool) -> Bool {
    if isOpen, draft.time == nil, burst.all & keys.first(of: name) != 0 { close() }
    if !isOpen {
      guard isLost || begins(name) else { return isLate(name) }
      open()
      draft.isTimeless = isLost
    }
    draft.isEmpty = false
    return true
  }

  /// Assigns a sentence that never has a time and is not a fix: it belongs to the open epoch, and opens none.
  ///
  /// False if that epoch was already emitted, or if it may be one after the receiver's clock was set back.
  mutating func joinsUntimed(_ name: UInt32) -> Bool {
    if clock.isSuspected { return isLate() }
    if isOpen {
      guard isOfNextBurst(name) else { return true }
      close()
    } else if !begins(name) {
      return isLate(name)
    }
    open()
    return true
  }

  /// Handles a part of a set of satellites; its last part may end a burst.
  mutating func hearsSky(_ name: UInt32, isComplete: Bool) {
    guard !clock.isSuspected else { return }
    guard isOpen || begins(name) else { return tailGrows(by: name) }
    endMessage.followed()
    // After a complete burst, satellites that are sent only occasionally may belong to the next one.
    if isOpen, end.endsAsUsual(burst) { sky.isAhead = true }
    if isComplete { burst.add(key(name, in: burst.all)) }
  }

  /// Whether a sentence without a time may begin the next burst.
  ///
  /// After a guessed end, it belongs to the emitted epoch until the line is quiet or a time arrives, unless
  /// this receiver's bursts begin with it.
  private mutating func begins(_ name: UInt32) -> Bool {
    guard tail != .none else { return true }
    guard end.isFirst(keys.first(of: name)) || isOneTooMany(name, in: recent.newest?.burst ?? 0) else {
      return false
    }
    tail = .none
    return true
  }

  /// Denies the fix, by a sentence without a time.
  mutating func denyUntimed() { trailing.isExplicit = true }

  /// Handles the dimensions in a GSA: one means "no fix", and higher ones in the epoch overrule it.
  mutating func take(dimensions: Int) {
    if dimensions > 1 {
      draft.dimensions = max(draft.dimensions, dimensions)
    } else {
      trailing.isOneDimension = true
    }
  }

  mutating func confirmDenial() {
    if trailing.isExplicit { draft.denies = true }
    if trailing.isOneDimension { draft.dimensions = max(draft.dimensions, 1) }
    trailing = FixDenial()
  }

  // MARK: The end of a burst

  /// Records a sentence of a burst; called after each one.
  mutating func ended(by name: UInt32) {
    endMessage.followed()
    burst.add(key(name, in: burst.all))
    sky.isAhead = false
  }

  /// The bit of the next sentence with a name in a burst that has the given ones.
  mutating func key(_ name: UInt32, in come: UInt64) -> UInt64 {
    if let known = keys.next(of: name, in: come, behind: burst.last) { return known }
    let present = burst.all | (waiting?.bits ?? 0)
    return keys.add(name, in: come, kept: recent.all | end.kept | present)
  }

  /// Emits the epoch if no bytes wait and its presumed last sentence has arrived.
  mutating func nothingWaits() {
    guard isOpen, !isDoubtful, draft.time != nil, end.isEnd(of: burst, satellites: keys.satellites) else {
      return
    }
    closeEarly()
  }

  /// Ends the epoch by its presumed last sentence or by a message, so that more of it may still arrive.
  mutating func closeEarly() {
    guard isOpen, !isDoubtful else { return }
    close()
    tail = .guessed
  }

  /// Handles a quiet line: whatever arrives next begins something new, or resolves a doubtful epoch.
  mutating func lineIsQuiet() {
    if others.isGeodeticAlone { addWaiting() }
    if !isDoubtful { close() }
    tail = .none
  }

  /// Counts a late sentence of an epoch that was already emitted; returns false.
  mutating func isLate() -> Bool {
    counts.late += 1
    end.forget()
    return false
  }

  /// Counts a repeated sentence, or another talker's copy of one; returns false.
  mutating func isRepetition() -> Bool {
    counts.late += 1
    return false
  }

  /// Counts a late sentence of the last emitted epoch; returns false.
  mutating func isLate(_ name: UInt32) -> Bool {
    tailGrows(by: name)
    // A set of satellites before it also belonged to that epoch.
    if !isOpen { burst = Burst() }
    return isLate()
  }

  private mutating func tailGrows(by name: UInt32) {
    guard tail != .none else { return }
    end.include(keys.first(of: name))
    guard tail == .guessed else { return }
    tail = .cut
    endMessage.wasTooEarly()
    end.wasWrong()
    counts.early += 1
  }

  // MARK: Opening and closing

  private mutating func open() {
    draft = EpochDraft()
    isOpen = true
    tail = .none
    sky.beginEpoch()
  }

  mutating func abandon() {
    (isOpen, isDoubtful) = (false, false)
    burst = Burst()
    counts.late += 1
    trailing = FixDenial()
  }

  /// Emits the open epoch, if any.
  mutating func close() {
    guard isOpen else { return }
    isDoubtful = false
    // Sentences without a time after the end of an epoch are late, and form no epoch.
    guard !draft.isEmpty else {
      abandon()
      return end.forget()
    }
    confirmDenial()
    isOpen = false
    endMessage.closed()
    end.learn(burst, at: draft.time?.nanosecondsOfDay, every: coarse.interval)
    clock.ended(hasTime: draft.time != nil)
    counts.epochs += 1
    if let time = draft.time { recent.append(time, burst.all) }
    toldTimeOfWeek = draft.time == nil ? nil : draft.timeOfWeek
    draft.told.sources = keys.sources(of: burst.all | unjoinedDate())
    burst = Burst()
    let isNewSky = sky.finishEpoch()
    finishFix()
    noteSky(isNew: isNewSky)
    if let since = draft.sinceTime {
      (draft.told.timeCorrections.isCoarse, draft.told.sinceTime) = (true, since)
    }
    if draft.told.isValid { counts.fixes += 1 }
    output.append(.fix(draft.told))
    if isNewSky { output.append(.sky(sky.sky(of: draft.told))) }
  }

  /// Marks a fix whose satellites were already emitted with an earlier one.
  private mutating func noteSky(isNew: Bool) {
    if isNew { hasUngivenSky = true }
    draft.told.hasEarlierSatellites = !hasUngivenSky && !draft.told.satellites.isEmpty
    if !draft.told.isUnreported { hasUngivenSky = false }
  }

  // Sentences that only add a date or an error estimate to an epoch.

  /// Handles a sentence that only adds to an epoch and has its time: ZDA a date, GST and GBS errors.
  ///
  /// It never opens an epoch, since some receivers send a ZDA two seconds ahead. The addition is kept until
  /// the epoch of its time opens, or counts as late if that epoch was emitted.
  mutating func adds(_ addition: EpochAddition, name: UInt32) {
    let bit = keys.first(of: name)
    if isOpen, let open = draft.time, order(of: addition.time, to: open, burst.all, bit) == .same {
      confirmDenial()
      apply(addition)
      ended(by: name)
    } else if let newest = recent.newest,
      order(of: addition.time, to: newest.time, newest.burst, bit) == .same
    {
      _ = isLate(name)
    } else if recent.contains(addition.time) || recent.lacks(bit, at: addition.time) {
      _ = isLate()
    } else {
      var addition = addition
      addition.bits = key(name, in: 0)
      // Several may arrive before their epoch, such as ZDA and GST before the position.
      if let waiting, RecentEpochs.areNear(waiting.time, addition.time), waiting.bits & addition.bits == 0 {
        self.waiting = waiting.joined(with: addition)
      } else {
        waiting = addition
      }
      if let date = addition.date, !calendar.hasDate { calendar.take(date, at: addition.time, isAhead: true) }
    }
  }

  /// Applies the addition that arrived before its epoch.
  mutating func takeAddition() {
    guard let waiting, let time = draft.time, RecentEpochs.areNear(waiting.time, time) else { return }
    burst.include(waiting.bits)
    apply(waiting)
    self.waiting = nil
  }

  /// The bits of a date and time that an epoch without a time cannot use; 0 if there is nothing to list.
  mutating func unjoinedDate() -> UInt64 {
    guard draft.time == nil, let found = waiting, found.date != nil, !found.isNamed else { return 0 }
    waiting?.isNamed = true
    return found.bits
  }

  private mutating func apply(_ addition: EpochAddition) {
    if let date = addition.date {
      calendar.take(date, at: addition.time)
      draft.hasDate = true
    }
    if let errors = addition.errors { draft.estimate(errors) }
  }

  /// Whether a sentence without a time is from the next burst, and the sentences in between were damaged.
  mutating func isOfNextBurst(_ name: UInt32) -> Bool {
    guard !isDoubtful, draft.time != nil else { return false }
    guard let bit = keys.next(of: name, in: burst.all, behind: burst.last) else {
      return isOneTooMany(name, in: burst.all)
    }
    return end.isBefore(bit, burst.last)
  }

  /// Whether the burst has a sentence with this name and no burst ever had two; GSA may repeat freely.
  mutating func isOneTooMany(_ name: UInt32, in come: UInt64) -> Bool {
    name != SourceKey.gsa && end.isSettled && come & keys.first(of: name) != 0
      && keys.next(of: name, in: come, behind: 0) == nil
  }

  // Messages with one part of an epoch each, which they identify by the time of the GPS week.

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
