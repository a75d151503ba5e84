import FoundationEssentials
import GPSBridge
import SimulatedGPS
import Testing

/// Something that goes wrong, and what the library must make of it.
struct Trial: Sendable, CustomTestStringConvertible {
  let scenario: Scenario
  /// The end of a sentence that begins with the fault.
  let sentence: String
  private let body: @Sendable (Audience) throws -> Void

  /// Every trial lives through twenty good seconds first, and half a one.
  static let calm = Duration.seconds(20)

  init(
    _ sentence: String, _ scenario: Scenario = .staticDesk,
    @Story.Builder story steps: () -> [any Story.Step],
    _ body: @escaping @Sendable (Audience) throws -> Void
  ) {
    self.sentence = sentence
    let told = Story(steps).events.map { $0.later(by: Self.calm + .milliseconds(500)) }
    self.scenario = scenario.with { $0.events = told }
    self.body = body
  }

  /// A trial of one fault, in which nothing may be told that is not true: what was told meanwhile, and what was counted before.
  init(
    _ sentence: String, _ fault: Scenario.Fault, share: Double = 1, for seconds: Int = 60,
    _ check: @escaping @Sendable (_ audience: Audience, _ news: News, _ before: StreamTotals) throws -> Void
  ) {
    self.init(sentence, story: { Story.Suffer(fault, share: share, for: .seconds(seconds)) }) { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(seconds))
      audience.expectTruth(news)
      try check(audience, news, before)
    }
  }

  /// What goes wrong in it.
  var kinds: Set<FaultKind> { Set(scenario.events.map { FaultKind($0.kind) }) }

  var testDescription: String { kinds.map(\.rawValue).sorted().joined(separator: ", ") + " " + sentence }

  func run() throws {
    let audience = Audience(scenario)
    try body(audience)
  }
}

extension Audience {
  /// Lives through the good seconds at the beginning, and forgets them.
  @discardableResult func settleIn(sourceLocation: SourceLocation = #_sourceLocation) -> News {
    let news = hear(Trial.calm)
    #expect(manager.latest?.freshness == .live, sourceLocation: sourceLocation)
    #expect(news.fixes.count { $0.isValid } > 8, sourceLocation: sourceLocation)
    return news
  }

  /// Holds that nothing was told that is not true, but for the meters that a receiver is always off.
  func expectTruth(
    _ news: News, within meters: Double = 60, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let place = Coordinate(latitude: scenario.place.latitude, longitude: scenario.place.longitude)
    else { return }
    let start = Double(scenario.start.secondsSince1970)
    for location in news.updates.compactMap(\.location) {
      #expect(location.coordinate.distance(to: place) < meters, sourceLocation: sourceLocation)
      let seconds = location.timestamp.timeIntervalSince1970 - start
      #expect(-1...(simulated.elapsed / .seconds(1)) ~= seconds, sourceLocation: sourceLocation)
      if let altitude = location.altitude {
        #expect(abs(altitude - scenario.place.altitude) < 2 * meters, sourceLocation: sourceLocation)
      }
    }
    let times = news.fixes.compactMap(\.time)
    #expect(Set(times).count == times.count, "a moment was told twice", sourceLocation: sourceLocation)
    #expect(
      times == times.sorted { ($0.secondsSince1970, $0.nanosecond) < ($1.secondsSince1970, $1.nanosecond) },
      sourceLocation: sourceLocation)
  }
}
