internal import GPSBase
internal import GPSBridge

/// Scenarios as text: `sim:drive?seed=7&dialect=sirf`.
///
/// The name is followed by settings, in any order, each at most once. Values may contain `%20` and the like.
extension Scenario {
  /// Parses a text that names one receiver: `sim:NAME` or `sim:NAME?key=value&key=value`.
  ///
  /// `load` returns the bytes of the GPX file that `route` names; without it, routes are rejected.
  public init(
    parsing text: String, loadingRoute load: ((String) throws -> [UInt8])? = nil
  ) throws(ScenarioError) {
    let scenarios = try Scenario.receivers(parsing: text, loadingRoute: load)
    guard scenarios.count == 1 else {
      throw ScenarioError(
        .severalReceivers, "\(text) has \(scenarios.count) receivers; name a scenario with one")
    }
    self = scenarios[0]
  }

  /// Parses a text; `sim:multi` names several receivers, any other name one.
  public static func receivers(
    parsing text: String, loadingRoute load: ((String) throws -> [UInt8])? = nil
  ) throws(ScenarioError) -> [Scenario] {
    guard text.hasPrefix("sim:") else {
      throw ScenarioError(
        .notScenario, "\"\(text)\" is not a scenario; expected sim:NAME, such as sim:drive?seed=7")
    }
    let rest = text.dropFirst(4)
    let name = String(rest.prefix { $0 != "?" })
    var scenarios: [Scenario]
    if let known = Scenario(named: name) {
      scenarios = [known]
    } else if name == "multi" {
      scenarios = multi
    } else {
      let names = (all.map(\.name) + ["multi"]).joined(separator: " ")
      throw ScenarioError(.unknownName, "there is no scenario \"\(name)\"; there are \(names)")
    }
    let settings = try Self.settings(rest.dropFirst(name.count + 1))
    for index in scenarios.indices {
      for setting in ScenarioSetting.all {
        guard let value = settings[setting.key] else { continue }
        guard setting.set(&scenarios[index], value) else {
          throw ScenarioError(
            .badValue, "\(setting.key)=\(value) is not understood; expected \(setting.expected)")
        }
      }
      if let route = settings["route"] {
        try scenarios[index].takeRoute(route, load)
      } else if settings["pace"] != nil {
        throw ScenarioError(.badValue, "pace is for a route; add route=FILE.gpx, or leave it out")
      }
      // Receivers on one car have independent noise and separate places.
      scenarios[index].seed &+= UInt64(index)
      if index > 0, settings["device"] != nil { scenarios[index].device += "-\(index + 1)" }
    }
    return scenarios
  }

  private static func settings(_ text: Substring) throws(ScenarioError) -> [String: String] {
    var settings: [String: String] = [:]
    for part in text.split(separator: "&", omittingEmptySubsequences: true) {
      let key = String(part.prefix { $0 != "=" })
      guard key == "route" || ScenarioSetting.all.contains(where: { $0.key == key }) else {
        let keys = (ScenarioSetting.all.map(\.key) + ["route"]).joined(separator: " ")
        throw ScenarioError(.unknownKey, "there is no setting \"\(key)\"; there are \(keys)")
      }
      guard let value = PercentText.decoded(part.dropFirst(key.count + 1)) else {
        throw ScenarioError(.badValue, "\(part) has a % without two hexadecimal digits after it; write %25")
      }
      guard settings.updateValue(value, forKey: key) == nil else {
        throw ScenarioError(.repeatedKey, "\(key) appears twice; write it once")
      }
    }
    return settings
  }

  private mutating func takeRoute(
    _ name: String, _ load: ((String) throws -> [UInt8])?
  ) throws(ScenarioError) {
    guard let load else {
      throw ScenarioError(.badRoute, "route=\(name): files are not read here; pass the route in code")
    }
    do {
      let bytes = try load(name)
      let route = try Scenario.Route(gpx: bytes.span)
      journey = .route(route, speed: pace)
      place = Scenario.Place(
        latitude: route.start.latitude, longitude: route.start.longitude, altitude: route.start.altitude,
        geoidSeparation: place.geoidSeparation)
      routeName = name
    } catch { throw ScenarioError(.badRoute, "route=\(name): \(error)") }
  }

  /// The text that names this scenario; nil if text can't express it, such as code or custom events.
  public var text: String? {
    if case .custom = journey { return nil }
    if case .greatCircle = journey { return nil }
    if case .route = journey, routeName == nil { return nil }
    guard let base = Scenario(named: name), base.events == events, base.surroundings == surroundings,
      base.leapSecond == leapSecond
    else { return nil }
    var parts: [String] = []
    for setting in ScenarioSetting.all {
      guard let value = setting.get(self), value != setting.get(base) else { continue }
      parts.append("\(setting.key)=\(PercentText.encoded(value))")
    }
    if let routeName { parts.append("route=\(PercentText.encoded(routeName))") }
    return "sim:\(name)" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }
}

/// Why a text does not name a scenario.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The text does not begin with `sim:`.
    public static let notScenario = Code(rawValue: "not_scenario")
    /// No scenario has this name.
    public static let unknownName = Code(rawValue: "unknown_name")
    /// No setting has this key.
    public static let unknownKey = Code(rawValue: "unknown_key")
    /// A setting has an invalid value.
    public static let badValue = Code(rawValue: "bad_value")
    /// A setting occurs twice.
    public static let repeatedKey = Code(rawValue: "repeated_key")
    /// The name stands for several receivers where one is expected.
    public static let severalReceivers = Code(rawValue: "several_receivers")
    /// The route could not be loaded.
    public static let badRoute = Code(rawValue: "bad_route")
  }

  /// The kind of error.
  public var code: Code
  /// A sentence with the cause, the expected form and the remedy.
  public var description: String

  init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
