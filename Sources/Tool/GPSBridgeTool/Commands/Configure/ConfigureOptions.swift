internal import GPSBridge
internal import GPSBase
internal import UBX

/// The settings and options of the command line.
struct ConfigureOptions {
  /// The task; exactly one.
  enum Task {
    case show
    /// Show the values of these messages.
    case get([Message])
    /// Apply the wishes and these messages.
    case set([Message])
    /// Restore the values from before the last change.
    case undo
    /// Write all settings to this file.
    case export(Argument)
    /// Apply this file.
    case bring(Argument)
    case reset(RestartKind)
  }

  let parsed: ParsedArguments
  var source: SourceName
  var task: Task
  /// The values to set, in order: the line speed first, since the others may need its bandwidth.
  var wishes: [SettingValue] = []
  var isDry: Bool { parsed.has(.dryRun) }
  var isSaved: Bool { parsed.has(.saveSettings) }
  /// Whether the wishes become the profile of the receiver's place.
  var savesProfile: Bool { isSaved && !profile.isEmpty && !parsed.has(.noProfile) }
  /// The wishes in the form of a settings file.
  var profile: [JSON5.Member] { WishReader.wishes(parsed) }
  var isRecords: Bool { parsed.has(.json) }
  var timeout: Duration? { parsed.duration(of: .answerTimeout) }
  /// The dialect given on the command line.
  var dialect: ReceiverDialect? {
    parsed.value(of: .setDialect).flatMap { ReceiverDialect(rawValue: $0.uppercased()) }
  }

  init(_ parsed: ParsedArguments) throws(ToolError) {
    (self.parsed, source) = (parsed, try parsed.source())
    let reader = SettingReader(parsed)
    wishes = try reader.values()
    let keys = try reader.keys()
    let others = try Self.tasks(parsed, reader)
    task = others.first ?? .set(keys)
    try check(others.count, sets: !wishes.isEmpty || !keys.isEmpty)
  }

  var isShow: Bool { if case .show = task { true } else { false } }

  /// The settings to show: the ones being set, or all.
  var kinds: Set<SettingKind> { isShow ? Set(SettingKind.allCases) : Set(wishes.map(\.kind)) }

  private static func tasks(_ parsed: ParsedArguments, _ reader: SettingReader) throws(ToolError) -> [Task] {
    var tasks: [Task] = []
    if parsed.has(.showSettings) { tasks.append(.show) }
    if parsed.has(.getKeys) { tasks.append(.get(try reader.asked())) }
    if parsed.has(.undoSettings) { tasks.append(.undo) }
    if let file = parsed.argument(of: .exportSettings) { tasks.append(.export(file)) }
    if let file = parsed.argument(of: .importSettings) { tasks.append(.bring(file)) }
    if let kind = parsed.value(of: .resetReceiver).flatMap(RestartKind.init) { tasks.append(.reset(kind)) }
    return tasks
  }

  private func check(_ others: Int, sets: Bool) throws(ToolError) {
    if isShow, sets || others > 1 {
      throw Usage.contradiction(
        "--show changes nothing, so it can't be combined with a setting", "leave one of them out")
    }
    if others > 1 || others == 1 && sets {
      throw Usage.contradiction(
        "--get, --undo, --export, --import and --reset can't be combined with settings or each other",
        "run gpsbridge configure once for each")
    }
    if others == 0, !sets {
      throw ToolError(
        code: "nothing_to_set", exit: .usage, message: "no setting was given",
        reason:
          "settings are --rate, --baud, --sentences, --constellations, and more: gpsbridge configure --help",
        remedy: "gpsbridge configure --show prints the current settings")
    }
    guard source.isLive else { throw LiveSource.refusal(of: source) }
    if source.isOnNetwork {
      throw ToolError(
        code: "unsupported", exit: .usage, message: "\(source.shown) belongs to a server on the network",
        reason: "nothing is sent to its receiver",
        remedy: "run configure on the machine whose port the receiver is plugged into")
    }
  }
}
