import SimulatedGPS
import TestSupport

/// A simulated receiver behind a port, whose time passes at about its real pace, when a test lets it.
final class Cable {
  private let port: PseudoTerminal
  private var engine: SimulatedReceiverMachine
  /// What must have been printed before the receiver is carried on, one after the other.
  private let signs: [String]
  private let last: String?
  private var isUnplugged = false
  private var backlog: [UInt8] = []
  private var due = ContinuousClock.now

  /// Seconds in one place, at least.
  private static let rest = 8.0
  /// The pause between two epochs that are dated a second apart: a shorter one than half of that is a backlog.
  private static let pause = Duration.milliseconds(600)

  /// Plugs a receiver in that plays a scenario.
  convenience init(_ scenario: Scenario) throws { try self.init(scenario, signs: [], last: nil) }

  /// Plugs a receiver in that stands at 48° north, and is carried so many thousandths of a degree away from there when
  /// something is printed; a last text pulls the plug.
  ///
  /// Its fourth decimal is the same in each fix, cut off or rounded: with this seed, the fixes of the first half minute
  /// lie 0.8 to 2.3 m north of the place, and so about 2 m from where that decimal changes.
  convenience init(carried steps: [(thousandths: Int, sign: String)] = [], unpluggedAt last: String? = nil)
    throws
  {
    var scenario = Scenario(name: "carried")
    scenario.seed = 3
    scenario.place = Scenario.Place(
      latitude: 48.00001, longitude: 11.50002, altitude: 545.4, geoidSeparation: 46.9)
    let places = [0] + steps.map(\.thousandths)
    scenario.journey = .custom { time in
      let thousandths = places[min(max(0, Self.place(at: time)), steps.count)]
      return Scenario.Motion(
        latitude: 48.00001 + Double(thousandths) / 1000, longitude: 11.50002, altitude: 545.4)
    }
    try self.init(scenario, signs: steps.map(\.sign), last: last)
  }

  private init(_ scenario: Scenario, signs: [String], last: String?) throws {
    self.signs = signs
    self.last = last
    // Who does not read may have ended.
    port = try PseudoTerminal(waiting: .zero)
    engine = SimulatedReceiverMachine(scenario)
  }

  var path: String { port.path }

  /// Which place it is at after so many seconds; between two fixes it goes on, so that none of them sees it in flight.
  private static func place(at seconds: Double) -> Int { Int((seconds + 0.5) / rest) }

  /// Lets it say what it says in a second, in view of what the program has printed.
  ///
  /// It says nothing before a program listens, nor while there is no room for what it has said.
  func pass(_ printed: String) throws {
    // Until it has opened the port, that would send back what it is told.
    guard !isUnplugged, try !port.isInLines() else { return }
    if let last, printed.contains(last) {
      isUnplugged = true
      return port.unplug()
    }
    let next = engine.now + .seconds(1)
    let place = Self.place(at: Double(next.components.seconds))
    guard .now >= due, try sendBacklog(), signs.prefix(place).allSatisfy(printed.contains) else { return }
    for emission in engine.advance(to: next) {
      if case .bytes(let chunk) = emission { backlog += chunk.bytes }
    }
    due = .now + Self.pause
    _ = try sendBacklog()
  }

  /// Whether all has gone.
  private func sendBacklog() throws -> Bool {
    do {
      try port.write(backlog)
      backlog = []
    } catch PseudoTerminal.Failure.timedOut(let sent, _) {
      backlog.removeFirst(sent)
    }
    return backlog.isEmpty
  }
}
