internal import GPSBridge
internal import SerialPorts
internal import GPSBase

/// Saves settings as the profile of the receiver's place for `configure --save`; undoes it for `--undo`.
///
/// A receiver without memory loses its settings; the program that opens it next restores the profile.
struct ProfileSaving {
  private let session: ConfigureSession

  init(_ session: ConfigureSession) { self.session = session }

  /// Reports a file that can't be written, before anything is sent.
  static func check(_ options: ConfigureOptions) throws(ToolError) {
    if options.savesProfile { _ = try ProfileFile(options.parsed.table) }
  }

  // MARK: - Save

  /// Writes the profile, and reports it.
  ///
  /// - Parameters:
  ///   - options: The wishes.
  ///   - isUndoable: Whether the change was stored for undo; the profile is then added to it.
  ///   - report: The report to add to.
  /// - Returns: Whether it was written: not for simulated receivers, or without a configuration folder.
  func save(_ options: ConfigureOptions, isUndoable: Bool, into report: inout ConfigureReport) -> Bool {
    guard options.savesProfile, session.signal == nil, let name else { return false }
    var isKept = false
    do throws(ToolError) {
      let isWritten = try ProfileFile.change(options.parsed.table) { file throws(ToolError) in
        // Store the undo data first, so that every profile can be undone.
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
    report.notes.append("restored at each plug-in: profile \(Self.quoted(name)), see gpsbridge config show")
    return true
  }

  /// Reports what would be written.
  func rehearse(_ options: ConfigureOptions, into report: inout ConfigureReport) {
    guard options.savesProfile, let name else { return }
    report.notes.append("would be restored at each plug-in: profile \(Self.quoted(name))")
  }

  /// Warns about values that the next plug-in will change again, because a profile has other values.
  func warn(_ values: [SettingValue], into report: inout ConfigureReport) throws(ToolError) {
    guard let place = session.receiver.place, !place.isSimulated else { return }
    let profiles = try ReceiverProfiles(Configuration.load(session.table))
    guard !profiles.isEmpty else { return }
    let port =
      SerialPortDescription.all().first { $0.key == place.key }
      ?? SerialPortDescription(node: place.node, usb: nil)
    for kept in profiles.values(where: { $0.matches(port) })
    where values.contains(where: { $0.kind == kept.kind && $0 != kept }) {
      report.notes.append(
        "a profile restores \(kept) at the next plug-in: --save changes it, gpsbridge config show names its file"
      )
    }
  }

  // MARK: - Undo

  /// Restores the entry from before the last change, if that change replaced it.
  func undo(into report: inout ConfigureReport) {
    guard let (name, before) = Self.last(session.store) else { return }
    do throws(ToolError) {
      guard try ProfileFile.change(session.table, { $0[name] = before }) else { return }
    } catch {
      report.profileFailure = error
      return
    }
    report.notes.append(Self.words(name, isGone: before == nil))
  }

  /// Reports what would be restored.
  func rehearseUndo(_ store: SettingStore?, into report: inout ConfigureReport) {
    guard let (name, before) = Self.last(store) else { return }
    report.notes.append("would be: " + Self.words(name, isGone: before == nil))
  }

  // MARK: - Entry

  /// The keys of the stored data: the receiver's name, and its entry before the change.
  private static let receiver = "receiver"
  private static let before = "before"

  /// The receiver's name, and its entry before the last change; nil if that change did not affect it.
  private static func last(_ store: SettingStore?) -> (name: String, before: JSON5?)? {
    let entry = store?.lastProfile.flatMap { try? JSON5Reader.read($0) }
    return entry?[receiver]?.text.map { ($0, entry?[before]) }
  }

  private static func entry(_ name: String, _ before: JSON5?) -> [UInt8] {
    var entry = JSON5(content: .object([]))
    entry[receiver] = JSON5(content: .string(name))
    entry[Self.before] = before
    return Array("\(entry.json)\n".utf8)
  }

  private static func words(_ name: String, isGone: Bool) -> String {
    isGone
      ? "no longer restored at each plug-in: profile \(quoted(name))"
      : "restored at each plug-in as before: profile \(quoted(name))"
  }

  private static func quoted(_ name: String) -> String { "\"\(VisibleText.escaped(name.utf8))\"" }

  /// The place of the receiver as settings files name it; nil for a simulated one.
  private var name: String? {
    guard let place = session.receiver.place, !place.isSimulated else { return nil }
    return place.key == place.node ? place.node : "path:\(place.key)"
  }
}
