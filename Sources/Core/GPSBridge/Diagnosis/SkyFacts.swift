public import GNSS

/// Facts about the satellites that a receiver reports.
public struct SkyFacts: Sendable, Hashable {
  /// The number of satellites that the receiver knows to be in the sky.
  public var inView = ReceiverFacts.Fact<Int>.unknown
  /// The number of satellites whose signal is received.
  public var heard = ReceiverFacts.Fact<Int>.unknown
  /// The number of satellites received well enough to be useful, at 30 dB-Hz or more.
  public var heardWell = ReceiverFacts.Fact<Int>.unknown
  /// The number of satellites used in the fix.
  public var used = ReceiverFacts.Fact<Int>.unknown
  /// The highest carrier-to-noise density in dB-Hz.
  public var best = ReceiverFacts.Fact<Int>.unknown
  /// The median carrier-to-noise density in dB-Hz.
  public var median = ReceiverFacts.Fact<Int>.unknown
  /// The difference between the highest and the lowest density in dB.
  public var spread = ReceiverFacts.Fact<Int>.unknown

  /// The highest density since the search began; unknown if no signal was received.
  public var bestOfSearch = ReceiverFacts.Fact<Int>.unknown
  /// How long ago a signal was last received without a fix; unknown if none was since the port was opened.
  public var sinceSignal = ReceiverFacts.Fact<Duration>.unknown

  /// Whether some of the signals have been echoes for half a minute or more.
  public var hasEchoes = ReceiverFacts.Fact<Bool>.unknown

  /// The sentences or messages that report these facts.
  public var sources = Fix.Sources()

  /// Creates unknown facts.
  public init() {}

  /// Counts the satellites of a sky, each once with its strongest signal.
  public init(_ sky: Sky) { self.init(SkyLevels(sky)) }

  init(_ levels: SkyLevels) {
    let heard = levels.heard
    sources = levels.sources
    inView = .known(levels.entries.count)
    self.heard = .known(heard.count)
    heardWell = .known(heard.count { $0 >= SignalRules.usable })
    let marked = levels.entries.count(where: \.isUsed)
    // Without GSA no satellite is marked, which does not mean that none is used.
    if marked > 0 || levels.reportsUse { used = .known(marked) }
    best = Fact(heard.last)
    median = heard.isEmpty ? .unknown : .known(heard[heard.count / 2])
    if let first = heard.first, let last = heard.last { spread = .known(last - first) }
  }

  /// Resets the levels for a receiver that does not report them, so that no satellite counts as not received.
  mutating func forgetLevels() {
    (heard, heardWell, best, median, spread) = (.unknown, .unknown, .unknown, .unknown, .unknown)
    hasEchoes = .unknown
  }

  private typealias Fact = ReceiverFacts.Fact
}
