internal import GPSBridgeTool
internal import GPSBase
internal import GPSBridge
internal import GPSStore
internal import TerminalKit

/// The track store of `record` and `serve`: its path, and the messages about it.
final class TrackKeeping: KeptTrack {
  private let writer: StoreWriter
  private let path: String
  private let shown: String
  private var fault: StoreError?
  /// The same for old positions.
  private var careFault: StoreError?
  /// The printed name of a damaged store.
  private var setAside: String?
  private var (moves, damaged) = (0, 0)

  /// Opens the store that a flag names.
  ///
  /// - Parameters:
  ///   - name: The flag's value: a path, or `auto` for the settings' store or otherwise the one in the data folder.
  ///   - receiver: The receiver.
  ///   - others: The other receivers of a service.
  ///   - table: The table, by which settings files are read.
  ///   - listens: Whether it listens to the receivers; otherwise the command passes the reports to ``taking``.
  ///   - startsAnyway: Whether the command starts even if the store can't be opened now, since it has another task.
  /// - Throws: A complaint with the content found instead of a store, or with the other writer.
  init(
    _ name: [UInt8], _ receiver: Receiver, and others: [Receiver] = [], _ table: CommandTable, listens: Bool,
    startsAnyway: Bool
  ) throws(ToolError) {
    let settings = try Configuration.load(table)[.store]
    path = try StorePlace.writtenPath(name, settings)
    shown = VisibleText.escaped(path.utf8)
    let (limits, program) = (settings.limits, Tool.program)
    do throws(StoreError) {
      writer = try StoreWriter(
        of: receiver, and: others, at: path, limits: limits, program: program, listens: listens,
        startsAnyway: startsAnyway)
    } catch { throw ToolError(writing: error) }
    look()
  }

  /// The days of the store, for a page.
  var days: StoredDays { StoredDays(path: path) }

  /// Returns a closure that passes reports on the receiver's loop.
  var taking: @Sendable (Report) -> Void { { [writer] in writer.take($0) } }

  /// Returns why the track is currently not written, for service monitors.
  var faults: @Sendable () -> [String] {
    { [writer] in
      let damaged = writer.damagedCount
      let damage = damaged > 0 ? ["track store: \(Plural.of(damaged, "position")) can't be read"] : []
      guard let fault = writer.fault else { return damage }
      let counts = writer.counts
      let lost = counts.dropped > 0 ? ", \(counts.dropped) are lost" : ""
      let waiting = Plural.of(counts.waiting, "position")
      return ["track store: \(Self.words(fault.code)); \(waiting) waiting\(lost)"] + damage
    }
  }

  /// The text of a fault for all users of the page, without paths or names.
  static func words(_ code: StoreError.Code) -> String {
    switch code {
    case .libraryMissing: "SQLite can't be loaded"
    case .notAStore: "another file is in its place"
    case .newerVersion: "its version is not supported"
    case .damaged: "it is damaged"
    case .busy: "another program holds it"
    case .diskFull: "the disk is full"
    case .readOnly: "it can't be written by this user"
    case .notFound: "its folder is missing"
    default: "the disk fails"
    }
  }

  /// Prints a fault once, and its end.
  func look() {
    if let name = writer.setAside, name != setAside {
      let name = VisibleText.escaped(name.utf8)
      ErrorReport.say(
        "note: \(shown) is damaged: it is \(name) now, and a new one is written; "
          + "gpsbridge track repair \(name) adds its readable positions\n")
    }
    setAside = writer.setAside
    if writer.moves != moves {
      moves = writer.moves
      ErrorReport.say("note: \(shown) was moved or removed while it was written: a new one continues there\n")
    }
    if writer.damagedCount > damaged {
      damaged = writer.damagedCount
      ErrorReport.say(
        "note: \(Plural.of(damaged, "position")) in \(shown) can't be read, the rest can; "
          + "gpsbridge track check shows more\n")
    }
    if let found = writer.careFault, found.code != careFault?.code {
      ErrorReport.say("note: old positions in \(shown) can't be packed or removed: \(found.reason)\n")
    }
    careFault = writer.careFault
    let now = writer.fault
    defer { fault = now }
    guard now?.code != fault?.code else { return }
    if let now {
      ErrorReport.say("note: \(shown) can't be written, the track waits in memory: \(now.reason)\n")
    } else {
      ErrorReport.say("note: \(shown) is written again\n")
    }
  }

  /// The result in one line.
  var report: String {
    let counts = writer.counts
    let isOver = writer.isStopped
    let lost = counts.dropped + (isOver ? counts.waiting : 0)
    let why = writer.fault.map { Self.words($0.code) } ?? "the disk was full or failed"
    let dropped = lost > 0 ? ", \(lost) lost: \(why)" : ""
    let waiting = !isOver && counts.waiting > 0 ? ", \(counts.waiting) wait for the disk" : ""
    return "\(shown): \(Plural.of(counts.kept, "position"))\(waiting)\(dropped)\n"
  }

  /// Whether no receiver has reported a position.
  var isEmpty: Bool { writer.counts.made == 0 }

  /// Writes all pending entries and closes the store, while the command's loop continues.
  ///
  /// - Throws: A complaint if something could not be written.
  func finish() throws(ToolError) {
    close()
    if let fault = writer.fault { throw ToolError(writing: fault) }
  }

  /// Writes all pending entries, closes the store, and prints the result.
  func close() {
    let done = EventQueue<Void>(limit: 1)
    writer.stop { done.put(()) }
    _ = done.take()
    ErrorReport.say(report)
  }
}
