package import GPSBridgeTool
internal import GPSBase
package import GPSStore
internal import Glibc
internal import GPSSystemCalls

/// The file of a track store that an argument names: a path, or `auto` for the settings' store or otherwise the one in
/// the data folder.
package enum StorePlace {
  /// The path of a store to read; settings files are read only for `auto`.
  package static func path(_ name: [UInt8], _ table: CommandTable) throws(ToolError) -> String {
    name == auto ? try path(name, Configuration.load(table)[.store]) : try file(name)
  }

  /// The path of a store to read, according to the settings.
  package static func path(_ name: [UInt8], _ settings: FlagSettings) throws(ToolError) -> String {
    guard name == auto else { return try file(name) }
    if let file = chosen(settings) { return try path(file, settings) }
    return try folder() + "/track.db"
  }

  static func file(_ name: [UInt8]) throws(ToolError) -> String {
    guard !name.isEmpty, !name.contains(0), let path = String(validating: name, as: UTF8.self) else {
      throw ToolError(
        code: "malformed_name", exit: .usage, message: "a store can't be called \(VisibleText.escaped(name))",
        remedy: "choose a name in UTF-8, or --store auto")
    }
    return path
  }

  private static let auto = Array("auto".utf8)

  /// The file that the settings choose for `auto`.
  private static func chosen(_ settings: FlagSettings) -> [UInt8]? {
    guard let file = settings[.storeSetting]?.values.last, file != "auto" else { return nil }
    return Array(file.utf8)
  }

  /// The path of a store to write; the folder of `auto` is created.
  static func writtenPath(_ name: [UInt8], _ settings: FlagSettings) throws(ToolError) -> String {
    if name == auto, chosen(settings) == nil {
      let folder = try folder()
      do throws(Errno) { try Kernel.makeFolder(Array(folder.utf8)) } catch {
        throw OutputFailure.opening(error.rawValue, VisibleText.escaped(folder.utf8))
      }
    }
    return try path(name, settings)
  }

  /// Refuses to write a file that belongs to a store, or that would have its name.
  static func refuse(_ output: [UInt8], asPartOf path: String, _ flag: String = "-o") throws(ToolError) {
    for end in ["", "-wal", "-shm", "-lock"] {
      let part = Array((path + end).utf8)
      if part != output {
        guard let from = Kernel.node(part), let to = Kernel.node(output), from.isSame(as: to) else {
          continue
        }
      }
      throw ToolError(
        code: "same_file", exit: .usage, message: "\(VisibleText.escaped(output)) belongs to a track store",
        reason: "the store is \(VisibleText.escaped(path.utf8))", remedy: "choose another name for \(flag)")
    }
  }

  private static func folder() throws(ToolError) -> String {
    if let folder = UserFolders.state { return folder }
    throw ToolError(
      code: "no_state_folder", exit: .usage, message: "--store auto has no folder",
      reason: "neither XDG_STATE_HOME nor HOME names one", remedy: "set HOME, or name a file")
  }
}

extension ToolError {
  /// The complaint about a store to write.
  init(writing error: StoreError) {
    let own: (ExitCode, String)? =
      switch error.code {
      case .busy: (.busy, "end that program, or name another file")
      case .readOnly: (.permissionDenied, "check who may write the file and its folder")
      case .notFound: (.notFound, "make the folder, or name a file in another one")
      case .diskFull: (.unexpected, "free space there, or name a file on another disk")
      default: nil
      }
    self.init(error, "no track can be kept in", own)
  }

  package init(reading error: StoreError) {
    let isDenied = error.code == .failed && error.reason == Errno.accessDenied.words
    let own: (ExitCode, String)? =
      switch error.code {
      case .busy: (.busy, "try again")
      case .readOnly,
        _ where isDenied:
        (.permissionDenied, "read it as the user that writes it, such as with sudo")
      case .notFound: (.notFound, "gpsbridge record --store auto makes one; --store FILE names another one")
      default: nil
      }
    self.init(error, "no track can be read from", own)
  }

  /// The complaint about a store; texts in `own` replace the error's texts.
  private init(_ error: StoreError, _ words: String, _ own: (exit: ExitCode, remedy: String)?) {
    let (exit, remedy): (ExitCode, String) =
      switch error.code {
      case .notAStore: (.usage, "name another file")
      case .newerVersion: (.usage, "use the program that made it")
      case .damaged: (.unexpected, "gpsbridge track repair creates one from its readable positions")
      default: (.unexpected, "check the disk")
      }
    self.init(
      code: error.code.rawValue, exit: own?.exit ?? exit,
      message: "\(words) \(VisibleText.escaped(error.path.utf8))", reason: error.reason,
      remedy: error.remedy ?? own?.remedy ?? remedy)
  }
}

// MARK: - Settings

extension SettingsGroup {
  /// The track store: `store: { file: '/srv/track.db', keep: '3y', 'max-size': '4G', 'keep-free': '256M', commit: '10s' }`.
  package static let store = SettingsGroup(
    name: "store", content: "the settings of the track store", example: "{ keep: '3y', commit: '10s' }",
    help: { "the track store: " + Flag.ofStore.map { "\($0.name) (\($0.help))" }.joined(separator: "; ") },
    variable: (.storeSetting, "the track store that --store auto means: a path"), flags: { Flag.ofStore })
}

extension Flag {
  /// The settings of the track store, which are flags of no command.
  static let ofStore: [Flag] = [storeSetting, keep, mostBytes, keepFree, commit, restRadius]

  static let storeSetting = Flag(
    "file", "FILE|auto",
    form: Form("a path, or auto, is expected", example: "/srv/track.db") { $0.isEmpty ? nil : $0 },
    help: "the store of --store auto; by default track.db in the folder of stored data")
  fileprivate static let keep = Flag(
    "keep", "TIME", form: Form("days or years are expected, at least one day", example: "3y", span),
    help: "how long positions are kept, such as 3y; by default forever")
  fileprivate static let mostBytes = Flag(
    "max-size", "SIZE",
    form: Form("a size of 1M or more is expected", example: "4G") { text in
      Measure.bytes(text).flatMap { $0 >= 1 << 20 ? $0 : nil }
    }, help: "the largest size, such as 4G; the oldest positions are removed")
  fileprivate static let keepFree = Flag(
    "keep-free", "SIZE", form: .size, help: "the space on the disk to leave free; 256M by default")
  fileprivate static let commit = Flag(
    "commit", "TIME",
    form: Form("1s or 10s is expected", example: "10s") { text in
      DurationText.parse(text).flatMap { [.seconds(1), .seconds(10)].contains($0) ? $0 : nil }
    }, help: "1s or 10s: how much a power cut may take; longer saves flash memory")
  fileprivate static let restRadius = Flag(
    "rest-radius", "LENGTH",
    form: Form("a length from 1m to 1000m is expected", example: "60m") { text in
      Measure.meters(text).flatMap { (1...1000).contains($0) ? $0 : nil }
    },
    help: "the circle in which an anchored boat swings without making trips, such as 60m")

  /// A number of years, or a duration of a day or more.
  @Sendable fileprivate static func span(_ text: String) -> Duration? {
    if text.hasSuffix("y") {
      let digits = text.dropLast()
      guard digits.utf8.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        let years = Int64(digits), years > 0
      else { return nil }
      return .seconds(years * 31_557_600)
    }
    return DurationText.parse(text).flatMap { $0 >= .seconds(86_400) ? $0 : nil }
  }
}

extension FlagSettings {
  var limits: StoreLimits {
    var limits = StoreLimits()
    limits.keep = self[.keep]?.values.last.flatMap(Flag.span) ?? limits.keep
    limits.maxSize = self[.mostBytes]?.values.last.flatMap(Measure.bytes) ?? limits.maxSize
    limits.keepFree = self[.keepFree]?.values.last.flatMap(Measure.bytes) ?? limits.keepFree
    limits.restRadius = self[.restRadius]?.values.last.flatMap(Measure.meters)
    limits.commit = self[.commit]?.values.last.flatMap { DurationText.parse($0) } ?? limits.commit
    return limits
  }
}
