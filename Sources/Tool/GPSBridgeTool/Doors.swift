package import GNSS
internal import GPSBase
package import GPSBridge
package import GPSFormats

/// Parts of the core's verbs that higher modules implement; if one is missing, so are its flags.
package struct Doors: Sendable {
  let store: StoreDoor?
  let page: PageDoor?
  let gpsd: GPSDDoor?

  package init(store: StoreDoor? = nil, page: PageDoor? = nil, gpsd: GPSDDoor? = nil) {
    (self.store, self.page, self.gpsd) = (store, page, gpsd)
  }

  /// The fixes of a track store; nil for another source.
  func fixes(of source: SourceName, _ parsed: ParsedArguments) throws(ToolError) -> (any PastFixes)? {
    if let store { return try store.fixes(source, parsed) }
    if case .store = source { throw ToolError(notRecorded: source) }
    return nil
  }
}

/// The track store: `store:` as a source, `record --store`, and the findings of `doctor` about it.
package struct StoreDoor: Sendable {
  /// The flags that select in a store: a device, and a time.
  let selection: (device: [Flag], times: [Flag])
  /// The fixes of a source, selected by flags; nil if it is not a store.
  let fixes: @Sendable (SourceName, ParsedArguments) throws(ToolError) -> (any PastFixes)?
  /// Keeps a track in a named store; a recording must not be part of that store.
  let keep:
    @Sendable (_ name: [UInt8], _ recording: [UInt8]?, Receiver, CommandTable) throws(ToolError) ->
      any KeptTrack
  /// Examines a named store, or otherwise the settings' store.
  let examine: @Sendable (_ name: [UInt8]?, CommandTable, _ now: UTC) throws(ToolError) -> Examination

  package init(
    selection: (device: [Flag], times: [Flag]),
    fixes: @escaping @Sendable (SourceName, ParsedArguments) throws(ToolError) -> (any PastFixes)?,
    keep:
      @escaping @Sendable (_ name: [UInt8], _ recording: [UInt8]?, Receiver, CommandTable)
      throws(ToolError) -> any KeptTrack,
    examine:
      @escaping @Sendable (_ name: [UInt8]?, CommandTable, _ now: UTC) throws(ToolError) -> Examination
  ) { (self.selection, self.fixes, self.keep, self.examine) = (selection, fixes, keep, examine) }
}

package protocol PastFixes {
  /// Passes fixes, with the key of their device, to a closure until it returns false; returns their number.
  func read(_ take: (Fix, FixMoment, _ device: String) -> Bool) throws(ToolError) -> WatchStats
  /// Prints a note about unreadable positions, which cause a status other than 0.
  func end() -> ExitCode
}

extension ErrorReport {
  package static func sayThatSeveral(_ devices: Set<String>) {
    guard devices.count > 1 else { return }
    let names = devices.sorted().prefix(8).map { VisibleText.escaped($0.utf8) }.joined(separator: ", ")
    say("note: it includes \(devices.count) devices: \(names); --of selects one\n")
  }
}

package protocol KeptTrack {
  /// Passes reports on the receiver's loop.
  var taking: @Sendable (Report) -> Void { get }
  /// Prints a fault once, and its end.
  func look()
  /// The result in one line.
  var report: String { get }
  /// Whether the receiver has reported no position.
  var isEmpty: Bool { get }
  /// Writes all pending entries.
  func finish() throws(ToolError)
}

/// `monitor --http`.
package struct PageDoor: Sendable {
  let flags: [Flag]
  let example: Command.Example
  /// Reads the flags, and opens nothing; nil if they request no page.
  let plan: @Sendable (ParsedArguments) throws(ToolError) -> Opening?

  package init(
    flags: [Flag], example: Command.Example,
    plan: @escaping @Sendable (ParsedArguments) throws(ToolError) -> Opening?
  ) { (self.flags, self.example, self.plan) = (flags, example, plan) }

  package typealias Opening = ([Receiver], _ names: [String]) throws(ToolError) -> OpenServer
}

/// A server in addition to a verb's receivers.
package struct OpenServer {
  let fault: () -> ToolError?
  let report: () -> String
  let stop: () -> Void

  package init(
    fault: @escaping () -> ToolError?, report: @escaping () -> String, stop: @escaping () -> Void
  ) { (self.fault, self.report, self.stop) = (fault, report, stop) }
}

/// Servers for clients of gpsd: `simulate --gpsd` and `replay --gpsd`.
package struct GPSDDoor: Sendable {
  let open: @Sendable (Receiver, _ addresses: [String]) throws(ToolError) -> OpenServer

  package init(
    open: @escaping @Sendable (Receiver, _ addresses: [String]) throws(ToolError) -> OpenServer
  ) { self.open = open }
}
