import GPSEventRuntime
import Testing

@testable import GPSEventRuntime

@Suite struct `A call that holds a loop up` {
  /// Keeps a processor busy for longer than a call may take.
  @Sendable private static func spin() {
    let end = ContinuousClock.now + CallTimes.limit + .microseconds(100)
    while ContinuousClock.now < end {}
  }

  /// Whether the longest call of a loop has this origin: where others take the processor, not at the first attempt.
  private static func isNamed(
    _ origins: SlowCall.Origin..., by first: @escaping @Sendable (EventLoop) -> Void
  ) -> Bool {
    (0..<10).contains { _ in
      let loop = EventLoop()
      loop.run(first)
      let calls = loop.slowCalls
      return calls.count >= 1 && calls.longest.map { origins.contains($0.origin) } == true
    }
  }

  @Test func `is counted, and named by its descriptor and its path`() throws {
    try withChannels { channels in
      let reading = channels[0].reading
      channels[0].send()
      let isNamed = Self.isNamed(.descriptor(reading, name: "/dev/ttyACM0")) { loop in
        _ = try? loop.watch(reading, for: .readable, named: "/dev/ttyACM0") { _ in
          Self.spin()
          loop.stop()
        }
      }
      #expect(isNamed)
    }
  }

  @Test func `is named although its handler has ended its watch`() throws {
    try withChannels { channels in
      let reading = channels[0].reading
      channels[0].send()
      let isNamed = Self.isNamed(.descriptor(reading, name: "")) { loop in
        let watch = Log<Watch>()
        let begun = try? loop.watch(reading, for: .readable) { _ in
          loop.end(watch.entries[0])
          Self.spin()
          loop.stop()
        }
        if let begun { watch.add(begun) }
      }
      #expect(isNamed)
    }
  }

  @Test func `is told apart from a timer, and from a closure`() {
    #expect(
      Self.isNamed(.timer) { loop in
        loop.after(.zero) {
          Self.spin()
          loop.stop()
        }
      })
    // It hands over the stop, with which it is timed.
    #expect(
      Self.isNamed(.oneOf(2)) { loop in
        Self.spin()
        loop.stop()
      })
  }

  @Test func `is told apart from a part of a task`() async {
    for _ in 0..<10 {
      let loop = EventLoop()
      loop.start()
      await Task(executorPreference: loop.tasks) { Self.spin() }.value
      // The call ends behind the task.
      loop.sync {}
      let origin = loop.slowCalls.longest?.origin
      loop.stop()
      if origin == .task { return }
    }
    Issue.record("no part of a task was named")
  }

  @Test func `is found among many when it comes again`() {
    let isNamed = Self.isNamed(.closure) { loop in
      for number in 0..<100 { loop.async { if number == 50 { Self.spin() } } }
      loop.after(.zero) {
        for number in 0..<100 {
          loop.async {
            guard number == 50 else { return }
            Self.spin()
            Self.spin()
          }
        }
        loop.after(.zero) { loop.stop() }
      }
    }
    #expect(isNamed)
  }

  @Test func `is none while nothing takes that long`() {
    let start = ContinuousClock.now
    var times = CallTimes(start)
    let inTime = times.end(at: start + .milliseconds(10))
    let late = times.end(at: start + .milliseconds(21))
    #expect(inTime == nil && late == .milliseconds(11))
    times.begin(at: start + .seconds(9))
    let behind = times.end(at: start + .seconds(9))
    #expect(behind == nil && times.now == start + .seconds(9))
    // Jobs are timed one by one for a while behind a slow one, and only then.
    let before = times.looksAtNext()
    times.lookCloser()
    let looks = (0..<10_001).map { _ in times.looksAtNext() }
    #expect(!before && looks.dropLast().allSatisfy(\.self) && looks.last == false)
  }

  @Test func `is told in words`() {
    var calls = SlowCalls()
    #expect("\(calls)" == "no slow calls")
    calls.note(SlowCall(origin: .timer, lasted: .milliseconds(34)))
    #expect("\(calls)" == "1 slow call; the longest: 34 ms, action of a timer")
    calls.note(SlowCall(origin: .oneOf(3), lasted: .milliseconds(12)))
    #expect("\(calls)" == "2 slow calls; the longest: 34 ms, action of a timer")
    #expect(
      "\(SlowCall.Origin.actor), \(SlowCall.Origin.task), \(calls.latest?.origin.description ?? "")"
        == "part of an actor, part of a task, one of 3 closures and parts of tasks")
  }
}
