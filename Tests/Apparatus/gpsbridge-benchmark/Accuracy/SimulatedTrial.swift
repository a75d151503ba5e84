import GNSS
import GPSBridge
import GPSGeodesy
import SimulatedGPS

/// Where a simulated receiver is.
struct Environment {
  let name: String
  let scenario: Scenario

  init(_ name: String, _ journey: Scenario, _ surroundings: Scenario.Surroundings = .open) {
    self.name = name
    var scenario = journey
    scenario.surroundings = surroundings
    self.scenario = scenario
  }

  static let all = [
    Environment("open sky, still", .staticDesk), Environment("open sky, walk", .walk),
    Environment("open sky, drive", .drive), Environment("open sky, boat", .boat),
    Environment("open sky, flight", .flight), Environment("forest, walk", .walk, .forest),
    Environment("canyon, walk", .walk, .canyon), Environment("indoors, still", .staticDesk, .indoors),
  ]
}

/// A receiver by what it states about its accuracy.
enum ReceiverKind: String, CaseIterable {
  case ublox9 = "ublox9"
  case ublox6 = "ublox6"
  case sirf = "sirf"
  case deviations = "ublox9 GST"
  case binary = "ublox9 UBX"
  case garmin = "garmin"
  case bare = "RMC alone"

  var dialect: Dialect {
    switch self {
    case .ublox6: .ublox6
    case .sirf, .bare: .sirf
    case .garmin: .garmin
    case .ublox9, .deviations, .binary: .ublox9
    }
  }
}

/// One simulated receiver, and the true error of each of its positions.
struct SimulatedTrial {
  private var engine: SimulatedReceiverMachine
  private var decoder: FixDecoder
  private let kind: ReceiverKind
  private var line: [UInt8] = []
  /// True positions by time of day; a fix is reported within some seconds of its moment.
  private var truth: [TimeOfDay: Coordinate] = [:]

  init(_ environment: Environment, _ kind: ReceiverKind, seed: UInt64) {
    var scenario = environment.scenario
    scenario.dialect = kind.dialect
    scenario.seed = seed
    if kind == .binary { scenario.language = .ubx }
    engine = SimulatedReceiverMachine(scenario)
    decoder = FixDecoder(.recording())
    self.kind = kind
  }

  mutating func run(minutes: Int) -> AccuracyTally {
    var tally = AccuracyTally()
    let model = AccuracyModel.standard
    var now = Duration.zero
    var asked = false
    while now < .seconds(minutes * 60) {
      now += .milliseconds(100)
      let emissions = engine.advance(to: now)
      if kind == .deviations, !asked, now > .seconds(1) {
        asked = true
        engine.receive(Array("$PUBX,40,GST,1,1,1,1,1,0*5A\r\n".utf8).span)
      }
      if let epoch = engine.lastEpoch, let time = epoch.timeOfDay {
        truth[time] = Coordinate(latitude: epoch.truth.latitude, longitude: epoch.truth.longitude)
      }
      decoder.decode(kept(emissions.bytes).span) { output in
        guard case .fix(let fix) = output, fix.mode != .none, let place = fix.coordinate,
          let time = fix.timeOfDay ?? fix.time?.timeOfDay, let meant = truth[time]
        else { return }
        tally.add(error: place.distance(to: meant), model.estimate(fix))
      }
    }
    return tally
  }

  /// Removes all lines but RMC for ``ReceiverKind/bare``.
  private mutating func kept(_ bytes: [UInt8]) -> [UInt8] {
    guard kind == .bare else { return bytes }
    var kept: [UInt8] = []
    for byte in bytes {
      line.append(byte)
      guard byte == UInt8(ascii: "\n") else { continue }
      if line.dropFirst(3).starts(with: "RMC".utf8) { kept += line }
      line.removeAll()
    }
    return kept
  }
}
