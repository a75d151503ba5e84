internal import GPSBridge
internal import SimulatedGPS
internal import GPSBase

/// Refuses a rate that a simulated receiver can't produce, instead of lowering it silently.
enum SimulatedRate {
  /// How the user named the receiver: as an operand of `simulate`, or as a source.
  enum Form {
    case scenario
    case source
  }

  /// Refuses a rate above the receiver's maximum, and prints a note about one that exceeds the line speed.
  static func check(_ scenario: Scenario, _ form: Form, named text: String) throws(ToolError) {
    guard let rate = scenario.rate else { return }
    let asked = HumanText.shortest(rate)
    if let interval = scenario.shortestInterval {
      throw ToolError(
        code: "impossible_rate", exit: .usage,
        message: "\(scenario.dialect.name) can't send \(asked) fixes a second",
        reason: interval > 1
          ? "receivers of that kind send one in \(HumanText.shortest(interval)) s"
          : "receivers of that kind send \(HumanText.shortest(1 / interval)) a second at most",
        remedy: form == .scenario
          ? "request less, or use another --dialect, such as ublox9" : "request less, or dialect=ublox9")
    }
    guard let carried = scenario.carriedRate else { return }
    let name = VisibleText.escaped(text.prefix { $0 != "?" }.utf8)
    ErrorReport.say(
      "note: its line carries \(HumanText.shortest(carried)) of \(asked) fixes a second;"
        + " '\(name)?speed=115200' has a faster one\n")
  }

  /// Checks each receiver that a source names.
  ///
  /// An invalid text is refused by the code that opens it.
  static func check(source text: String) throws(ToolError) {
    guard let scenarios = try? SimulatedSource.scenarios(text) else { return }
    for scenario in scenarios { try check(scenario, .source, named: text) }
  }
}

/// The scenarios of a source such as `sim:drive?route=way.gpx`.
enum SimulatedSource {
  fileprivate static func scenarios(_ text: String) throws(ScenarioError) -> [Scenario] {
    try Scenario.receivers(parsing: text, loadingRoute: route)
  }

  /// The bytes of a route's file.
  static func route(_ path: String) throws(ToolError) -> [UInt8] {
    if let bytes = try SmallFile.read(Array(path.utf8)) { return bytes }
    throw OpenFailure.complaint(2, Array(path.utf8))
  }
}

/// A text that selects more than one simulated receiver: `sim:multi`.
enum SimulatedSeveral {
  struct One {
    var receiver: Receiver
    var name: String
  }

  /// The receivers, each at its own place; nil unless the text selects several.
  static func open(_ text: String) throws(ToolError) -> [One]? {
    // An invalid text is refused by the code that opens one receiver.
    guard let all = try? Simulation.receivers(named: text), all.count > 1 else { return nil }
    try SimulatedRate.check(source: text)
    return all.map { One(receiver: $0.receiver, name: $0.place.key) }
  }
}
