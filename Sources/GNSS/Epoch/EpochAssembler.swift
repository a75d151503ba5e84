internal import NMEA

/// Puts the sentences of one moment together: exactly one complete fix for each epoch.
///
/// An epoch ends when a sentence of another time comes, when the sentence comes that is known to be the last, or when
/// the line has been quiet. Never twice, never half, never out of order: a sentence that comes too late is counted.
struct EpochAssembler {
  /// What is ready to be given out, in order.
  var output: [DecodedOutput] = []
  /// Whether the sentences themselves are given out too.
  var givesSentences = false
  var counts = EpochCounts()
  var calendar: CalendarResolver
  var sky = SkyAssembler()

  var draft = EpochDraft()
  /// Whether there is an open epoch.
  private(set) var isOpen = false
  private var end = EpochEnd()
  private var recent = RecentTimes()
  /// The last sentence of the open epoch, and how often each name came.
  private var lastKey: EpochEnd.Key?
  private var seen = SeenNames()
  /// What sentences without a time say against a fix; they may belong to the next epoch already.
  private var trailing = Denial()
  /// What came for an epoch that has not begun.
  private var waiting: Addition?

  init(_ reference: DateReference) { calendar = CalendarResolver(reference) }

  /// Begins anew, and keeps in mind which moments were told.
  mutating func restart(_ reference: DateReference) {
    let (recent, givesSentences) = (recent, givesSentences)
    self = EpochAssembler(reference)
    self.recent = recent
    self.givesSentences = givesSentences
  }

  /// Nanoseconds between epochs, once they are known.
  var interval: Int64? { end.interval }

  // MARK: Where a sentence belongs

  /// A sentence of the fix itself, with its time; false if its epoch has been given out.
  mutating func joins(_ time: TimeOfDay) -> Bool {
    if isOpen, let open = draft.time {
      if RecentTimes.areEqual(open, time) {
        confirmDenial()
        return true
      }
      if recent.contains(time) || RecentTimes.isBehind(time, open) { return isLate() }
      close()
    } else if recent.contains(time) || recent.isBehind(time) {
      // What came before it without a time belongs to the same burst.
      if isOpen, !draft.isTimeless { abandon() }
      return isLate()
    } else if isOpen, draft.isTimeless {
      close()
    }
    if !isOpen { open() }
    draft.time = time
    draft.isEmpty = false
    confirmDenial()
    takeAddition()
    return true
  }

  /// A sentence that only adds something to an epoch, and says which: ZDA a date, GST and GBS errors.
  ///
  /// It never opens an epoch, since receivers exist whose ZDA is two seconds ahead. What it adds is kept until the
  /// epoch of its time opens. False if that has been given out.
  mutating func adds(_ addition: Addition, name: UInt32) {
    if isOpen, let open = draft.time, RecentTimes.areEqual(open, addition.time) {
      confirmDenial()
      apply(addition)
      ended(by: name)
    } else if recent.contains(addition.time) {
      _ = isLate()
    } else {
      // Several may come before their epoch: ZDA and GST in front of the position.
      if let waiting, RecentTimes.areEqual(waiting.time, addition.time) {
        self.waiting = waiting.joined(with: addition)
      } else {
        waiting = addition
      }
      if let date = addition.date, !calendar.hasDate { calendar.take(date, at: addition.time, isAhead: true) }
    }
  }

  /// Adds what came before its epoch.
  private mutating func takeAddition() {
    guard let waiting, let time = draft.time, RecentTimes.areEqual(waiting.time, time) else { return }
    apply(waiting)
    self.waiting = nil
  }

  private mutating func apply(_ addition: Addition) {
    if let date = addition.date {
      calendar.take(date, at: addition.time)
      draft.hasDate = true
    }
    if let errors = addition.errors { draft.estimate(errors) }
  }

  /// A sentence that should have a time and has none: the receiver has lost it, and that is an epoch of its own.
  mutating func joinsTimeless(_ name: UInt32) {
    if isOpen, draft.time != nil || seen.count(of: name) > 0 {
      let carried = trailing
      trailing = Denial()
      close()
      open()
      trailing = carried
    }
    if !isOpen { open() }
    draft.isTimeless = true
    draft.isEmpty = false
    confirmDenial()
  }

  /// A sentence of the fix that need not have a time: it belongs to the epoch that is open.
  ///
  /// Where nothing has a time, the second one of a name begins the next epoch. `isLost` says that it has no
  /// position either, so that no sentence with a time can belong to it.
  mutating func joinsFreely(_ name: UInt32, isLost: Bool) {
    if isOpen, draft.time == nil, seen.count(of: name) > 0 { close() }
    if !isOpen {
      open()
      draft.isTimeless = isLost
    }
    draft.isEmpty = false
  }

  /// A sentence that never has a time and is no fix: it belongs to the epoch that is open, and makes none.
  mutating func joinsUntimed() {
    if !isOpen { open() }
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

  private mutating func confirmDenial() {
    if trailing.isExplicit { draft.denies = true }
    if trailing.isOneDimension { draft.dimensions = max(draft.dimensions, 1) }
    trailing = Denial()
  }

  /// To be called after each sentence of a fix: closes the epoch if this is known to be its last one.
  mutating func ended(by name: UInt32) {
    let key = EpochEnd.Key(name: name, ordinal: seen.add(name))
    lastKey = key
    if end.isEnd(key), draft.time != nil { close() }
  }

  // MARK: Opening and closing

  private mutating func open() {
    draft = EpochDraft()
    seen = SeenNames()
    lastKey = nil
    isOpen = true
    sky.beginEpoch()
  }

  private mutating func abandon() {
    isOpen = false
    counts.late += 1
    trailing = Denial()
  }

  private mutating func isLate() -> Bool {
    counts.late += 1
    end.forget()
    return false
  }

  /// Gives the open epoch out, if there is one: the line has been quiet, or the stream has ended.
  mutating func close() {
    guard isOpen else { return }
    // What came without a time after the end of an epoch is late, and no epoch.
    guard !draft.isEmpty else {
      abandon()
      return end.forget()
    }
    confirmDenial()
    isOpen = false
    end.learn(lastKey, at: draft.time?.nanosecondsOfDay)
    var fix = draft.fix()
    counts.epochs += 1
    fix.epoch = counts.epochs
    if fix.isValid { counts.fixes += 1 }
    if let time = draft.time {
      recent.append(time)
      if let (instant, corrections) = calendar.resolve(time, hasOwnDate: draft.hasDate) {
        fix.time = instant
        fix.timeCorrections = corrections
      }
    }
    let isNewSky = sky.finishEpoch()
    fix.satellites = sky.satellites
    fix.satellitesUsed = fix.satellitesUsed ?? sky.usedCount
    // The field of GGA ends at 12 with many receivers: GSA names the others, too.
    if fix.satellitesUsed == 12, let named = sky.usedCount, named > 12 { fix.satellitesUsed = named }
    output.append(.fix(fix))
    if isNewSky {
      output.append(.sky(Sky(time: fix.time, satellites: sky.satellites, dilution: fix.dilution)))
    }
  }
}
