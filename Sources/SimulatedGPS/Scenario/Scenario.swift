public import GPSBridge

/// Everything that makes a simulated receiver what it is: place and time, journey, sky, dialect, faults, and a seed.
///
/// There are ready-made ones, and all of them can be changed:
///
/// ```swift
/// var scenario = Scenario.drive
/// scenario.dialect = .sirf
/// scenario.seed = 7
/// scenario.events = Story {
///   Story.Wait(for: .seconds(90))
///   Story.Enter(.tunnel, for: .seconds(30))
/// }.events
/// ```
public struct Scenario: Sendable {
  /// The scenario's name.
  public let name: String
  /// The place at which the journey begins.
  public var place = Place.munich
  /// When; whole seconds count.
  public var start = UTC(secondsSince1970: 1_795_158_480)
  /// The journey.
  public var journey = Journey.still
  /// The receiver's memory when it is plugged in.
  public var powerUp = PowerUp.hot
  /// The surroundings, unless an event says otherwise.
  public var surroundings = Surroundings.open
  /// How it speaks.
  public var dialect = Dialect.ublox9
  /// Fixes a second: one of ``rates`` that the dialect can keep; nil as the dialect has it.
  public var rate: Double?
  /// The number of epochs from one GSV to the next; nil as the dialect has it.
  public var skyPeriod: Int?
  /// Bits per second of its line; nil as the dialect has it.
  public var speed: Int?
  /// Bits per second at which the host listens; nil: always the right ones.
  public var hostSpeed: Int?
  /// The language of a u-blox as built; other receivers speak sentences, whatever stands here.
  public var language = Language.nmea
  /// Faults of a u-blox that last from the beginning to the end.
  public var receiverFaults: Set<ReceiverFault> = []
  /// The reaction to commands.
  public var commandSupport = CommandSupport.obeys
  /// The day that begins behind a leap second; nil if there is none.
  public var leapSecond: CivilDate?
  /// The name of its node.
  public var device = "ttyACM0"
  /// The events, in any order.
  public var events: [Event] = []
  /// The seed of chance: the same seed gives the same bytes.
  public var seed: UInt64 = 1
  /// The name of the file that the route came from, and the speed along it, for the text form.
  var routeName: String?
  var pace: Double?

  /// Makes a scenario that has nothing special: a receiver on a desk under an open sky.
  public init(name: String = "static") { self.name = name }

  /// The same scenario with a story of yours in the place of its own.
  public func telling(@Story.Builder _ steps: () -> [any Story.Step]) -> Scenario {
    var scenario = self
    scenario.events = Story(steps).events
    return scenario
  }

  /// The rates there are, in fixes a second: all have whole hundredths of a second between them.
  public static let rates: [Double] = [0.1, 0.2, 0.5, 1, 2, 4, 5, 10, 20, 25]

  /// Nanoseconds between epochs: the rate that was asked for, as far as the dialect can keep it.
  var interval: Int64 {
    guard let rate, rate > 0 else { return dialect.interval }
    let nearest = Self.rates.min { abs($0 - rate) < abs($1 - rate) } ?? 1
    return max(Int64(1e9 / nearest + 0.5), dialect.shortestInterval)
  }
}

/// The rate that a dialect and its line can carry.
extension Scenario {
  /// Seconds from fix to fix, where the dialect can't keep the rate that was asked for; nil where it can.
  package var shortestInterval: Double? {
    guard let rate, rate > 0, 1e9 / rate < Double(dialect.shortestInterval) - 1 else { return nil }
    return Double(dialect.shortestInterval) / 1e9
  }

  /// Fixes a second that the line carries, where it can't carry all of them; nil where it can.
  ///
  /// A receiver of the same manner is run for some simulated seconds, and its sentences are counted.
  package var carriedRate: Double? {
    guard let bits = speed ?? dialect.speed else { return nil }
    var probe = Scenario()
    (probe.dialect, probe.rate, probe.speed, probe.skyPeriod) = (dialect, rate, bits, skyPeriod)
    probe.language = language
    var engine = SimulatedReceiverEngine(probe)
    let (warmUp, end) = (20, 60)
    var count = 0
    for second in 1...end {
      for case .bytes(let chunk) in engine.advance(to: .seconds(second)) where second > warmUp {
        count += epochs(in: chunk.bytes)
      }
    }
    let carried = Double(count) / Double(end - warmUp)
    return carried < 0.95 * 1e9 / Double(interval) ? carried : nil
  }

  /// Every dialect sends one RMC with each epoch, and in its own language a u-blox one NAV-SOL or NAV-PVT.
  private func epochs(in bytes: [UInt8]) -> Int {
    guard language == .nmea else {
      return bytes.indices.count {
        bytes[$0...].starts(with: [0xB5, 0x62, 0x01, dialect == .ublox6 ? 0x06 : 0x07])
      }
    }
    return bytes.split(separator: UInt8(ascii: "$")).count { $0.dropFirst(2).starts(with: "RMC,".utf8) }
  }
}
