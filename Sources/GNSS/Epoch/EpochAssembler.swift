internal import NMEA

/// Puts the sentences of one moment together: exactly one complete fix for each epoch.
///
/// An epoch ends when a sentence of another time comes, when the sentence comes that is known to be the last and
/// nothing more waits, or when the line has been quiet. Never twice, never half: a sentence that comes too late is
/// counted, and time goes back only where the receiver's clock was set back.
struct EpochAssembler {
  /// Results that are ready to be given out, in order.
  var output: [DecodedOutput] = []
  /// Whether the sentences and the binary messages themselves are given out too.
  var gives = (sentences: false, messages: false, counts: false)
  /// The counts at each result, where they are wanted: of the stream up to its last frame.
  var countsAtOutput: [DecodedCounts] = []
  var counts = EpochCounts()
  var calendar: CalendarResolver
  var sky = SkyAssembler()
  /// Whether a sky is complete that no fix has brought yet, apart from those that report nothing on the fix.
  private var hasUngivenSky = false
  var others = OtherLanguages()

  var draft = EpochDraft()
  var held = HeldMode()
  var lone = LoneJump()
  /// Whether there is an open epoch.
  private(set) var isOpen = false
  /// Whether a quiet line ends an epoch.
  var waitsForEnd: Bool { isOpen && !isDoubtful }
  var heldTime: TimeOfDay? { isDoubtful ? draft.time : nil }
  var keys = SentenceKeys()
  /// The sentences of the open epoch so far.
  var burst = Burst()
  var end = EpochEnd()
  var recent = RecentEpochs()
  private var talkers = LineTalkers()
  var clock = ClockReturn()
  var weekClock = WeekClock()
  var endMessage = EndMessage()
  var hardware = HardwareWatch()
  /// Whether the open epoch lies behind the newest one, and the next time is to show whether the clock was set back.
  var isDoubtful = false
  private var tail = BurstTail.none
  /// Denials of a fix by sentences without a time; they may belong to the next epoch already.
  private var trailing = FixDenial()
  /// An addition to an epoch that has not begun.
  var waiting: EpochAddition?
  /// The time of the week of the epoch that was given out last, where messages named it so.
  var toldTimeOfWeek: UInt32?

  init(_ reference: DateReference) { calendar = CalendarResolver(reference) }

  /// Starts over, and keeps in mind which moments were told.
  mutating func restart(_ reference: DateReference) {
    var next = EpochAssembler(reference)
    (next.recent, next.keys, next.gives) = (recent, keys, gives)
    self = next
    clock.restart()
  }

  /// Nanoseconds between epochs, once they are known.
  var interval: Int64? { end.interval }

  // MARK: Membership of a sentence

  /// A sentence of the fix itself, with its time; false if its epoch has been given out.
  ///
  /// Vendors' sentences and binary messages have no talker.
  mutating func joins(_ time: TimeOfDay, _ name: UInt32, by talker: Talker? = nil) -> Bool {
    let part = talkers.take(talker, at: time)
    // Another talker repeats sentences that have come: a time near an epoch's is that epoch's.
    let bit = part.isReceiver ? keys.first(of: name) : 0
    weekClock.isDenied = false
    if isDoubtful, part.isReceiver { settle(time, bit) }
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
        guard isBack else { return doubts(time, bit) || isLate() }
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
        // Sentences before it without a time belong to the same burst.
        if isOpen, !draft.isTimeless { abandon() }
        return isLate(name)
      case .later: guard part.mayOpen else { return isRepetition() }
      case .earlier:
        guard part.isBack else { return isRepetition() }
        guard isSetBack(time, bit, isRepeated: newest.burst & bit != 0) else {
          if doubts(time, bit) { return true }
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

  /// Opens an epoch behind the newest one where a whole burst seems to begin; false for what may be a straggler.
  ///
  /// A straggler is missing in its own epoch. This sentence is not, and the newest burst is complete and had it.
  private mutating func doubts(_ time: TimeOfDay, _ bit: UInt64) -> Bool {
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

  /// Decides on a doubtful epoch by the next time: the clock was set back if it goes on from there.
  ///
  /// Beyond the newest epoch the old clock goes on, and the doubtful burst was a repetition.
  private mutating func settle(_ time: TimeOfDay, _ bit: UInt64) {
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

  /// Nothing more comes: no time will show that a doubtful epoch is one.
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

  /// A sentence that should have a time and has none: the receiver has lost it, and that is an epoch of its own.
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

  /// A sentence of the fix that need not have a time; false if its epoch has been given out.
  ///
  /// It belongs to the epoch that is open. Where nothing has a time, the second one of a name begins the next epoch.
  /// `isLost` says that it has no position either, so that no sentence with a time can belong to it.
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

  /// A sentence that never has a time and is no fix: it belongs to the epoch that is open, and makes none.
  ///
  /// False if that was given out, or if it may be one that the receiver's clock was set back to.
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

  /// Takes note of a set of satellites; its last part may end a burst.
  mutating func hearsSky(_ name: UInt32, isComplete: Bool) {
    guard !clock.isSuspected else { return }
    guard isOpen || begins(name) else { return tailGrows(by: name) }
    endMessage.followed()
    // Behind a burst that is complete, satellites that are told now and then may be the next one's.
    if isOpen, end.endsAsUsual(burst) { sky.isAhead = true }
    if isComplete { burst.add(key(name, in: burst.all)) }
  }

  /// Whether a sentence without a time may begin the next burst.
  ///
  /// Behind an end that was guessed it belongs to the epoch that was given out, until the line is quiet or a time
  /// comes, unless it is the one that this receiver's bursts begin with.
  private mutating func begins(_ name: UInt32) -> Bool {
    guard tail != .none else { return true }
    guard end.isFirst(keys.first(of: name)) || isOneTooMany(name, in: recent.newest?.burst ?? 0) else {
      return false
    }
    tail = .none
    return true
  }

  /// Denies the fix from a sentence without a time.
  mutating func denyUntimed() { trailing.isExplicit = true }

  /// Takes the dimensions of a GSA, which has no time: one is "no fix", and every higher one in the epoch beats it.
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

  /// To be called after each sentence of a burst.
  mutating func ended(by name: UInt32) {
    endMessage.followed()
    burst.add(key(name, in: burst.all))
    sky.isAhead = false
  }

  /// The bit of the next sentence of a name in a burst that has these.
  mutating func key(_ name: UInt32, in come: UInt64) -> UInt64 {
    if let known = keys.next(of: name, in: come, behind: burst.last) { return known }
    let present = burst.all | (waiting?.bits ?? 0)
    return keys.add(name, in: come, kept: recent.all | end.kept | present)
  }

  /// No byte waits: an epoch whose last sentence has come, as far as is known, is complete.
  mutating func nothingWaits() {
    guard isOpen, !isDoubtful, draft.time != nil, end.isEnd(of: burst, satellites: keys.satellites) else {
      return
    }
    closeEarly()
  }

  /// Ends the epoch before the next one begins, as its last sentence or a message says: more of it may still come.
  mutating func closeEarly() {
    guard isOpen, !isDoubtful else { return }
    close()
    tail = .guessed
  }

  /// The line has been quiet: what comes next begins something new, or decides on a doubtful epoch.
  mutating func lineIsQuiet() {
    if !isDoubtful { close() }
    tail = .none
  }

  /// A sentence came of an epoch that was given out.
  mutating func isLate() -> Bool {
    counts.late += 1
    end.forget()
    return false
  }

  /// A sentence came again that its epoch has had, or another talker's copy of one: it adds nothing.
  mutating func isRepetition() -> Bool {
    counts.late += 1
    return false
  }

  /// A sentence came of the epoch that was given out last.
  mutating func isLate(_ name: UInt32) -> Bool {
    tailGrows(by: name)
    // A set of satellites before it was of that epoch, too.
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

  /// Gives the open epoch out, if there is one: the line has been quiet, or the stream has ended.
  mutating func close() {
    guard isOpen else { return }
    isDoubtful = false
    // Sentences without a time after the end of an epoch are late, and make no epoch.
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

  /// Marks a fix whose satellites were given out with one before.
  private mutating func noteSky(isNew: Bool) {
    if isNew { hasUngivenSky = true }
    draft.told.hasEarlierSatellites = !hasUngivenSky && !draft.told.satellites.isEmpty
    if !draft.told.isUnreported { hasUngivenSky = false }
  }
}
