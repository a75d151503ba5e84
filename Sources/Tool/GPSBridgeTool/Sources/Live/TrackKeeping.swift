internal import GPSBase
internal import GPSBridge
internal import GPSStore
internal import GPSSystemCalls
internal import TerminalKit

/// The track store of a recording command: where it is, and what is printed about it.
final class TrackKeeping {
  private let writer: StoreWriter
  private let shown: String
  /// The fault that was printed last.
  private var fault: StoreError?

  /// Opens the store that a flag names: a path, or `auto` for the one in the folder of stored data.
  ///
  /// - Parameters:
  ///   - name: The flag's value.
  ///   - receiver: The receiver, whose reports are passed to ``take(_:)``.
  /// - Throws: A complaint with the content found instead of a store, or with the other writer.
  init(_ name: [UInt8], _ receiver: Receiver) throws(ToolError) {
    let path = try Self.path(name)
    shown = VisibleText.escaped(path.utf8)
    do throws(StoreError) {
      writer = try StoreWriter(fedBy: receiver, at: path, program: "gpsbridge \(Tool.version)")
    } catch { throw ToolError(error) }
  }

  /// Returns a closure that passes reports on the receiver's loop.
  var taking: @Sendable (Report) -> Void { { [writer] in writer.take($0) } }

  /// Prints a fault once, and that it is over.
  func look() {
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
    let dropped = lost > 0 ? ", \(lost) lost: the disk was full or failed" : ""
    let waiting = !isOver && counts.waiting > 0 ? ", \(counts.waiting) wait for the disk" : ""
    return "\(shown): \(Plural.of(counts.kept, "position"))\(waiting)\(dropped)\n"
  }

  /// Whether the receiver has reported no position.
  var isEmpty: Bool { writer.counts.made == 0 }

  /// Writes what is left and closes the store, while the command's loop goes on.
  ///
  /// - Throws: A complaint if something could not be written.
  func finish() throws(ToolError) {
    let done = EventQueue<Void>(limit: 1)
    writer.stop { done.put(()) }
    _ = done.take()
    ErrorReport.say(report)
    if let fault = writer.fault { throw ToolError(fault) }
  }

  private static func path(_ name: [UInt8]) throws(ToolError) -> String {
    guard name == Array("auto".utf8) else {
      guard !name.isEmpty, !name.contains(0), let path = String(validating: name, as: UTF8.self) else {
        throw ToolError(
          code: "malformed_name", exit: .usage,
          message: "a store can't be called \(VisibleText.escaped(name))",
          reason: nil, hint: "choose a name in UTF-8, or --store auto")
      }
      return path
    }
    guard let folder = UserFolders.state else {
      throw ToolError(
        code: "no_state_folder", exit: .usage, message: "--store auto has no folder",
        reason: "neither XDG_STATE_HOME nor HOME names one", hint: "set HOME, or name a file")
    }
    do throws(Errno) { try Kernel.makeFolder(Array(folder.utf8)) } catch {
      throw OutputFailure.opening(error.rawValue, VisibleText.escaped(folder.utf8))
    }
    return folder + "/track.db"
  }
}

extension ToolError {
  /// The complaint about a store.
  fileprivate init(_ error: StoreError) {
    let (exit, hint): (ExitCode, String) =
      switch error.code {
      case .busy: (.busy, "end that program, or name another file")
      case .readOnly: (.permissionDenied, "check who may write the file and its folder")
      case .notFound: (.notFound, "make the folder, or name a file in another one")
      case .notAStore: (.usage, "name another file")
      case .newerVersion: (.usage, "use the program that made it")
      case .damaged: (.unexpected, "move it away: a new one is made")
      case .diskFull: (.unexpected, "free space there, or name a file on another disk")
      default: (.unexpected, "check the disk")
      }
    self.init(
      code: error.code.rawValue, exit: exit,
      message: "no track can be kept in \(VisibleText.escaped(error.path.utf8))", reason: error.reason,
      hint: error.remedy ?? hint)
  }
}
