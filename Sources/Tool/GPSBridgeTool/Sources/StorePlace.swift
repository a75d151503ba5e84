internal import GPSBase
internal import GPSStore
internal import Glibc
internal import GPSSystemCalls
internal import TerminalKit

/// The file of a track store that an argument names: a path, or `auto` for the one of the settings, or else the one in the
/// folder of stored data.
enum StorePlace {
  /// The path of a store that is read.
  static func path(_ name: [UInt8], _ settings: FlagSettings? = nil) throws(ToolError) -> String {
    guard name == auto else { return try file(name) }
    if let file = try chosen(settings) { return try path(file) }
    return try folder() + "/track.db"
  }

  /// The path of a store that is a file of this name.
  static func file(_ name: [UInt8]) throws(ToolError) -> String {
    guard !name.isEmpty, !name.contains(0), let path = String(validating: name, as: UTF8.self) else {
      throw ToolError(
        code: "malformed_name", exit: .usage,
        message: "a store can't be called \(VisibleText.escaped(name))",
        reason: nil, hint: "choose a name in UTF-8, or --store auto")
    }
    return path
  }

  private static let auto = Array("auto".utf8)

  /// The file that the settings choose for `auto`.
  private static func chosen(_ settings: FlagSettings?) throws(ToolError) -> [UInt8]? {
    let settings = if let settings { settings } else { try Configuration.load(.gpsbridge).store }
    guard let file = settings[.storeSetting]?.values.last, file != "auto" else { return nil }
    return Array(file.utf8)
  }

  /// The path of a store that is written: the folder of `auto` is made.
  static func writtenPath(_ name: [UInt8], _ settings: FlagSettings? = nil) throws(ToolError) -> String {
    if name == auto, try chosen(settings) == nil {
      let folder = try folder()
      do throws(Errno) { try Kernel.makeFolder(Array(folder.utf8)) } catch {
        throw OutputFailure.opening(error.rawValue, VisibleText.escaped(folder.utf8))
      }
    }
    return try path(name, settings)
  }

  /// Refuses a file to write that belongs to a store, or would have its name.
  static func refuse(_ output: [UInt8], asPartOf path: String, _ flag: String = "-o") throws(ToolError) {
    for end in ["", "-wal", "-shm", "-lock"] {
      let part = Array((path + end).utf8)
      if part != output {
        guard case .success(let from) = PathCall.look(part, followsLinks: true),
          case .success(let to) = PathCall.look(output, followsLinks: true),
          from.st_dev == to.st_dev, from.st_ino == to.st_ino
        else { continue }
      }
      throw ToolError(
        code: "same_file", exit: .usage,
        message: "\(VisibleText.escaped(output)) belongs to a track store",
        reason: "the store is \(VisibleText.escaped(path.utf8))", hint: "choose another name for \(flag)")
    }
  }

  private static func folder() throws(ToolError) -> String {
    if let folder = UserFolders.state { return folder }
    throw ToolError(
      code: "no_state_folder", exit: .usage, message: "--store auto has no folder",
      reason: "neither XDG_STATE_HOME nor HOME names one", hint: "set HOME, or name a file")
  }
}

extension ToolError {
  /// The complaint about a store that is written.
  init(writing error: StoreError) {
    let (exit, hint): (ExitCode, String) =
      switch error.code {
      case .busy: (.busy, "end that program, or name another file")
      case .readOnly: (.permissionDenied, "check who may write the file and its folder")
      case .notFound: (.notFound, "make the folder, or name a file in another one")
      case .notAStore: (.usage, "name another file")
      case .newerVersion: (.usage, "use the program that made it")
      case .damaged: (.unexpected, "gpsbridge track repair makes one of what can be read")
      case .diskFull: (.unexpected, "free space there, or name a file on another disk")
      default: (.unexpected, "check the disk")
      }
    self.init(
      code: error.code.rawValue, exit: exit,
      message: "no track can be kept in \(VisibleText.escaped(error.path.utf8))", reason: error.reason,
      hint: error.remedy ?? hint)
  }

  /// The complaint about a store that is read.
  init(reading error: StoreError) {
    let (exit, hint): (ExitCode, String) =
      switch error.code {
      case .busy: (.busy, "try again")
      case .readOnly: (.permissionDenied, "read it as the user that writes it, such as with sudo")
      case .notFound: (.notFound, "gpsbridge record --store auto makes one; --store FILE names another one")
      case .notAStore: (.usage, "name another file")
      case .newerVersion: (.usage, "use the program that made it")
      case .damaged: (.unexpected, "gpsbridge track repair makes one of what can be read")
      case .failed where error.reason == Errno.accessDenied.words:
        (.permissionDenied, "read it as the user that writes it, such as with sudo")
      default: (.unexpected, "check the disk")
      }
    self.init(
      code: error.code.rawValue, exit: exit,
      message: "no track can be read from \(VisibleText.escaped(error.path.utf8))", reason: error.reason,
      hint: error.remedy ?? hint)
  }
}
