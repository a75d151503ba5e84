internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

/// Whether the track store is written, and what prevents that.
enum StoreChecks {
  static func findings(_ store: StoreFacts) -> [Finding] {
    if let fault = store.condition.fault {
      return [unreadable(fault, store), aside(store)].compactMap(\.self)
    }
    return [
      newer(store), damaged(store), summary(store), room(store) ?? writing(store), held(store), aside(store),
    ].compactMap(\.self)
  }

  private static func summary(_ store: StoreFacts) -> Finding {
    let condition = store.condition
    let facts: [String?] = [
      condition.bytes.map { "\(HumanText.bytes(Int(clamping: $0 + (condition.logBytes ?? 0))))" },
      condition.fixes.map { Plural.of(Int(clamping: $0), "position") },
      // Its file was made, but no position was written.
      condition.fixes == 0 ? nil : store.age.map { "written \(HumanText.time($0)) ago" },
    ]
    let writer: String
    switch condition.writer {
    case .unknown: writer = "it is unknown whether a program writes it"
    case .noneSeen: writer = "no program that is visible here writes it"
    case .process(let process): writer = "\(words(process)) writes it"
    }
    let dropped = [("lost", false), ("removed", true)].compactMap { word, isMeant -> String? in
      let found = condition.dropped.filter { $0.isMeant == isMeant && !$0.isAside }
      guard !found.isEmpty else { return nil }
      let causes = found.map { VisibleText.replaced($0.cause, limit: 32) }.joined(separator: ", ")
      return "\(found.reduce(0) { $0 &+ $1.count }) entries \(word) (\(causes))"
    }
    let away = condition.dropped.filter(\.isAside).reduce(0) { $0 &+ $1.count }
    let aside = away > 0 ? "\(away) entries in a store that was set aside" : nil
    let free = condition.freeBytes.map { "\(HumanText.bytes(Int(clamping: $0))) free on its disk" }
    return .fine(
      "store",
      "there is a track store: \(([store.shown] + facts.compactMap(\.self)).joined(separator: ", "))",
      why: ([writer] + dropped + [aside, free].compactMap(\.self) + store.sinks).joined(separator: "; "))
  }

  /// A disk with less free space than the store reserves.
  private static func room(_ store: StoreFacts) -> Finding? {
    guard let free = store.condition.freeBytes, free < store.limits.keepFree else { return nil }
    let what =
      "\(HumanText.bytes(Int(clamping: free))) are free on the disk of the track store, and "
      + "\(HumanText.bytes(store.limits.keepFree)) must stay free"
    let remedy = "free some room there, or set another keep-free: gpsbridge config --help"
    var why = "its oldest positions are removed for new ones"
    guard store.limits.maxSize == nil else { return .warning("store_room", what, why: why, remedy: remedy) }
    why =
      if case .process = store.condition.writer {
        "nothing is written; new positions wait in the memory of its writer"
      } else { "nothing can be written" }
    return .failure("store_room", what, why: why, remedy: remedy)
  }

  /// Unreadable positions.
  private static func damaged(_ store: StoreFacts) -> Finding? {
    guard let first = store.condition.damage.first else { return nil }
    let more = store.condition.damage.count > 1 ? ", and at other times" : ""
    return .failure(
      "store_damaged",
      "\(Plural.of(store.condition.damagedCount, "position")) of the track store \(store.shown) can't be read",
      why:
        "they are from \(Timestamp.text(first.from)) to \(Timestamp.text(first.to))\(more); the disk may fail",
      remedy: "end its writer, then: gpsbridge track repair \(store.shown)")
  }

  /// A damaged store that was set aside, until it is removed.
  private static func aside(_ store: StoreFacts) -> Finding? {
    guard let last = store.condition.setAside.last else { return nil }
    let count = store.condition.setAside.count
    let name = VisibleText.escaped(last.utf8)
    return .warning(
      "store_set_aside",
      "\(count == 1 ? "a damaged track store was" : "\(count) damaged track stores were") set aside: \(name)",
      why: "until a repair, the track store lacks its positions; remove it afterward",
      remedy: "gpsbridge track repair \(name)")
  }

  /// The fault that the writer reports.
  private static func writing(_ store: StoreFacts) -> Finding? {
    guard case .process(let process) = store.condition.writer, let fault = process.fault else { return nil }
    let since = process.since.map { " since \(Timestamp.text($0))" } ?? ""
    return .failure(
      "store_not_written", "the track store is not written: \(fault)\(since)",
      why: "\(words(process)) reports it, and keeps the positions of an hour in its memory",
      remedy: fault == StoreError.Code.diskFull.rawValue
        ? "free some room on its disk" : "look for errors of its disk: sudo dmesg | tail")
  }

  private static func held(_ store: StoreFacts) -> Finding? {
    guard let holder = store.condition.logHolder, let bytes = store.condition.logBytes else { return nil }
    return .warning(
      "store_held",
      "the log of the track store has \(HumanText.bytes(Int(clamping: bytes))), and can't be moved",
      why: "\(holder) reads an old state; at 60 MB new positions wait", remedy: "end that program")
  }

  private static func newer(_ store: StoreFacts) -> Finding? {
    guard store.condition.isNewer else { return nil }
    return .warning(
      "store_newer", "a newer program created the track store", why: "this one can read it, but not write it",
      remedy: "use the program that created it, or a newer one")
  }

  private static func unreadable(_ fault: StoreError, _ store: StoreFacts) -> Finding {
    switch fault.code {
    case .notFound:
      return .warning(
        "store_absent", "there is no track store at \(store.shown)",
        remedy: "make one with gpsbridge record --store auto, or with gpsbridge serve --store auto")
    case .newerVersion:
      return .failure(
        "store_newer", "the track store \(store.shown) can't be used", why: fault.reason,
        remedy: fault.remedy ?? "use the program that made it")
    case .damaged:
      return .failure(
        "store_damaged", "the track store \(store.shown) is damaged", why: fault.reason,
        remedy: "gpsbridge track repair \(store.shown)")
    default:
      return .failure(
        "store_unreadable", "the track store \(store.shown) can't be read", why: fault.reason,
        remedy: ToolError(reading: fault).remedy)
    }
  }

  private static func words(_ process: StoreCondition.Process) -> String {
    "\(process.name) (process \(process.number))"
  }
}

/// The visible condition of the track store of this user, or of the named one.
struct StoreFacts: Sendable, Hashable {
  /// The path, safe to show.
  var shown: String
  /// Whether --store or a setting names it; otherwise it was found in its usual place.
  var isNamed = true
  var condition = StoreCondition()
  /// The time since it was last written; nil if unknown.
  var age: Double?
  var limits = StoreLimits()
  /// The progress of each publisher with a file beside it.
  var sinks: [String] = []
}

extension StoreFacts {
  /// Examines the store of an argument, or otherwise of the settings; nil without a store.
  ///
  /// - Parameters:
  ///   - name: The argument of --store.
  ///   - table: The table, by which settings files are read.
  ///   - now: The time by this machine's clock.
  ///   - words: Returns the progress of each publisher of a store.
  /// - Throws: A complaint if the argument or the settings are wrong.
  init?(
    _ name: [UInt8]?, _ table: CommandTable, at now: UTC, _ words: (String) -> [String]
  ) throws(ToolError) {
    let configuration = try Configuration.load(table)
    let settings = try configuration[.store]
    let served = try configuration[.serve][.store]?.values.first.map { Array($0.utf8) }
    isNamed = name != nil || served != nil || settings[.storeSetting] != nil
    // A user without a folder has no store.
    guard isNamed || UserFolders.state != nil else { return nil }
    let path = try StorePlace.path(name ?? served ?? Array("auto".utf8), settings)
    let condition = StoreCondition(of: path)
    guard isNamed || condition.fault?.code != .notFound else { return nil }
    shown = VisibleText.escaped(path.utf8)
    (self.condition, limits) = (condition, settings.limits)
    age = condition.written.map { now.seconds(since: $0) }
    if condition.fault == nil { sinks = words(path) }
  }
}
