internal import NMEA

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
  /// Whether there is an open epoch.
  private(set) var isOpen = false
  /// Whether a quiet line ends an epoch.
  var waitsForEnd: Bool { isOpen && !isDoubtful }
  var heldTime: TimeOfDay? { isDoubtful ? draft.time : nil }
  var keys = SentenceKeys()
  /// The sentences of the open epoch.
  var burst = Burst()
  var end = EpochEnd()
  var recent = RecentEpochs()
  private var talkers = LineTalkers()
  var clock = ClockReturn()
  var weekClock = WeekClock()
  var endMessage = EndMessage()
  var hardware = HardwareWatch()
  /// Whether the open epoch is before the newest one, until the next time shows if the clock was set back.
  var isDoubtful = false
  private var tail = BurstTail.none
  /// Denials of a fix in sentences without a time, which may belong to the next epoch.
  private var trailing = FixDenial()
  /// An addition to an epoch that has not begun.
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
  /// Vendor sentences and binary messages have no talker.
  mutating func joins(_ time: TimeOfDay, _ name: UInt32, by talker: Talker? = nil) -> Bool {
    let part = talkers.take(talker, at: time)
    // Other talkers repeat sentences, so a time close to an epoch's belongs to that epoch.
    let bit = part.isReceiver ? keys.first(of: name) : 0
    weekClock.isDenied = false
    if isDoubtful, part.isReceiver { decideDoubtful(time, bit) }
    if isOpen, let open = draft.time {
      switch order(of: time, to: open, burst.all, bit) {
      case .same:
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
    draft.time = time
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
    end.learn(burst, at: draft.time?.nanosecondsOfDay)
    clock.ended(hasTime: draft.time != nil)
    counts.epochs += 1
    if let time = draft.time { recent.append(time, burst.all) }
    toldTimeOfWeek = draft.time == nil ? nil : draft.timeOfWeek
    draft.told.sources = keys.sources(of: burst.all | unjoinedDate())
    burst = Burst()
    let isNewSky = sky.finishEpoch()
    finishFix()
    noteSky(isNew: isNewSky)
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
}
