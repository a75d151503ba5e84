public import GPSBridge

/// All properties of a simulated receiver: place and time, journey, sky, dialect, faults, and a seed.
///
/// You can change every predefined scenario:
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
  /// The start time in whole seconds; nil, the default, for the current time of the receiver's clock.
  ///
  /// Set it in a test that compares times or satellites, or use a `ManualTime` with a chosen date. Without a
  /// clock, as in a ``SimulatedReceiverMachine`` or a ``StreamOutput``, or with a clock before 1980, such as
  /// `ManualTime()` or that of a computer that was never set, the start is 2026-11-20T07:08:00Z.
  public var start: UTC?
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
  /// The output that is dropped if the line is too slow; nil for the dialect's own behavior.
  package var overflow: Overflow?
  /// The default output protocol of a u-blox; other receivers send sentences in any case.
  public var language = Language.nmea
  /// Faults of a u-blox that last for the whole run.
  public var receiverFaults: Set<ReceiverFault> = []
  package var commandSupport = CommandSupport.obeys
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

  /// The years that a scenario may be in, in seconds since 1970.
  static let years: Range<Int64> = 315_532_800..<7_289_654_400

  /// The first second: ``start``, or a fixed one without a clock.
  package var beginning: UTC { start ?? UTC(secondsSince1970: 1_795_158_480) }

  /// Nanoseconds between epochs, for the requested rate or the closest that the dialect supports.
  var interval: Int64 {
    guard let rate, rate > 0 else { return dialect.interval }
    let nearest = Self.rates.min { abs($0 - rate) < abs($1 - rate) } ?? 1
    return max(Int64(1e9 / nearest + 0.5), dialect.shortestInterval)
  }

  /// A stationary receiver on a desk whose position drifts.
  public static let staticDesk = Scenario(name: "static")

  /// A walk around some blocks.
  public static let walk = Scenario(name: "walk") { $0.journey = .walk }

  /// A car in a town.
  public static let drive = Scenario(name: "drive") { $0.journey = .drive }

  /// A boat off Kiel, rocking a little.
  public static let boat = Scenario(name: "boat") {
    $0.journey = .boat
    $0.place = Place(latitude: 54.43, longitude: 10.2, altitude: 1.5, geoidSeparation: 41.2)
  }

  /// An airplane from Munich to Hamburg.
  public static let flight = Scenario(name: "flight") {
    $0.journey = .flight
    $0.place = Place(latitude: 48.3538, longitude: 11.7861, altitude: 453, geoidSeparation: 46)
  }

  /// A walk between tall buildings: few satellites and multipath.
  public static let canyon = Scenario(name: "canyon") {
    $0.journey = .walk
    $0.surroundings = .canyon
  }

  /// A car that drives through a tunnel, from 60 s to 100 s.
  public static let tunnel = Scenario(name: "tunnel") {
    $0.journey = .drive
    $0.events = [Event(from: .seconds(60), to: .seconds(100), .surroundings(.tunnel))]
  }

  /// A receiver that knows nothing when it is plugged in.
  public static let coldStart = Scenario(name: "coldstart") { $0.powerUp = .cold }

  /// A jammer that is near from the first to the second minute.
  public static let jam = Scenario(name: "jam") {
    $0.events = [Event(from: .seconds(60), to: .seconds(120), .fault(.jamming(decibels: 32)))]
  }

  /// A spoofer that imitates all satellites after a minute and leads the receiver astray.
  public static let spoof = Scenario(name: "spoof") {
    $0.events = [Event(from: .seconds(60), .fault(.spoofing(drift: 8, timeJump: 37)))]
  }

  /// A receiver whose week counter has rolled over: its dates are 1024 weeks in the past.
  public static let rollover = Scenario(name: "rollover") {
    $0.events = [Event(from: .zero, .fault(.rollover))]
  }

  /// The last minute of a year that ends with a leap second.
  public static let leapSecond = Scenario(name: "leapsecond") {
    $0.start = UTC(secondsSince1970: 1_798_761_540)
    $0.leapSecond = CivilDate(year: 2027, month: 1, day: 1)
  }

  /// The last minute of a day.
  public static let midnight = Scenario(name: "midnight") { $0.start = UTC(secondsSince1970: 1_795_219_140) }

  /// A cable that is pulled after a minute and returns ten seconds later under a different name.
  public static let unplug = Scenario(name: "unplug") {
    $0.events = [Event(from: .seconds(60), to: .seconds(70), .unplug(returnsAs: "ttyACM1"))]
  }

  /// A bad cable: noise, NULs, cut and glued sentences, wrong checksums, and binary messages in between.
  public static let garbage = Scenario(name: "garbage") {
    let damage: [(Fault, Double)] = [
      (.noise, 0.1), (.nulBytes, 0.05), (.wrongChecksum, 0.05), (.cut, 0.05), (.glued, 0.05), (.binary, 0.1),
      (.flippedBit, 0.03),
    ]
    $0.events = damage.map { Event(from: .zero, .fault($0, share: $1)) }
  }

  /// A SiRF that sends at 4800 Bd to a host that expects 9600 Bd.
  public static let wrongSpeed = Scenario(name: "wrongbaud") {
    $0.dialect = .sirf
    $0.device = "ttyUSB0"
    $0.hostSpeed = 9600
  }

  /// A receiver that is plugged in and sends nothing.
  public static let silent = Scenario(name: "silent") { $0.events = [Event(from: .zero, .fault(.silent))] }

  /// A receiver in a cellar, which receives a satellite or two, but never enough.
  public static let noFix = Scenario(name: "nofix") {
    $0.powerUp = .warm
    $0.surroundings = Surroundings(loss: 25)
  }

  /// All scenarios with a single receiver, from simple to difficult.
  public static let all: [Scenario] = [
    .staticDesk, .walk, .drive, .boat, .flight, .canyon, .tunnel, .coldStart, .jam, .spoof, .rollover,
    .leapSecond, .midnight, .unplug, .garbage, .wrongSpeed, .silent, .noFix,
  ]

  /// Three receivers of different makers on one car.
  public static let multi: [Scenario] = [
    Scenario(name: "multi") { $0.journey = .drive },
    Scenario(name: "multi") {
      $0.journey = .drive
      $0.dialect = .sirf
      $0.device = "ttyUSB0"
    },
    Scenario(name: "multi") {
      $0.journey = .drive
      $0.dialect = .mtk
      $0.device = "ttyUSB1"
    },
  ]

  private init(name: String, _ change: (inout Scenario) -> Void) {
    self.init(name: name)
    change(&self)
  }

  /// Returns the single-receiver scenario with the given name, or nil.
  public init?(named name: String) {
    guard let known = Scenario.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The output that a receiver drops when its transmit buffer of 1024 bytes is full.
  package enum Overflow: String, CaseIterable, Sendable {
    /// Whole sentences at the end of an epoch.
    case sentences
    /// The bytes that do not fit, in the middle of a sentence.
    case middle
    /// The bytes that have waited longest.
    case oldest
  }
}
