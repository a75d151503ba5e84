internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import GPSBase
internal import ToolSources

/// Keeps what `configure --save` has set as the profile of the receiver's place, and takes it back with `--undo`.
///
/// A receiver without a memory forgets; whoever opens it then puts the profile back.
struct ProfileSaving {
  private let session: ConfigureSession

  init(_ session: ConfigureSession) { self.session = session }

  /// Complains about a file that could not be written later, before anything is sent.
  static func check(_ options: ConfigureOptions) throws(ToolError) {
    if options.savesProfile { _ = try ProfileFile() }
  }

  // MARK: - Save

  /// Writes the profile, and says so.
  ///
  /// - Parameters:
  ///   - options: The wishes.
  ///   - isUndoable: Whether the change of the receiver is remembered, so that the profile can be beside it.
  ///   - report: The report that says so.
  /// - Returns: Whether it was written: a simulated receiver has none, nor has a user without a folder for settings.
  func save(
    _ options: ConfigureOptions, isUndoable: Bool, into report: inout ConfigureReport
  ) -> Bool {
    guard options.savesProfile, session.signal == nil, let name else { return false }
    var isKept = false
    do throws(ToolError) {
      let isWritten = try ProfileFile.change { file throws(ToolError) in
        // First what undoes it: a profile that nothing takes back must not come about.
        if !isUndoable { try session.store?.keep(undo: []) }
        isKept = true
        try session.store?.keep(profile: Self.entry(name, file[name]))
        file.add(options.profile, for: name)
      }
      guard isWritten else { return false }
    } catch {
      if isKept, !isUndoable { session.store?.forgetLastUndo() }
      report.profileFailure = error
      return false
    }
    report.notes.append("put back at each plug-in: profile \(Self.quoted(name)), see gpsbridge config show")
    return true
  }

  /// Says what would be written.
  func rehearse(_ options: ConfigureOptions, into report: inout ConfigureReport) {
    guard options.savesProfile, let name else { return }
    report.notes.append("would be put back at each plug-in: profile \(Self.quoted(name))")
  }

  /// Says which of these values will be others again after the next plug-in, since a profile names others.
  func warn(_ values: [SettingValue], into report: inout ConfigureReport) throws(ToolError) {
    guard let place = session.receiver.place, !place.isSimulated else { return }
    let profiles = try ReceiverProfiles.configured()
    guard !profiles.isEmpty else { return }
    let port =
      SerialPortDescription.all().first { $0.key == place.key }
      ?? SerialPortDescription(node: place.node, usb: nil)
    for kept in profiles.values(where: { $0.matches(port) })
    where values.contains(where: { $0.kind == kept.kind && $0 != kept }) {
      report.notes.append(
        "a profile puts back \(kept) at the next plug-in: --save changes it, gpsbridge config show tells where it is"
      )
    }
  }

  // MARK: - Undo

  /// Brings back the entry that was there before the last change, if that has changed it.
  func undo(into report: inout ConfigureReport) {
    guard let entry = session.store?.lastProfile.flatMap({ try? JSON5Reader.read($0) }),
      let name = entry[Self.receiver]?.text
    else { return }
    do throws(ToolError) {
      guard try ProfileFile.change({ $0[name] = entry[Self.before] }) else { return }
    } catch {
      report.profileFailure = error
      return
    }
    report.notes.append(Self.words(name, isGone: entry[Self.before] == nil))
  }

  /// Says what would be brought back.
  func rehearseUndo(_ store: SettingStore?, into report: inout ConfigureReport) {
    guard let entry = store?.lastProfile.flatMap({ try? JSON5Reader.read($0) }),
      let name = entry[Self.receiver]?.text
    else { return }
    report.notes.append("would be: " + Self.words(name, isGone: entry[Self.before] == nil))
  }

  // MARK: - Entry

  /// The keys of what is remembered: the receiver's name, and its entry before the change.
  private static let receiver = "receiver"
  private static let before = "before"

  private static func entry(_ name: String, _ before: JSON5?) -> [UInt8] {
    var entry = JSON5(content: .object([]))
    entry[receiver] = JSON5(content: .string(name))
    entry[Self.before] = before
    return Array("\(entry.json)\n".utf8)
  }

  private static func words(_ name: String, isGone: Bool) -> String {
    isGone
      ? "no longer put back at each plug-in: profile \(quoted(name))"
      : "put back at each plug-in as before: profile \(quoted(name))"
  }

  private static func quoted(_ name: String) -> String { "\"\(VisibleText.escaped(name.utf8))\"" }

  /// How files of settings name the place of the receiver; nil for one that is simulated.
  private var name: String? {
    guard let place = session.receiver.place, !place.isSimulated else { return nil }
    return place.key == place.node ? place.node : "path:\(place.key)"
  }
}
