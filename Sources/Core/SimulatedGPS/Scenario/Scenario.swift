public import GPSBridge

/// All properties of a simulated receiver: place and time, journey, sky, dialect, faults, and a seed.
///
/// Predefined scenarios exist, and all of them can be changed:
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
  /// The start time, in whole seconds.
  public var start = UTC(secondsSince1970: 1_795_158_480)
  /// The journey.
  public var journey = Journey.still
  /// The receiver's memory when it is plugged in.
  public var powerUp = PowerUp.hot
  /// The surroundings when no event changes them.
  public var surroundings = Surroundings.open
  /// The dialect of the receiver.
  public var dialect = Dialect.ublox9
  /// Fixes per second: one of ``rates`` that the dialect supports; nil for the dialect's default.
  public var rate: Double?
  /// The number of epochs from one GSV to the next; nil for the dialect's default.
  public var skyPeriod: Int?
  /// Bits per second of its line; nil for the dialect's default.
  public var speed: Int?
  /// Bits per second at which the host receives; nil if they always match the receiver.
  public var hostSpeed: Int?
  /// The output that is dropped if the line can't carry all; nil for the dialect's own behavior.
  public var overflow: Overflow?
  /// The default output protocol of a u-blox; other receivers send sentences in any case.
  public var language = Language.nmea
  /// Faults of a u-blox that last for the whole run.
  public var receiverFaults: Set<ReceiverFault> = []
  /// The reaction to commands.
  public var commandSupport = CommandSupport.obeys
  /// The day after a leap second; nil without a leap second.
  public var leapSecond: CivilDate?
  /// The name of its device node.
  public var device = "ttyACM0"
  /// The events, in any order.
  public var events: [Event] = []
  /// The random seed; the same seed gives the same bytes.
  public var seed: UInt64 = 1
  /// The name of the route's file, and the speed along the route, for the text form.
  var routeName: String?
  var pace: Double?

  /// Creates a default scenario: a receiver on a desk under an open sky.
  public init(name: String = "static") { self.name = name }

  /// Returns this scenario with its events replaced by a story of your own.
  public func telling(@Story.Builder _ steps: () -> [any Story.Step]) -> Scenario {
    var scenario = self
    scenario.events = Story(steps).events
    return scenario
  }

  /// The supported rates in fixes per second; their intervals are whole hundredths of a second.
  public static let rates: [Double] = [0.1, 0.2, 0.5, 1, 2, 4, 5, 10, 20, 25]

  /// Nanoseconds between epochs, for the requested rate or the closest that the dialect supports.
  var interval: Int64 {
    guard let rate, rate > 0 else { return dialect.interval }
    let nearest = Self.rates.min { abs($0 - rate) < abs($1 - rate) } ?? 1
    return max(Int64(1e9 / nearest + 0.5), dialect.shortestInterval)
  }
}
