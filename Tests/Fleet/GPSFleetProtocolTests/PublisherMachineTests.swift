import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `A publisher` {
  @Test func `closes a batch after a minute, or with 600 entries`() {
    var bench = PublisherBench()
    for second in 1...59 as ClosedRange<Int64> {
      bench.news(second)
      bench.wait(1)
    }
    #expect(bench.sends.isEmpty)
    bench.news(60)
    bench.wait(2)
    #expect(bench.sends.map(\.numbers) == [1...60])
    bench.news(659)
    #expect(bench.sends.count == 1)
    bench.news(660)
    #expect(bench.sends.map(\.numbers) == [1...60, 61...660])
  }

  @Test func `settles numbers by a collector's answer, and not by the broker's`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.perform(bench.machine.published(bench.sends[0].token, reason: 0, at: bench.now))
    #expect(bench.machine.cursor.settled.isEmpty)
    bench.commit(1...600, epoch: 6)
    #expect(bench.machine.cursor.settled.isEmpty && bench.machine.strays == 1)
    bench.commit(1...599)
    #expect(bench.machine.cursor.settled.isEmpty && bench.machine.strays == 2)
    bench.commit(1...600)
    #expect(bench.machine.cursor.settled.ranges == [1...600] && bench.machine.backlog == 0)
  }

  @Test func `has at most eight batches under way, the oldest and the newest in turn`() {
    var bench = PublisherBench()
    bench.news(1_000_000)
    #expect(bench.sends.count == 8)
    #expect(bench.sends[0].numbers == 999_401...1_000_000 || bench.sends[1].numbers == 999_401...1_000_000)
    #expect(bench.sends.filter { $0.numbers.upperBound <= 2400 }.count == 4)
    bench.commit(1...600)
    #expect(bench.sends.count == 9)
    // A backlog that ends is announced.
    bench.wait(10)
    #expect(bench.states.map(\.backlog) == [0])
  }

  @Test func `sends again after 30, 60, 120 s and so on up to an hour`() {
    var bench = PublisherBench()
    bench.news(600)
    var times: [Double] = []
    for second in 1...40_000 {
      bench.wait(1)
      if bench.sends.count > times.count + 1 { times.append(Double(second)) }
    }
    // After each three silences it connects again, within a second of jitter or more, and sends once.
    #expect(times.count < 40, "\(times)")
    #expect(times[0] == 30 && times[1] == 90)
    #expect(bench.machine.condition == .silent)
  }

  @Test func `sends at once when a collector announces itself, and once for each of its starts`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.wait(31)
    #expect(bench.sends.count == 2)
    bench.announce(5)
    bench.wait(8)
    #expect(bench.sends.count == 3)
    bench.announce(5)
    bench.wait(8)
    #expect(bench.sends.count == 3)
    bench.announce(6)
    bench.wait(8)
    #expect(bench.sends.count == 4)
  }

  @Test func `connects to the next host after three silences`() {
    var bench = PublisherBench(hosts: 3)
    bench.news(600)
    bench.wait(1000)
    #expect(bench.hosts.starts(with: [0, 1]) && bench.connects.starts(with: [1000, 1001]))
  }

  @Test(arguments: [(2512, 200), (100, 1)])
  func `sends what is under way in smaller batches to a broker of small packets`(size: Int, most: Int) {
    var bench = PublisherBench()
    bench.bytesOfEntry = 10
    bench.news(600)
    #expect(bench.sends.map(\.numbers) == [1...600])
    bench.mostBytes = size
    bench.perform(bench.machine.disconnected(.failed("reset"), at: bench.now))
    bench.wait(60)
    let numbers = bench.sends.dropFirst().map(\.numbers)
    #expect(numbers.first?.lowerBound == 1 && numbers.count > 2 && numbers.allSatisfy { $0.count <= most })
  }

  @Test func `sends one batch as a probe while the broker reports no subscriber`() {
    var bench = PublisherBench()
    bench.news(6000)
    #expect(bench.sends.count == 8)
    for send in bench.sends { bench.perform(bench.machine.published(send.token, reason: 16, at: bench.now)) }
    #expect(bench.machine.condition == .noSubscriber)
    bench.wait(600)
    #expect(bench.sends.count == 8 + 4 && Set(bench.sends.dropFirst(8).map(\.token)) == [1])
    let probe = bench.sends[bench.sends.count - 1].token
    bench.perform(bench.machine.published(probe, reason: 0, at: bench.now))
    bench.wait(6)
    #expect(bench.sends.count == 12 + 7 && bench.machine.condition == .delivering)
  }

  @Test(
    arguments: [(135, FleetCondition.notAuthorized), (151, .notAccepted(151))] as [(UInt8, FleetCondition)])
  func `pauses with the broker's reason`(reason: UInt8, condition: FleetCondition) {
    var bench = PublisherBench()
    bench.news(600)
    bench.perform(bench.machine.published(1, reason: reason, at: bench.now))
    bench.news(6000)
    #expect(bench.machine.condition == condition && bench.sends.count == 1)
  }

  @Test func `waits for minutes after another client has taken its name`() {
    var bench = PublisherBench()
    bench.perform(bench.machine.disconnected(.takenOver, at: bench.now))
    bench.wait(149)
    #expect(bench.machine.condition == .takenOver && bench.connects.count == 1)
    bench.wait(152)
    #expect(bench.connects.count == 2 && bench.machine.condition == .delivering)
  }

  @Test func `sets refused numbers aside with their reason, and sends damaged ones three times`() {
    var bench = PublisherBench()
    bench.news(1200)
    bench.refuse(1...600, "version")
    #expect(bench.machine.cursor.refused.keys.sorted() == ["version"])
    for _ in 0..<2 {
      bench.refuse(601...1200, "damaged")
      #expect(bench.machine.cursor.refused["damaged"] == nil)
    }
    bench.refuse(601...1200, "damaged")
    #expect(bench.machine.cursor.refused["damaged"]?.ranges == [601...1200])
    bench.wait(4000)
    bench.announce(9)
    bench.wait(10)
    #expect(bench.machine.cursor.settled.isEmpty && bench.sends.count == 2)
  }

  @Test func `sends the last hour again after a failover, and believes no database of before`() {
    var bench = PublisherBench()
    for hour in 0..<3 as Range<Int64> {
      bench.news(600 * (hour + 1))
      bench.commit((600 * hour + 1)...(600 * hour + 600))
      bench.wait(3600)
    }
    #expect(bench.sends.count == 3)
    bench.announce(2, timeline: 2)
    bench.wait(61)
    #expect(
      bench.sends.count > 3 && bench.sends.last?.numbers == 1201...1800
        || bench.sends.last?.numbers == 601...1200)
    bench.commit(601...1200, 1201...1800, timeline: 1)
    #expect(bench.machine.cursor.settled.ranges.last?.upperBound ?? 0 <= 1200)
    bench.commit(1...1800, timeline: 2)
    bench.wait(100)
    #expect(bench.machine.cursor.settled.ranges == [1...1800])
  }

  @Test func `sends the last hour again for another database, once`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.news(1200)
    bench.answer(NumberRanges(), database: "other")
    // It has committed nothing of this device.
    #expect(bench.machine.cursor.databases.map(\.database.identifier) == ["db"])
    var both = NumberRanges()
    both.insert(601...1200)
    bench.answer(both, database: "other")
    #expect(bench.machine.cursor.settled.ranges == [601...1200])
    #expect(bench.sends.filter { $0.numbers == 1...600 }.count == 2)
    both.insert(1...1200)
    bench.answer(both, database: "other")
    bench.answer(both)
    #expect(bench.machine.cursor.settled.ranges == [1...1200])
  }

  @Test func `sends again what a restored backup lacks, once`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.announce(2, restored: 90)
    bench.announce(2, restored: 90)
    #expect(bench.searches.map(\.since) == [5000])
    bench.find(.number(301))
    bench.wait(61)
    #expect(bench.sends.last?.numbers == 301...600)
    bench.announce(2, restored: 90)
    #expect(bench.searches.count == 1 && bench.machine.cursor.databases.map(\.restored) == [90])
  }

  @Test func `searches again while the store can't be read, also in its next run`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.announce(2, restored: 90)
    for count in 1...3 {
      bench.find(.failed)
      bench.announce(2, restored: 90)
      #expect(bench.searches.map(\.since) == Array(repeating: 5000, count: count))
      bench.wait(10)
    }
    #expect(bench.searches.count == 4 && bench.machine.cursor.databases.map(\.restored) == [0])
    var next = PublisherBench(cursor: bench.machine.cursor)
    next.news(600)
    next.announce(2, restored: 90)
    #expect(next.searches.map(\.since) == [5000])
    next.find(.nothing)
    next.wait(61)
    #expect(next.sends.isEmpty && next.machine.cursor.databases.map(\.restored) == [90])
  }

  @Test func `sends again what its user wants, as soon as the store can be read`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.perform(bench.machine.sendAgain(since: 7000, at: bench.now))
    bench.find(.failed)
    bench.wait(10)
    #expect(bench.searches.map(\.since) == [7000, 7000])
    bench.find(.number(501))
    bench.wait(61)
    #expect(bench.sends.last?.numbers == 501...600 && bench.searches.count == 2)
  }

  @Test func `sends numbers again that an epoch of after a power cut has given out again`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.perform(bench.machine.opened(8, first: 591, at: bench.now))
    #expect(bench.machine.cursor.settled.ranges == [1...590] && bench.machine.cursor.epoch == 8)
    bench.perform(bench.machine.opened(8, first: 1, at: bench.now))
    #expect(bench.machine.cursor.settled.ranges == [1...590])
  }

  @Test func `saves its cursor each 10 s at most, and goes on where it was`() {
    var bench = PublisherBench()
    let before = bench.saves
    for place in 0..<20 as Range<Int64> {
      bench.news(600 * (place + 1))
      bench.commit((600 * place + 1)...(600 * place + 600))
      bench.wait(1)
    }
    bench.wait(10)
    #expect((2...4).contains(bench.saves - before))
    var next = PublisherBench(cursor: bench.machine.cursor)
    next.news(12_000)
    next.wait(100)
    #expect(next.sends.isEmpty && next.connects == [1001])
  }

  @Test func `has no more than 2 % of a fleet connect in one second after ten minutes`() {
    var seconds: [Int: Int] = [:]
    for device in 0..<10_000 as Range<UInt64> {
      var (pauses, time): (RetryPauses, Duration) = (RetryPauses.ofFleet(seed: device &* 0x9E37_79B9), .zero)
      while time < .seconds(600) { time += pauses.next() }
      seconds[Int(time.components.seconds), default: 0] += 1
    }
    #expect(seconds.values.max() ?? 0 <= 200, "\(seconds.values.max() ?? 0)")
  }

  @Test func `begins with short pauses after a calm connection only`() {
    var pauses = RetryPauses.ofFleet(seed: 1)
    /// The longest of fifty next pauses.
    func longest() -> Duration {
      var longest = Duration.zero
      for count in 0..<50 {
        var copy = pauses
        for _ in 0..<count { _ = copy.below(.seconds(1)) }
        longest = max(longest, copy.next())
      }
      return longest
    }
    for _ in 0..<12 { _ = pauses.next() }
    pauses.lasted(.seconds(59))
    #expect(longest() > .seconds(30) && longest() < .seconds(300))
    pauses.lasted(.seconds(60))
    #expect(longest() < .seconds(1))
  }
}
