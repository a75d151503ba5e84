import GPSBase
import GPSTrackRows
import Testing

@testable import GPSFleetProtocol

@Suite struct `A publisher` {
  // MARK: - Batches

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

  @Test func `begins a new minute after its batch was read, also while it is under way`() {
    var bench = PublisherBench()
    bench.news(600)
    for second in 1...59 as ClosedRange<Int64> {
      bench.news(600 + second)
      bench.wait(1)
    }
    #expect(bench.sends.count == 1)
    bench.wait(2)
    #expect(bench.sends.map(\.numbers) == [1...600, 601...659])
  }

  @Test func `has at most four batches under way, and each fourth is the newest while there is a backlog`() {
    var bench = PublisherBench()
    bench.news(1_000_000)
    #expect(bench.sends.map(\.numbers) == [1...600, 601...1200, 1201...1800, 999_401...1_000_000])
    #expect(bench.machine.held.batches == 4)
    for _ in 0..<4 { bench.answer() }
    #expect(
      bench.sends.suffix(4).map(\.numbers) == [1801...2400, 2401...3000, 3001...3600, 998_801...999_400])
    bench.commitAll()
    #expect(bench.machine.backlog == 0 && bench.machine.settledCount == 1_000_000)
    #expect(bench.machine.sentCount == 1_000_000)
  }

  @Test func `holds no more for a million entries than for ten thousand`() {
    var held: [Int] = []
    for count in [10_000, 1_000_000] as [Int64] {
      var (bench, most) = (PublisherBench(), 0)
      bench.bytesOfEntry = 8
      bench.news(count)
      while !bench.open.isEmpty {
        bench.answer()
        let now = bench.machine.held
        most = max(most, now.bytes)
        #expect(now.batches <= 5 && now.ranges <= 12, "\(now)")
      }
      held.append(most)
    }
    #expect(held[0] > 0 && held[1] <= held[0] * 11 / 10, "\(held)")
  }

  // MARK: - Trust

  @Test func `settles numbers by a collector's answer to their batch, and by nothing else`() {
    let page = Array("<html><body>Welcome to our network</body></html>".utf8)
    let others: [(inout PublisherBench) -> Void] = [
      { $0.reply(.answered(status: 200, body: [])) },
      { $0.reply(.answered(status: 200, body: page)) },
      { $0.reply(.answered(status: 204, body: [])) },
      { $0.reply(.answered(status: 422, body: page)) },
      { $0.reply(.answered(status: 503, body: [])) },
      { $0.reply(.failed(.lost("reset"))) },
      { $0.answer(epoch: 6) },
      { $0.answer(numbers: 1...599) },
      { $0.answer(numbers: 2...600) },
      { $0.answer(.version, numbers: 1...1200) },
      { $0.answer(.version, epoch: 8) },
    ]
    for (count, other) in others.enumerated() {
      var bench = PublisherBench()
      bench.news(600)
      other(&bench)
      #expect(bench.machine.cursor.settled.isEmpty && bench.machine.cursor.refused.isEmpty, "\(count)")
      #expect(bench.machine.condition != .delivering, "\(count)")
      _ = bench.waitForSend()
      #expect(bench.sends.map(\.numbers) == [1...600, 1...600])
      bench.answer()
      #expect(bench.machine.cursor.settled.ranges == [1...600] && bench.machine.condition == .delivering)
    }
  }

  @Test func `ignores a second answer to a batch, and one for a batch that it has not sent`() {
    var bench = PublisherBench()
    bench.news(600)
    let token = bench.open[0]
    bench.answer()
    for number in [token, 99] { bench.answer(to: number, numbers: 601...1200, timeline: 9) }
    #expect(bench.machine.cursor.settled.ranges == [1...600] && bench.machine.settledCount == 600)
    #expect(bench.machine.cursor.databases.map(\.timeline) == [1])
  }

  // MARK: - Pauses

  @Test func `probes with one batch after random parts of 1, 2, 4 and 8 s, then of the width`() {
    var longest = [Double](repeating: 0, count: 8)
    for seed in 1...200 as ClosedRange<UInt64> {
      var bench = PublisherBench(seed: seed)
      bench.news(10_000)
      #expect(bench.open.count == 4)
      // Those that were sent together fail together, and count once.
      for _ in 0..<4 { bench.reply(.failed(.unreachable("refused"))) }
      for attempt in 0..<8 {
        longest[attempt] = max(longest[attempt], bench.waitForSend())
        #expect(bench.open.count == 1)
        bench.reply(.failed(.unreachable("refused")))
      }
    }
    for (measured, bound) in zip(longest, [1, 2, 4, 8, 10, 10, 10, 10] as [Double]) {
      #expect(measured <= bound && measured > 0.8 * bound, "\(longest)")
    }
  }

  @Test func `has the whole fleet back within ten seconds, and a large one within its width`() {
    for (width, count) in [(10, 500), (300, 500)] {
      var seconds: [Int: Int] = [:]
      for seed in 1...UInt64(count) {
        var bench = PublisherBench(seed: seed)
        bench.news(600)
        bench.answer(width: width)
        bench.news(1200)
        // An outage of an hour.
        bench.reply(.failed(.slow))
        for _ in 0..<5000 where bench.seconds < 3600 {
          _ = bench.waitForSend()
          bench.reply(.failed(.slow))
        }
        let pause = bench.waitForSend()
        #expect(pause <= Double(width))
        seconds[Int(bench.seconds), default: 0] += 1
        bench.commitAll()
        #expect(bench.machine.backlog == 0)
      }
      #expect(seconds.values.max() ?? 0 <= 3 * count / width + 6, "\(seconds)")
    }
  }

  @Test func `probes with ten entries after three batches, so that a day without a collector costs little`() {
    for word in [nil, .away, .unknownToken] as [FleetAnswer.Word?] {
      var bench = PublisherBench()
      bench.news(100_000)
      while bench.seconds < 86_400, bench.sends.count < 50_000 {
        if let word { bench.answer(word, retryAfter: 1) } else { bench.reply(.failed(.slow)) }
        if bench.open.isEmpty { _ = bench.waitForSend() }
      }
      #expect(bench.sends.dropFirst(7).allSatisfy { $0.numbers.count == 10 })
      #expect(bench.machine.sentCount < 7 * 600 + 10 * 20_000 && bench.machine.held.batches <= 1)
      bench.perform(bench.machine.wake(at: bench.now))
      bench.commitAll()
      #expect(bench.machine.backlog == 0, "\(bench.machine.condition)")
    }
  }

  @Test func `does not wait for a batch whose answer hangs`() {
    var bench = PublisherBench()
    bench.news(100_000)
    let hanging = bench.open.removeLast()
    for _ in 0..<3 { bench.reply(.failed(.lost("reset"))) }
    #expect(bench.waitForSend() <= 1)
    for _ in 0..<50 { bench.answer() }
    #expect(bench.machine.settledCount == 50 * 600)
    bench.reply(.failed(.slow), to: hanging)
    #expect(bench.machine.condition == .slow)
    _ = bench.waitForSend()
    bench.commitAll()
    #expect(bench.machine.backlog == 0)
  }

  @Test func `opens its window by the answer to the probe, and by no earlier batch's`() {
    var bench = PublisherBench()
    bench.news(100_000)
    let early = bench.open.removeLast()
    bench.reply(.failed(.lost("reset")))
    _ = bench.waitForSend()
    #expect(bench.open.count == 3 && bench.sends.count == 5)
    bench.answer(to: early)
    #expect(bench.machine.settledCount == bench.sends[3].numbers.count && bench.sends.count == 5)
    #expect(bench.machine.condition == .lost("reset"))
  }

  @Test(arguments: [.rate, .unknownTokens, .away, .full, .locked, .noRoom, .schema] as [FleetAnswer.Word])
  func `waits for Retry-After and a part of the width, with the collector's word`(word: FleetAnswer.Word) {
    var longest = 0.0
    for seed in 1...100 as ClosedRange<UInt64> {
      var bench = PublisherBench(seed: seed)
      bench.news(100_000)
      for _ in 0..<4 { bench.answer(word, width: 20, retryAfter: 7) }
      #expect(bench.machine.condition == .postponed(word))
      let pause = bench.waitForSend()
      longest = max(longest, pause)
      #expect(pause >= 7 && bench.open.count == 1)
      bench.answer()
      #expect(bench.open.count == 4 && bench.machine.cursor.refused.isEmpty)
    }
    #expect(longest > 23 && longest <= 27)
  }

  @Test func `obeys the Retry-After of a proxy, for five minutes at most, and believes nothing else of it`() {
    for (seconds, least) in [(40, 40.0), (100_000, 300.0), (-5, 0.0)] {
      var bench = PublisherBench()
      bench.news(600)
      bench.reply(.answered(status: 503, body: [], retryAfter: seconds))
      #expect(bench.machine.condition == .otherStatus(503))
      let pause = bench.waitForSend()
      #expect(pause >= least && pause <= least + 1)
    }
  }

  @Test(
    arguments: [.request, .unknownToken, .revoked, .suspended, .secondInstallation] as [FleetAnswer.Word])
  func `asks again after 1, 2, 4 minutes and so on up to an hour if the device is refused`(
    word: FleetAnswer.Word
  ) {
    var bench = PublisherBench()
    bench.news(100_000)
    for _ in 0..<4 { bench.answer(word) }
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60] as [Double] {
      #expect(bench.machine.condition == .refused(word, owner: nil))
      let pause = bench.waitForSend()
      #expect(pause >= 60 * minutes && pause <= 60 * minutes + 10 && bench.open.count == 1)
      bench.answer(word)
    }
    _ = bench.waitForSend()
    bench.commitAll()
    #expect(bench.machine.backlog == 0 && bench.machine.cursor.refused.isEmpty)
  }

  @Test func `asks at once with another token, and with no other one than that of a refusal`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.answer(.unknownToken)
    _ = bench.waitForSend()
    bench.answer(.unknownToken)
    #expect(bench.machine.isBarred && bench.sends.count == 2)
    bench.perform(bench.machine.credentialsChanged(at: bench.now))
    #expect(bench.sends.count == 3)
    bench.reply(.failed(.slow))
    bench.perform(bench.machine.credentialsChanged(at: bench.now))
    #expect(!bench.machine.isBarred && bench.sends.count == 3)
  }

  // MARK: - Refusals

  @Test func `sets aside what can't be read, with its reason, and goes on`() {
    for word in [.version, .flags, .numbers, .tooLarge] as [FleetAnswer.Word] {
      var bench = PublisherBench()
      bench.news(1200)
      bench.answer(word, reads: 1)
      bench.answer()
      #expect(bench.machine.cursor.refused.mapValues(\.ranges) == [word.rawValue: [1...600]])
      #expect(bench.machine.cursor.settled.ranges == [601...1200] && bench.machine.condition == .delivering)
      bench.wait(100_000)
      #expect(bench.sends.count == 2)
    }
  }

  @Test func `sends a batch three times that arrives damaged`() {
    var bench = PublisherBench()
    bench.news(600)
    for count in 1...2 {
      bench.answer(.damaged)
      #expect(bench.machine.cursor.refused.isEmpty && bench.sends.count == count + 1)
    }
    bench.answer(.damaged)
    #expect(bench.machine.cursor.refused["damaged"]?.ranges == [1...600])
    bench.wait(1000)
    #expect(bench.sends.count == 3)
  }

  @Test func `sends a refused version again once a collector reads a later one`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.answer(.version, reads: 1)
    bench.news(1200)
    bench.answer(reads: 1)
    #expect(bench.machine.cursor.refused["version"]?.ranges == [1...600] && bench.open.isEmpty)
    bench.news(1800)
    bench.answer(reads: 2)
    bench.wait(61)
    #expect(bench.sends.last?.numbers == 1...600)
    bench.answer(reads: 2)
    #expect(bench.machine.backlog == 0 && bench.machine.cursor.refused.isEmpty)
  }

  @Test func `halves what a proxy finds too large, for an hour`() {
    var bench = PublisherBench()
    bench.bytesOfEntry = 20
    bench.news(6000)
    for _ in 0..<4 { bench.reply(.answered(status: 413, body: [])) }
    bench.wait(2)
    #expect(bench.open.count == 4 && bench.sends.suffix(3).allSatisfy { $0.numbers.count == 300 })
    bench.commitAll()
    #expect(bench.machine.backlog == 0 && bench.machine.cursor.refused.isEmpty)
    bench.wait(3700)
    bench.news(6600)
    #expect(bench.sends.last?.numbers == 6001...6600)
  }

  @Test func `sets an entry aside that is too large alone, but not if everything is`() {
    var bench = PublisherBench()
    bench.bytesOfEntry = 3000
    bench.news(2)
    bench.wait(60)
    bench.reply(.answered(status: 413, body: []))
    bench.wait(2)
    bench.reply(.answered(status: 413, body: []))
    #expect(bench.machine.cursor.refused["too_large"]?.ranges == [1...1])
    var small = PublisherBench()
    small.news(600)
    for _ in 0..<20 {
      small.reply(.answered(status: 413, body: []))
      _ = small.waitForSend()
    }
    #expect(small.machine.cursor.refused.isEmpty && small.machine.condition == .otherStatus(413))
  }

  // MARK: - Databases

  @Test func `sends the last hour again after a failover, and believes no database of before`() {
    var bench = PublisherBench()
    for part in 0..<3 as Range<Int64> {
      bench.news(600 * (part + 1))
      bench.answer()
      bench.wait(part < 2 ? 7200 : 3500)
    }
    bench.news(2400)
    bench.answer(timeline: 2)
    bench.wait(61)
    #expect(bench.sends.last?.numbers == 1201...1800)
    bench.answer(timeline: 1)
    #expect(bench.machine.condition == .outdated && bench.machine.backlog == 600)
    _ = bench.waitForSend()
    bench.answer(timeline: 2)
    #expect(bench.machine.backlog == 0 && bench.machine.condition == .delivering)
  }

  @Test func `sends the last hour again for another database, once`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.answer()
    bench.news(1200)
    bench.answer(database: "other")
    bench.wait(61)
    #expect(bench.machine.cursor.settled.ranges == [601...1200] && bench.sends.last?.numbers == 1...600)
    bench.answer(database: "other")
    bench.news(1800)
    bench.answer(database: "db")
    bench.wait(100)
    #expect(bench.machine.backlog == 0 && bench.sends.count == 4)
    #expect(bench.machine.cursor.databases.map(\.identifier) == ["db", "other"])
  }

  // MARK: - The store

  @Test func `sends again what its user wants, as soon as the store can be read`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.answer()
    bench.perform(bench.machine.sendAgain(since: 7000, at: bench.now))
    bench.perform(bench.machine.found(.failed, at: bench.now))
    bench.wait(10)
    #expect(bench.searches == [7000, 7000])
    bench.perform(bench.machine.found(.number(501), at: bench.now))
    bench.wait(61)
    #expect(bench.sends.last?.numbers == 501...600 && bench.searches.count == 2)
  }

  @Test func `sends numbers again that an epoch of after a power cut has given out again`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.answer()
    bench.news(1200)
    // The answer to the batch of before means other entries.
    bench.perform(bench.machine.opened(8, first: 591, at: bench.now))
    bench.answer()
    #expect(bench.machine.cursor.settled.ranges == [1...590] && bench.machine.cursor.epoch == 8)
    bench.perform(bench.machine.opened(8, first: 1, at: bench.now))
    #expect(bench.machine.cursor.settled.ranges == [1...590])
  }

  @Test func `sends no page that was read before a power cut was known`() {
    let now = Moment(.now)
    var machine = PublisherMachine(.init(), cursor: FleetCursor(installation: "i"), seed: 1)
    _ = machine.opened(7, first: 1, at: now)
    let request = PublisherMachine.Request(numbers: 1...600, limit: 600)
    #expect(machine.news(last: 600, at: now) == [.read(request)])
    _ = machine.opened(8, first: 500, at: now)
    for page in [.batch(epoch: 7, numbers: 1...600, payload: [1]), .nothing(1...600)]
      as [PublisherMachine.Page]
    {
      #expect(machine.page(page, at: now) == [] && machine.cursor.settled.isEmpty)
      #expect(machine.wake(at: now + .seconds(1)).first == .read(request))
      _ = machine.opened(machine.cursor.epoch + 1, first: 500, at: now)
    }
    let next = PublisherMachine.Page.batch(epoch: 7, numbers: 1...499, payload: [1])
    _ = machine.page(.failed, at: now)
    #expect(machine.wake(at: now + .seconds(10)).first == .read(request))
    #expect(machine.page(next, at: now).first == .send(token: 1, payload: [1]))
  }

  @Test func `saves its cursor each 10 s at most, and goes on where it was`() {
    var bench = PublisherBench()
    let before = bench.saves
    for place in 0..<20 as Range<Int64> {
      bench.news(600 * (place + 1))
      bench.answer()
      bench.wait(1)
    }
    bench.wait(10)
    #expect((2...4).contains(bench.saves - before))
    var next = PublisherBench(cursor: bench.machine.cursor)
    next.news(12_000)
    next.wait(100)
    #expect(next.sends.isEmpty)
  }

  @Test func `ends when all is answered that is under way, or after five seconds`() {
    for isAnswered in [true, false] {
      var bench = PublisherBench()
      bench.news(100_000)
      bench.perform(bench.machine.stop(at: bench.now))
      #expect(!bench.hasStopped && bench.sends.count == 4)
      if isAnswered {
        for _ in 0..<4 { bench.answer() }
        #expect(bench.hasStopped && bench.machine.settledCount == 2400 && bench.sends.count == 4)
      } else {
        bench.wait(4.9)
        #expect(!bench.hasStopped)
        bench.wait(0.2)
        #expect(bench.hasStopped && bench.machine.nextWake == nil)
      }
    }
  }

  // MARK: - Receipts

  @Test func `is satisfied with each status of success if no commit is reported, one batch at a time`() {
    var bench = PublisherBench(isReceiptEnough: true)
    bench.news(3000)
    for (count, status) in [200, 201, 204, 202].enumerated() {
      #expect(bench.open.count == 1)
      bench.reply(.answered(status: status, body: Array("[]".utf8)))
      #expect(bench.machine.settledCount == 600 * (count + 1))
    }
    #expect(bench.sends.map(\.numbers.lowerBound) == [1, 601, 1201, 1801, 2401])
    bench.reply(.answered(status: 200, body: []))
    bench.news(3001)
    #expect(bench.sends.last?.numbers == 3001...3001)
  }

  @Test func `pauses up to five minutes while a device is not known, and longer for a password`() {
    var bench = PublisherBench(isReceiptEnough: true)
    bench.news(600)
    bench.reply(.answered(status: 400, body: []))
    var longest = 0.0
    for _ in 0..<60 {
      longest = max(longest, bench.waitForSend())
      bench.reply(.answered(status: 400, body: []))
    }
    #expect(longest > 200 && longest <= 300 && bench.machine.condition == .otherStatus(400))
    _ = bench.waitForSend()
    bench.reply(.answered(status: 401, body: []))
    #expect(bench.machine.isBarred && bench.waitForSend() >= 60)
    while !bench.open.isEmpty { bench.reply(.answered(status: 200, body: [])) }
    #expect(bench.machine.backlog == 0)
  }
}
