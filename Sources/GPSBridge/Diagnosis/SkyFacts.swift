public import GNSS

/// Facts about the satellites that a receiver hears.
public struct SkyFacts: Sendable, Hashable {
  /// Satellites that it knows to be in the sky.
  public var inView = ReceiverFacts.Fact<Int>.unknown
  /// Satellites that it hears.
  public var heard = ReceiverFacts.Fact<Int>.unknown
  /// Satellites heard well enough to be of use, at 30 dB-Hz or more.
  public var heardWell = ReceiverFacts.Fact<Int>.unknown
  /// Satellites that take part in the fix.
  public var used = ReceiverFacts.Fact<Int>.unknown
  /// The best carrier to noise density in dB-Hz.
  public var best = ReceiverFacts.Fact<Int>.unknown
  /// The middle one.
  public var median = ReceiverFacts.Fact<Int>.unknown
  /// How far apart the best and the worst are.
  public var spread = ReceiverFacts.Fact<Int>.unknown

  /// Whether part of the signals have been echoes for half a minute or more.
  public var hasEchoes = ReceiverFacts.Fact<Bool>.unknown

  /// The sentences or messages that report all of this.
  public var sources = Fix.Sources()

  /// Nothing known.
  public init() {}

  /// Counts the satellites of a sky, each once with the best of its signals.
  public init(_ sky: Sky) {
    self.init(SkyLevels(sky))
  }

  init(_ levels: SkyLevels) {
    let heard = levels.heard
    sources = levels.sources
    inView = .known(levels.entries.count)
    self.heard = .known(heard.count)
    heardWell = .known(heard.count { $0 >= SignalRules.usable })
    let marked = levels.entries.count(where: \.isUsed)
    // Without GSA no satellite is marked: that is not "none in use".
    if marked > 0 || levels.reportsUse { used = .known(marked) }
    best = Fact(heard.last)
    median = heard.isEmpty ? .unknown : .known(heard[heard.count / 2])
    if let first = heard.first, let last = heard.last { spread = .known(last - first) }
  }

  /// The receiver does not report how strong the signals are, so that none of its satellites is known to be silent.
  mutating func forgetLevels() {
    (heard, heardWell, best, median, spread) = (.unknown, .unknown, .unknown, .unknown, .unknown)
    hasEchoes = .unknown
  }

  private typealias Fact = ReceiverFacts.Fact
}
