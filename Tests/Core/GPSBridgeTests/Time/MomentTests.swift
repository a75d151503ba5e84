import GPSBase
import Testing

@Suite struct `A moment` {
  private let now = ContinuousClock.now

  @Test func `is the instant that it was made of, to the last attosecond`() {
    for step in [
      Duration.zero, .seconds(-1_000_000), .seconds(1e9), .nanoseconds(1),
      .init(secondsComponent: 0, attosecondsComponent: 1),
    ] {
      #expect(Moment(now + step).instant == now + step)
    }
  }

  @Test func `comes before what is later, and has a size that is known when the program is built`() {
    #expect(Moment(now) < Moment(now + .nanoseconds(1)))
    #expect(Moment(now) == Moment(now))
    #expect(MemoryLayout<Moment>.size == MemoryLayout<Duration>.size)
  }

  @Test func `is kept by a property that reads and is set as an instant`() {
    struct Watch: Equatable {
      @StoredInstant var began: ContinuousClock.Instant
      @StoredInstantIfAny var last: ContinuousClock.Instant?
    }
    var watch = Watch(began: now)
    #expect(watch.began == now && watch.last == nil)
    watch.last = now + .seconds(1)
    watch.began = now - .seconds(1)
    #expect(watch.began == now - .seconds(1) && watch.last == now + .seconds(1))
    #expect(watch != Watch(began: now))
  }
}
