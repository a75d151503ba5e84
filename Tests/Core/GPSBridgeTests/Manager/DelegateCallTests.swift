import GNSS
import Testing

@testable import GPSBridge

@Suite struct `What a delegate is told` {
  private var builder = DelegateCallBuilder()
  private let now = ContinuousClock.now
  private let denied = LocationError(.permissionDenied, "permission denied")

  private func update(_ freshness: Freshness, _ reason: NoLocationReason? = nil) -> Report {
    .update(LocationUpdate(lastKnown: Sample.location(), freshness: freshness, age: .zero, reason: reason))
  }

  /// An epoch without a position.
  private func epoch(_ reason: NoLocationReason) -> Report {
    let update = LocationUpdate(
      lastKnown: Sample.location(), freshness: .lost, age: .zero, reason: reason)
    return .epoch(Epoch(Fix(), update, received: now))
  }

  private func state(_ state: ReceiverState) -> Report {
    .event(ReceiverEvent(.state(state), at: now))
  }

  /// The errors among the calls, by their codes.
  private func codes(_ calls: [DelegateCall]) -> [LocationError.Code] {
    calls.compactMap { if case .error(let error) = $0 { error.code } else { nil } }
  }

  @Test mutating func `is a location only when a fix has come, not when the last one grows old`() throws {
    let location = try #require(Sample.location())
    #expect(builder.take(update(.live)) == [.locations([location])])
    #expect(builder.take(update(.aging)) == [])
    #expect(codes(builder.take(update(.stale))) == [.locationUnknown])
  }

  @Test mutating func `is no missing fix before the receiver has said so itself`() {
    #expect(builder.take(update(.lost, .searching)) == [])
    #expect(codes(builder.take(epoch(.searching))) == [.locationUnknown])
    _ = builder.take(.event(ReceiverEvent(.opened(DevicePlace(key: "fake"), speed: nil), at: now)))
    #expect(builder.take(update(.lost, .searching)) == [])
  }

  @Test mutating func `is a missing location once for each reason, until there is one again`() {
    #expect(codes(builder.take(epoch(.searching))) == [.locationUnknown])
    for _ in 0..<3 { #expect(builder.take(update(.lost, .searching)) == []) }
    #expect(codes(builder.take(update(.lost, .silent))) == [.locationUnknown])
    _ = builder.take(update(.live))
    #expect(codes(builder.take(update(.stale, .fixLost))) == [.locationUnknown])
    #expect(builder.take(update(.lost, .fixLost)) == [])
  }

  @Test func `says in words why there is no location`() {
    let reports = [
      (update(.lost, .silent), "The receiver sends nothing"),
      (epoch(.searching), "The receiver has no fix yet"),
      (update(.stale, .fixLost), "The receiver has lost its fix"),
    ]
    for (report, message) in reports {
      var builder = DelegateCallBuilder()
      let calls = builder.take(report)
      #expect(calls.contains { if case .error(let error) = $0 { error.message == message } else { false } })
    }
  }

  @Test mutating func `is a port that may not be opened, with its state before, and once`() {
    #expect(
      builder.take(state(.waitingToRetry(denied))) == [.state(.waitingToRetry(denied)), .error(denied)])
    #expect(builder.take(.event(ReceiverEvent(.openFailed(denied), at: now))).count == 1)
    #expect(codes(builder.take(state(.waitingToRetry(denied)))) == [])
    #expect(builder.take(update(.lost, .permissionDenied)) == [])
  }

  @Test mutating func `is no error while the device is only being looked for or opened`() {
    #expect(builder.take(state(.waitingForDevice(.notLookedFor))).count == 1)
    #expect(builder.take(state(.detectingSpeed(9600))).count == 1)
    #expect(builder.take(update(.lost, .starting)) == [])
    #expect(builder.take(update(.lost, .stopped)) == [])
  }

  @Test mutating func `is the end, once`() {
    let gone = LocationError(.disconnected, "gone")
    #expect(builder.take(state(.failed(gone))) == [.state(.failed(gone)), .error(gone)])
    #expect(builder.take(.failed(gone)) == [])
  }

  @Test mutating func `begins with what is wrong already`() {
    var snapshot = ReceiverSnapshot()
    #expect(builder.begin(snapshot) == [])
    snapshot.state = .waitingToRetry(denied)
    #expect(builder.begin(snapshot) == [.error(denied)])
    var other = DelegateCallBuilder()
    snapshot.state = .silent
    snapshot.update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil, reason: .silent)
    #expect(codes(other.begin(snapshot)) == [.locationUnknown])
  }

  @Test func `is grouped: locations that follow each other come in one call`() throws {
    let one = try #require(Sample.location(48, 11))
    let two = try #require(Sample.location(49, 11))
    let calls: [DelegateCall] = [
      .locations([one]), .locations([two]), .state(.fix), .locations([one]), .error(.locationUnknown),
      .locations([two]),
    ]
    let news = calls.map { DelegateFeed.News(generation: 1, call: $0) }
    #expect(
      DelegateFeed.grouped(news).map(\.call) == [
        .locations([one, two]), .state(.fix), .locations([one]), .error(.locationUnknown), .locations([two]),
      ])
    let others = [1, 1, 2].map { DelegateFeed.News(generation: $0, call: .locations([one])) }
    #expect(DelegateFeed.grouped(others).map(\.generation) == [1, 2])
  }
}
