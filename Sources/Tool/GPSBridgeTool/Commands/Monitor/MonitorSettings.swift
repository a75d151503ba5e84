internal import GPSFormats
internal import Glibc
internal import GPSBridge
internal import TerminalKit
internal import GPSBase

/// The monitor's settings from the command line and the environment.
struct MonitorSettings {
  let table: CommandTable
  var view = MonitorView()
  var options = MonitorOptions()
  var rules: TerminalRules
  var isLine: Bool
  var isOnce: Bool
  /// The maximum number of frames per second.
  var frames = 10
  /// Whether to hold the position while the receiver is stationary.
  var isHolding = false
  /// Whether receivers are queried for their condition.
  var asks = true
  /// The options of the recording; nil without one.
  var recording: RecordOptions?

  init(_ parsed: ParsedArguments, _ source: SourceName) throws(ToolError) {
    table = parsed.table
    let isTerminal = isatty(STDOUT_FILENO) == 1
    isOnce = parsed.has(.once)
    isLine =
      parsed.has(.line)
      || !isOnce && !(isTerminal && TerminalRules.canDraw(on: UserFolders.environment("TERM")))
    guard !(isOnce && parsed.has(.line)) else {
      throw Usage.contradiction("--once prints a screen, and --line prints lines", "leave out one of them")
    }
    let color = parsed.value(of: .color).flatMap(TerminalRules.ColorChoice.init) ?? .auto
    rules = TerminalRules(
      color: color, isASCII: parsed.has(.ascii), isTerminal: isTerminal, environment: UserFolders.environment)
    view.units = parsed.value(of: .units).flatMap(Units.init) ?? Units.usual(UserFolders.environment)
    view.coordinates = parsed.value(of: .coordinates).flatMap(CoordinateStyle.init) ?? .dd
    view.destination = parsed.place(of: .destination)
    view.hasNoSky = parsed.has(.noSky)
    options.isPlain = rules.isPlain
    let zone = Self.zone(at: SystemTime().utcSeconds)
    options.zoneAhead = zone.ahead
    options.zoneName = zone.name
    if let text = parsed.value(of: .frames) { frames = try Self.frames(text) }
    isHolding = parsed.value(of: .filter) == "static"
    asks = !parsed.has(.noQuestions)
    recording = try Self.recording(parsed, source)
  }

  private static func recording(
    _ parsed: ParsedArguments, _ source: SourceName
  ) throws(ToolError) -> RecordOptions? {
    guard let output = parsed.argument(of: .recordBeside) else {
      if parsed.has(.force) {
        throw Usage.contradiction("--force needs --record", "leave it out, or add --record FILE")
      }
      return nil
    }
    for flag in [Flag.once, .json] where parsed.has(flag) {
      throw Usage.contradiction(
        "--record can't be combined with --\(flag.name)",
        "gpsbridge record -o \(output.shown) records without a screen")
    }
    if case .file = source {
      throw Usage.contradiction(
        "--record needs a receiver, but \(source.shown) is a recording",
        "leave it out; it is recorded already")
    }
    guard output.text != "-" else {
      throw Usage.wrongForm(
        .recordBeside, "-", expected: "a file or a folder is expected; lines go to standard output here",
        "write it like --record walk.gbr")
    }
    return RecordOptions(source, to: output.bytes, overwrites: parsed.has(.force))
  }

  private static func frames(_ text: String) throws(ToolError) -> Int {
    guard let frames = Int(text), 1...30 ~= frames else {
      throw Usage.wrongForm(
        .frames, text, expected: "expected a whole number from 1 to 30", "write --rate 10")
    }
    return frames
  }

  /// The current offset and name of the local time zone.
  private static func zone(at utcSeconds: Double) -> (ahead: Int, name: String) {
    var seconds = time_t(utcSeconds)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return (0, "UTC") }
    let name = unsafe local.tm_zone.map { unsafe String(cString: $0) } ?? ""
    return unsafe (Int(local.tm_gmtoff), name.isEmpty ? "UTC" : VisibleText.escaped(name.utf8))
  }
}
