internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// Writes a store on its own thread, which may wait for the disk for any time.
///
/// ```
/// receiver's loop ── report ──▶ list, bounded ──▶ store's loop: machine ──▶ file
///                    one wake per filling          a transaction a second
/// ```
actor StoreEngine: LoopActor {
  /// Its thread ends with the writer; a test's clock may still wait for the loop, which then starts a new thread.
  nonisolated let loop = EventLoop(startsOnDemand: true)
  private nonisolated let time: any TimeSource
  private nonisolated let incoming = Guarded(Incoming())
  private nonisolated let shown = Guarded(StoreWriter.State())
  private let limits: StoreLimits
  /// For each receiver, a closure that returns its verdict, and the place of its device at the start.
  private let (verdicts, places): ([@Sendable () -> String?], [DevicePlace?])
  /// The open store; nil after it is closed, before a damaged one has a successor, and while it can't be opened.
  private var file: StoreFile?
  /// Why the store could not be opened when this program started, and since when; nil once it is open.
  ///
  /// Until then reports wait in the list, since their numbers follow the numbers in the store.
  private var unopened: (fault: StoreError, since: LiveMoment)?
  private let path: String
  private let program: String
  /// The epoch of the store that was opened last.
  private var epoch: Int64
  /// The properties of a damaged store, until the new one is open.
  private var aside: StoreAside.Facts?
  /// Whether the damaged store still has its name: it could not be set aside yet.
  private var mustSetAside = false
  /// When a store was found damaged.
  private var setAside: ContinuousClock.Instant?
  /// The name of the damaged store, until an event reports it.
  private var asideName: String?
  /// Whether the store is a copy from another machine, until an event reports it.
  private var isCopy: Bool
  /// Whether the store was moved or removed, until an event reports it.
  private var wasMoved = false
  private var machine: StoreMachine
  private var timer: (any TimerHandle)?
  /// Why entries wait, why the log could not be moved, and why old fixes could not be packed or removed.
  private var (writeFault, logFault, careFault): (StoreError?, StoreError?, StoreError?)
  /// The fault that other programs see.
  private var notedFault: StoreError.Code?
  private var (checkpointed, truncated): (ContinuousClock.Instant, ContinuousClock.Instant)
  /// When old fixes may be packed or removed again.
  private var nextCare: ContinuousClock.Instant
  /// Since when a reader has prevented shortening the log; `isNamed` once an event names it.
  private var held: (since: ContinuousClock.Instant, isNamed: Bool)?
  private let freeBytes: @Sendable (String) -> Int64?

  /// The pause before the next attempt after an error.
  private static let patience: Duration = .seconds(10)
  /// The length of each receiver's turn; segments of a second would take as much room as their fixes.
  private static let shortestRun: Duration = .seconds(10)
  private static let checkpointInterval: Duration = .seconds(60)
  private static let truncatingInterval: Duration = .seconds(3600)
  /// The minimum time between two stores set aside, so that a bad disk is not filled with damaged stores.
  private static let asideInterval: Duration = .seconds(3600)

  /// The reports in transit from the receiver's loop.
  private struct Incoming: Sendable {
    var reports: [(receiver: Int, Report, LiveMoment)] = []
    /// The number of fixes dropped because the disk blocked the store's loop for too long.
    var lost = 0

    static let mostReports = 7200

    /// The number of positions.
    var fixes: Int { Self.fixes(reports[...]) }

    private static func fixes(_ reports: ArraySlice<(receiver: Int, Report, LiveMoment)>) -> Int {
      reports.count { if case .epoch(let epoch) = $0.1 { epoch.fix.hasPosition } else { false } }
    }

    /// Adds a report; returns whether the store's loop must be woken.
    mutating func add(_ report: Report, of receiver: Int, _ moment: LiveMoment) -> Bool {
      if reports.count >= Self.mostReports {
        let going = reports[..<(Self.mostReports / 8)]
        lost += Self.fixes(going)
        reports.removeFirst(going.count)
      }
      reports.append((receiver, report, moment))
      return reports.count == 1 || reports.count == StoreMachine.entriesOfBatch
    }
  }

  /// - Parameters:
  ///   - path: The path of the store.
  ///   - opened: The store, with the name of the damaged store that it replaces; or why it can't be opened now.
  ///   - program: The name and the version of the program.
  ///   - places: For each receiver, the place of its device if it is open.
  ///   - limits: The limits on the store's disk space, and its write interval.
  ///   - time: The receivers' clock.
  ///   - verdicts: Return the conditions of the receivers.
  ///   - freeBytes: Returns the number of free bytes on the disk of a path.
  init(
    _ path: String, _ opened: sending Result<(file: StoreFile, aside: String?), StoreError>, program: String,
    places: [DevicePlace?], limits: StoreLimits, time: any TimeSource,
    verdicts: [@Sendable () -> String?], freeBytes: @escaping @Sendable (String) -> Int64?
  ) {
    (self.time, self.verdicts, self.places, self.freeBytes) = (time, verdicts, places, freeBytes)
    var limits = limits
    if places.count > 1 { limits.commit = max(limits.commit, Self.shortestRun) }
    self.limits = limits
    machine = StoreMachine(next: 1, last: nil, places: places)
    (checkpointed, truncated, nextCare) = (time.now, time.now, time.now)
    (self.path, self.program, epoch, isCopy) = (path, program, 0, false)
    switch opened {
    case .success(let (file, aside)):
      machine = StoreMachine(next: file.next, last: file.last, places: places)
      (epoch, asideName, isCopy) = (file.epoch, aside, file.isCopy)
      if aside != nil { setAside = time.now }
      shown.withLock { ($0.setAside, $0.epoch) = (aside, file.epoch) }
      self.file = file
    case .failure(let fault):
      (unopened, writeFault) = ((fault, LiveMoment(time)), fault)
      shown.withLock { $0.fault = fault }
    }
    time.willServe(loop)
  }

  /// Opens the store if it was not possible before; returns whether the store is open.
  private func open() -> Bool {
    guard let unopened else { return true }
    do throws(StoreError) {
      let (opened, name) = try StoreFile.openAnyway(path, program: program, at: milliseconds)
      machine = StoreMachine(next: opened.next, last: opened.last, places: places)
      (file, epoch, asideName, isCopy) = (opened, opened.epoch, name, opened.isCopy)
      if name != nil { setAside = time.now }
      shown.withLock { ($0.setAside, $0.epoch) = (name, opened.epoch) }
      self.unopened = nil
      drain()
      machine.note(Self.notWritten, unopened.fault.reason, at: unopened.since)
      return true
    } catch {
      writeFault = error
      note()
      return false
    }
  }

  /// The event for a time in which the disk is full or fails.
  private static let notWritten = "not_written"

  nonisolated var state: StoreWriter.State { shown.withLock { $0 } }

  /// Accepts a report on the receiver's loop; never waits.
  nonisolated func take(_ report: Report, of receiver: Int = 0) {
    switch report {
    case .epoch, .update, .event, .sky: break
    case .condition, .sentence, .message, .setting, .verdict, .failed: return
    }
    let moment = LiveMoment(time)
    let isDue = incoming.withLock { $0.add(report, of: receiver, moment) }
    if isDue { later { $0.wake() } }
  }

  /// Writes all reports until now; afterward they survive a power cut.
  func settle() throws(StoreError) {
    guard !isClosed else { return loop.stop() }
    if open() {
      drain()
      write()
    }
    if let writeFault { throw writeFault }
  }

  /// Writes all pending entries, and closes the store.
  func finish() {
    guard !isClosed else { return loop.stop() }
    if open() {
      drain()
      machine.end(at: now)
      write()
    }
    timer?.cancel()
    if let file {
      do throws(SQLiteFault) {
        try file.end(at: milliseconds)
        try move(.truncating, of: file)
      } catch { logFault = StoreError(error, path) }
    }
    note()
    // Its release closes the file, and frees the lock for the next writer.
    (file, aside, unopened) = (nil, nil, nil)
    shown.withLock { $0.isOver = true }
    loop.stop()
  }

  // MARK: - On the store's loop

  private var now: LiveMoment { LiveMoment(time) }

  /// Reports have arrived: they are written at the end of the second, or at once if there are many.
  func wake() {
    guard !isClosed else { return loop.stop() }
    guard unopened == nil else { return arm(after: Self.patience) }
    let count = incoming.withLock { $0.reports.count }
    if count >= StoreMachine.entriesOfBatch, writeFault == nil {
      drain()
      write()
    } else {
      arm(after: limits.commit)
    }
  }

  private func arm(after delay: Duration) {
    guard timer == nil, !isClosed else { return }
    timer = time.after(delay, on: loop, handler { $0.tick() })
  }

  private func tick() {
    timer = nil
    guard open() else { return arm(after: Self.patience) }
    drain()
    write()
  }

  private func drain() {
    let (reports, lost) = incoming.withLock { incoming in
      defer { incoming = Incoming() }
      return (incoming.reports, incoming.lost)
    }
    let accuracy = time.utcAccuracy
    machine.lose(lost, at: now, cause: "slow_disk")
    for (receiver, verdict) in verdicts.enumerated() {
      machine.turn(to: receiver)
      for (its, report, moment) in reports where its == receiver {
        machine.take(report, at: moment, accuracy: accuracy)
      }
      machine.judge(verdict)
    }
    if let asideName, machine.note(StoreAside.cause, asideName, at: now) { self.asideName = nil }
    if isCopy, machine.note(StoreIdentity.event, StoreIdentity.words, at: now) { isCopy = false }
    if wasMoved, machine.note("moved", StoreFile.movedWords, at: now) { wasMoved = false }
  }

  private func write() {
    defer { note() }
    guard !isClosed, !machine.entries.isEmpty else { return }
    do throws(SQLiteFault) {
      try checkPlace()
      let file = try openFile()
      try checkRoom(of: file)
      try file.begin(with: limits)
      try file.write(machine.entries, machine.sessions, machine.segments)
      machine.settle(machine.entries.count)
      writeFault = nil
    } catch {
      let fault = StoreError(error, path)
      if error.isCorrupt, replace() { return write() }
      // One event for a time in which the disk is full or fails, with its begin.
      if writeFault == nil { machine.note(Self.notWritten, fault.reason, at: now) }
      machine.limit(at: now, cause: fault.code.rawValue)
      writeFault = fault
      return arm(after: Self.patience)
    }
    let isDamaged = file.map { care(for: $0) } ?? false
    if isDamaged, replace() { return arm(after: limits.commit) }
    if let file { moveLog(of: file) }
  }

  private var isClosed: Bool { file == nil && aside == nil && unopened == nil }

  /// The store, or the successor of a damaged one.
  private func openFile() throws(SQLiteFault) -> StoreFile {
    if let file { return file }
    do throws(StoreError) {
      try moveAside()
      let made = try StoreFile(path, program: program, at: milliseconds, after: aside)
      // It has cleared the note in the lock.
      (file, epoch, aside, careFault, notedFault) = (made, made.epoch, nil, nil, nil)
      return made
    } catch { throw SQLiteFault(error.code == .diskFull ? .noRoom : .unexpected, error.reason) }
  }

  /// Closes a store that was moved or removed; a new one at its path continues after its numbers.
  private func checkPlace() throws(SQLiteFault) {
    guard let moved = file else { return }
    switch moved.place {
    case .ownFile: break
    case .otherFile: throw SQLiteFault(.unexpected, "another file has its name now")
    case .nothing:
      // The log is written to the file under its new name.
      try move(.truncating, of: moved)
      file = nil
      aside = StoreAside.Facts(epoch: epoch, number: lastWritten)
      machine.beginAgain()
      wasMoved = true
      shown.withLock { $0.moves += 1 }
    }
  }

  private var lastWritten: Int64 { machine.entries.first.map { $0.number - 1 } ?? machine.lastNumber }

  /// Closes the damaged store; returns whether a new one follows.
  private func replace() -> Bool {
    let isTooSoon = setAside.map { $0.duration(to: time.now) < Self.asideInterval } ?? false
    guard file != nil, !isTooSoon else { return false }
    // Its release closes the file, and frees the lock.
    file = nil
    (setAside, mustSetAside) = (time.now, true)
    aside = StoreAside.Facts(epoch: epoch, number: lastWritten)
    machine.beginAgain()
    return true
  }

  /// Sets the damaged store aside, unless that was done; its folder may be read-only for a while.
  private func moveAside() throws(StoreError) {
    guard mustSetAside else { return }
    if Kernel.exists(path) {
      let (name, found) = try StoreAside.set(path, at: milliseconds)
      let (epoch, number) = (aside?.epoch ?? 0, aside?.number ?? 0)
      aside = StoreAside.Facts(
        installation: found.installation, epoch: max(found.epoch, epoch), number: max(found.number, number))
      asideName = name
      shown.withLock { $0.setAside = name }
    }
    mustSetAside = false
  }

  /// Fails while less disk space is free than the store reserves, or while a reader's log takes too much of it.
  private func checkRoom(of file: StoreFile) throws(SQLiteFault) {
    if file.hasHugeLog {
      moveLog(of: file)
      guard !file.hasHugeLog else {
        throw SQLiteFault(
          .held, "the log is full while another program reads an old state: \(file.logHolder)")
      }
    }
    guard let free = freeBytes(file.folder), free < limits.keepFree else { return }
    // A store of limited size goes on in the pages of its oldest fixes.
    if limits.maxSize != nil {
      let isMore = try file.makeRoom(limits, at: milliseconds, before: bound, isTight: true)
      let isSpare = try file.hasSparePages()
      if isMore || isSpare { return }
    }
    throw SQLiteFault(.noRoom, "\(free) bytes are free on its disk; \(limits.keepFree) must stay free")
  }

  private var milliseconds: Int64 { TrackRow.milliseconds(now.time) }

  /// The first number of the segment that still grows.
  private var bound: Int64 { machine.segments.first?.first ?? machine.lastNumber + 1 }

  /// Removes entries beyond the limits, and packs old fixes page by page while no report waits; returns whether the
  /// store is damaged.
  private func care(for file: StoreFile) -> Bool {
    guard time.now >= nextCare, machine.entries.isEmpty else { return false }
    do throws(SQLiteFault) {
      let mustRemove = try file.makeRoom(limits, at: milliseconds, before: bound, isTight: false)
      let mayPack = try file.seal(at: milliseconds, before: bound)
      try lookBack(in: file)
      nextCare = time.now + (mustRemove || mayPack ? .seconds(1) : Self.patience)
      careFault = nil
      return false
    } catch {
      nextCare = time.now + Self.patience
      careFault = StoreError(error, file.path)
      return error.isCorrupt
    }
  }

  /// Searches the entries of earlier openings for damage, and records it.
  private func lookBack(in file: StoreFile) throws(SQLiteFault) {
    let known = file.damage.count
    try file.lookBack()
    guard file.damage.count > known, let gap = file.damage.gaps.last else { return }
    machine.note(
      DamagedParts.cause,
      "\(file.damage.count) positions can't be read, the last ones from "
        + "\(Timestamp.text(gap.from)) to \(Timestamp.text(gap.to))", at: now)
    arm(after: limits.commit)
  }

  private func note() {
    let (made, dropped) = (machine.made, machine.dropped)
    var waiting = machine.entries.count(where: \.isFix)
    if unopened != nil { waiting += incoming.withLock { $0.fixes } }
    let last = lastWritten
    shown.withLock { state in
      state.counts = StoreWriter.Counts(
        made: max(made, waiting), kept: max(0, made - dropped - waiting), dropped: dropped, waiting: waiting)
      (state.settled, state.fault, state.careFault) = (last, writeFault ?? logFault, careFault)
      state.damaged = file?.damage.count ?? state.damaged
    }
    noteFault()
  }

  /// Shows other programs a fault, once for each kind.
  private func noteFault() {
    let code = (writeFault ?? logFault)?.code
    guard code != notedFault, let file else { return }
    notedFault = code
    file.note(code.map { ($0, milliseconds / 1000) })
  }

  /// Moves the log to the file periodically, so that it stays short and opening is quick.
  private func moveLog(of file: StoreFile) {
    let now = time.now
    let isLong = file.hasLongLog
    // The log of sixty transactions; each time, the pages of the last rows are written once more.
    let interval = max(Self.checkpointInterval, limits.commit * 60)
    guard checkpointed.duration(to: now) >= (isLong ? Self.patience : interval) else { return }
    checkpointed = now
    // A passive checkpoint never shortens the log.
    let isDue = isLong || truncated.duration(to: now) >= Self.truncatingInterval
    if isDue { truncated = now }
    do throws(SQLiteFault) {
      try move(isDue ? .truncating : .passive, of: file)
      logFault = nil
    } catch { logFault = StoreError(error, file.path) }
    noteHolder(of: file, now)
  }

  /// Reports, in one event, the reader that has prevented shortening the log for a minute.
  private func noteHolder(of file: StoreFile, _ now: ContinuousClock.Instant) {
    guard file.hasLongLog else { return held = nil }
    let since = held?.since ?? now
    if held == nil { held = (now, false) }
    guard held?.isNamed == false, since.duration(to: now) >= Self.checkpointInterval else { return }
    held?.isNamed = true
    machine.note("log_held", file.logHolder, at: self.now)
    arm(after: limits.commit)
  }

  /// Moves the log, unless a reader needs it; the move can be made later.
  private func move(_ kind: SQLiteConnection.Checkpoint, of file: StoreFile) throws(SQLiteFault) {
    do throws(SQLiteFault) { try file.checkpoint(kind, waits: false) } catch  where error.isBusy {}
  }
}
