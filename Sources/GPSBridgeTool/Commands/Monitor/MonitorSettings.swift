internal import Glibc
internal import GPSBridge

/// What the command line and the environment say about a monitor.
struct MonitorSettings {
  var view = MonitorView()
  var options = MonitorOptions()
  var rules: TerminalRules
  var isLine: Bool
  var isOnce: Bool
  /// Frames a second, at most.
  var frames = 10

  init(_ parsed: ParsedArguments) throws(Complaint) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    isOnce = parsed.has(.once)
    isLine =
      parsed.has(.line) || !isOnce && !(isTerminal && TerminalRules.canDraw(on: Self.environment("TERM")))
    guard !(isOnce && parsed.has(.line)) else {
      throw Usage.contradiction("--once prints a screen, and --line prints lines", "leave out one of them")
    }
    let colour = parsed.value(of: .colour).flatMap(TerminalRules.ColourChoice.init) ?? .auto
    rules = TerminalRules(
      colour: colour, isASCII: parsed.has(.ascii), isTerminal: isTerminal, environment: Self.environment)
    view.units = parsed.value(of: .units).flatMap(Units.init) ?? Units.usual(Self.environment)
    view.coordinates = parsed.value(of: .coordinates).flatMap(CoordinateStyle.init) ?? .dd
    view.hasNoSky = parsed.has(.noSky)
    options.isPlain = rules.isPlain
    let zone = Self.zone(at: SystemTime().utcSeconds)
    options.zoneAhead = zone.ahead
    options.zoneName = zone.name
    if let text = parsed.value(of: .frames) { frames = try Self.frames(text) }
  }

  private static func frames(_ text: String) throws(Complaint) -> Int {
    guard let frames = Int(text), 1...30 ~= frames else {
      throw Usage.wrongForm(
        .frames, text, expected: "expected a whole number from 1 to 30", "write --rate 10")
    }
    return frames
  }

  static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The zone of the clock on the wall, as it is now.
  private static func zone(at utcSeconds: Double) -> (ahead: Int, name: String) {
    var seconds = time_t(utcSeconds)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return (0, "UTC") }
    let name = unsafe local.tm_zone.map { unsafe String(cString: $0) } ?? ""
    return unsafe (Int(local.tm_gmtoff), name.isEmpty ? "UTC" : ShownText.of(name.utf8))
  }
}
