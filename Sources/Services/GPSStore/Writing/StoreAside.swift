internal import GPSFormats
internal import GPSSQLiteFiles
internal import GPSSystemCalls
internal import GPSTrackRows

/// Sets a damaged store aside by renaming it, without removing any of its data.
enum StoreAside {
  /// The properties that a new store inherits.
  struct Facts: Sendable, Hashable {
    var installation: String?
    // The last ones.
    var epoch: Int64 = 0
    var number: Int64 = 0
  }

  /// Why a new store skips the numbers of the previous one.
  static let cause = "set_aside"

  /// Sets aside a store that no program writes, and returns its readable properties.
  static func set(_ path: String, at now: Int64) throws(StoreError) -> (name: String, facts: Facts) {
    let lock = try StoreLock(of: path)
    defer { withExtendedLifetime(lock) {} }
    let facts = facts(of: path)
    // A log that a reader keeps, or that is damaged, gets the new name as well.
    _ = try? moveLog(of: path)
    return (try rename(path, "damaged", at: now), facts)
  }

  /// Whether a file that can't be opened was a store.
  ///
  /// Only SQLite detects such damage: our own checks find foreign files, and rows that a repair omits. A file without
  /// our mark was a store if a store's lock is beside it.
  static func wasStore(_ error: StoreError, at path: String) -> Bool {
    switch error.code {
    case .damaged: error.isCorrupt && (StoreSchema.hasMark(path) || StoreLock.isBeside(path))
    case .notAStore: error.reason == StoreSchema.noDatabase && StoreLock.isBeside(path)
    default: false
    }
  }

  /// The damaged stores beside a store, the latest last.
  static func names(beside path: String) -> [String] {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let begin = "\(name).damaged-"
    typealias Found = (name: String, time: String, number: Int)
    let found = Kernel.names(in: Kernel.folder(of: path)).compactMap { name -> Found? in
      guard name.hasPrefix(begin) else { return nil }
      // A time, and a number where there was one of this name.
      let parts = name.dropFirst(begin.count).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts[0].utf8.count == 16, parts[0].last == "Z" else { return nil }
      guard let number = parts.count == 2 ? Int(parts[1]) : 1 else { return nil }
      return (name, String(parts[0]), number)
    }
    let sorted = found.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    return sorted.map { path.dropLast(name.count) + $0.name }
  }

  /// The name and the properties of the store that was set aside last, if a power cut prevented its successor.
  static func last(of path: String) -> (name: String, facts: Facts)? {
    names(beside: path).last.map { ($0, facts(of: $0)) }
  }

  private static func facts(of path: String) -> Facts {
    var facts = Facts()
    guard let file = try? SQLiteConnection(path, .reading) else { return facts }
    let machine = (try? file.text("SELECT value FROM store WHERE key = 'machine'")) ?? nil
    // A copy of another machine's store has no identity that its successor could have.
    if machine == nil || machine == StoreIdentity.machine {
      facts.installation = (try? file.text("SELECT value FROM store WHERE key = 'installation'")) ?? nil
    }
    // The sessions are on the first pages, and the last fixes on the last ones: one of them may be damaged.
    let epoch = (try? file.number("SELECT max(epoch) FROM session")) ?? nil
    facts.epoch = min(max(0, epoch ?? 0), Int64(UInt32.max) - 1)
    for query in StoreSchema.lastNumbers {
      let number = (try? file.number(query)) ?? nil
      if let number, 0...StoreSchema.mostNumber ~= number { facts.number = max(facts.number, number) }
    }
    return facts
  }

  /// Moves the log to the file.
  ///
  /// - Returns: Whether all of it was moved; false if it can't be read.
  /// - Throws: An error that names the program that prevents the move.
  @discardableResult static func moveLog(of path: String) throws(StoreError) -> Bool {
    guard Kernel.node(path + "-wal").map({ $0.size > 0 }) == true else { return true }
    do throws(SQLiteFault) {
      let file = try SQLiteConnection(path, .writing)
      // A connection that has read nothing has no log, and moves nothing.
      _ = try file.number("SELECT count(*) FROM sqlite_master")
      // Only the second one waits for readers of an old state.
      if try file.checkpoint(.passive) > 0 { try file.checkpoint(.truncating) }
      return true
    } catch {
      guard error.isBusy else { return false }
      throw StoreError(
        .busy, path,
        "another program reads an old state of it: \(LogHolder.words(of: path) ?? "its name is not known")",
        "end that program first")
    }
  }

  /// Renames a closed store, for example to `track.db.damaged-20261120T070200Z`.
  static func rename(_ path: String, _ word: String, at now: Int64) throws(StoreError) -> String {
    let free = freeName(path, word, at: now)
    do throws(Errno) {
      // First its log: a new store would take it for its own.
      let hasLog = try moveLogFile(of: path, to: free)
      do throws(Errno) { try Kernel.moveFile(Array(path.utf8), to: Array(free.utf8)) } catch {
        if hasLog { _ = try? moveLogFile(of: free, to: path) }
        throw error
      }
    } catch { throw StoreError(error, path) }
    StoreCopy.synchronizeFolder(of: path)
    return free
  }

  /// Replaces a closed store, which is renamed, with a complete new one, which is also closed.
  ///
  /// At each moment one of the two has the name.
  ///
  /// - Returns: The new name of the previous store, if one existed.
  /// - Throws: A ``StoreError``; in this case the files keep their names.
  static func replace(
    _ path: String, by part: String, _ word: String, at now: Int64
  ) throws(StoreError) -> String? {
    guard Kernel.exists(path) else {
      do throws(Errno) { try Kernel.moveFile(Array(part.utf8), to: Array(path.utf8)) } catch {
        throw StoreError(error, path)
      }
      StoreCopy.synchronizeFolder(of: path)
      return nil
    }
    let free = freeName(path, word, at: now)
    var (hasName, hasLog) = (false, false)
    do throws(Errno) {
      do throws(Errno) { try Kernel.addName(Array(free.utf8), of: Array(path.utf8)) } catch
        where error == .notPermitted || error == .notSupported || error == .notImplemented
      {
        // A file system without second names: for a moment no store has the name.
        try Kernel.moveFile(Array(path.utf8), to: Array(free.utf8))
      }
      hasName = true
      hasLog = try moveLogFile(of: path, to: free)
      try Kernel.moveFile(Array(part.utf8), to: Array(path.utf8))
    } catch {
      if hasLog { _ = try? moveLogFile(of: free, to: path) }
      if hasName, Kernel.exists(path) {
        try? Kernel.removeFile(Array(free.utf8))
      } else if hasName {
        try? Kernel.moveFile(Array(free.utf8), to: Array(path.utf8))
      }
      throw StoreError(error, path)
    }
    StoreCopy.synchronizeFolder(of: path)
    return free
  }

  private static func freeName(_ path: String, _ word: String, at now: Int64) -> String {
    let letters = Timestamp.text(TrackRow.instant(now)).utf8.prefix(19).filter { $0 != 0x2D && $0 != 0x3A }
    return freeName("\(path).\(word)-\(String(decoding: letters, as: UTF8.self))Z")
  }

  /// A name that neither a file nor any of a store's other files has.
  static func freeName(_ name: String) -> String {
    var (free, number) = (name, 1)
    while files(of: free).contains(where: { Kernel.node($0, ofLink: true) != nil }) {
      number += 1
      free = "\(name)-\(number)"
    }
    return free
  }

  private static func files(of path: String) -> [String] { ["", "-wal", "-shm", "-lock"].map { path + $0 } }

  /// Removes the files of a store that was started under a free name.
  static func remove(_ path: String) {
    for file in files(of: path) { try? Kernel.removeFile(Array(file.utf8)) }
  }

  private static func moveLogFile(of path: String, to other: String) throws(Errno) -> Bool {
    let hasLog = Kernel.exists(path + "-wal")
    if hasLog { try Kernel.moveFile(Array((path + "-wal").utf8), to: Array((other + "-wal").utf8)) }
    if Kernel.exists(path + "-shm") { try? Kernel.removeFile(Array((path + "-shm").utf8)) }
    return hasLog
  }
}

extension StoreFile {
  /// Opens a store for a program that must not lose data: sets a damaged store aside, and creates a new one.
  ///
  /// - Returns: The store, and the name of the damaged one.
  static func openAnyway(
    _ path: String, program: String, at now: Int64
  ) throws(StoreError) -> (file: StoreFile, aside: String?) {
    do throws(StoreError) {
      let file = try StoreFile(path, program: program, at: now)
      return (file, file.predecessor)
    } catch {
      guard StoreAside.wasStore(error, at: path) else { throw error }
      let (name, facts) = try StoreAside.set(path, at: now)
      return (try StoreFile(path, program: program, at: now, after: facts), name)
    }
  }
}
