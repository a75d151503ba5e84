import GPSFleetProtocol
import GPSTrackRows
import Testing

extension PublisherBench {
  /// Waits, while a collector that does not list the device answers each message at once.
  fileprivate mutating func waitUnlisted(_ seconds: Int, answered: inout Int) {
    for _ in 0..<seconds {
      while answered < sends.count {
        answered += 1
        answer(
          NumberRanges(), refused: [.init(numbers: sends[answered - 1].numbers, reason: "unknown_device")],
          database: "of others")
      }
      wait(1)
    }
  }
}

@Suite struct `A publisher and collectors that refuse` {
  @Test func `keeps a batch that a collector of other devices refuses until the right one commits it`() {
    var (bench, answered) = (PublisherBench(), 0)
    bench.news(600)
    bench.waitUnlisted(1, answered: &answered)
    #expect(bench.machine.cursor.refused.isEmpty && bench.machine.cursor.databases.isEmpty)
    #expect(bench.machine.condition == .delivering && bench.sends.count == 1)
    bench.commit(1...600)
    #expect(bench.machine.cursor.settled.ranges == [1...600] && bench.machine.strays == 0)
    #expect(bench.machine.cursor.databases.map(\.database.identifier) == ["db"])
  }

  @Test func `delivers all after a day without the right collector's database`() {
    var (bench, answered) = (PublisherBench(), 0)
    bench.news(12_000)
    bench.waitUnlisted(31, answered: &answered)
    #expect(bench.machine.condition == .unlisted)
    bench.waitUnlisted(86_400, answered: &answered)
    // Eight under way, each six times in the first half hour, and once an hour then.
    #expect((8 * 24...8 * 32).contains(bench.sends.count), "\(bench.sends.count)")
    #expect(bench.connects.count == 1 && bench.machine.held.batches == 8)
    #expect(bench.machine.cursor.settled.isEmpty && bench.machine.backlog == 12_000)
    for place in 0..<20 as Range<Int64> {
      bench.commit((600 * place + 1)...(600 * place + 600))
      bench.wait(1)
    }
    bench.wait(31)
    for send in bench.sends.suffix(40) { bench.commit(send.numbers) }
    #expect(bench.machine.backlog == 0 && bench.machine.condition == .delivering)
  }

  @Test func `sends what no collector has listed soon after one begins that may list it`() {
    var (bench, answered) = (PublisherBench(), 0)
    bench.news(600)
    bench.waitUnlisted(20_000, answered: &answered)
    #expect(bench.sends.count <= 13 && bench.machine.condition == .unlisted)
    let before = bench.sends.count
    bench.announce(5)
    bench.wait(8)
    #expect(bench.sends.count == before + 1)
    bench.commit(1...600)
    #expect(bench.machine.backlog == 0 && bench.machine.condition == .delivering)
  }

  @Test func `sends one batch with its pauses if it has no sign of another collector`() {
    var (bench, answered) = (PublisherBench(hasCollector: false), 0)
    bench.news(6000)
    bench.waitUnlisted(86_400, answered: &answered)
    #expect(Set(bench.sends.map(\.token)).count == 1 && bench.sends.count < 40, "\(bench.sends.count)")
    #expect(bench.machine.condition == .unlisted)
  }

  @Test func `concludes nothing from a repeated answer to what is not under way any more`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.commit(1...600)
    bench.news(6600)
    for send in bench.sends.dropFirst() {
      bench.perform(bench.machine.published(send.token, reason: 135, at: bench.now))
    }
    bench.wait(600)
    let (sends, wake) = (bench.sends.count, bench.machine.nextWake)
    bench.commit(1...600)
    #expect(bench.machine.strays == 1 && bench.machine.condition == .notAuthorized)
    #expect(bench.machine.nextWake == wake)
    bench.wait(20)
    #expect(bench.sends.count == sends)
  }

  @Test func `counts refused numbers as delivered if another collector commits them`() {
    var bench = PublisherBench()
    bench.news(600)
    bench.refuse(1...600, "version")
    #expect(bench.machine.cursor.refused.keys.sorted() == ["version"])
    bench.commit(1...600, epoch: 6)
    #expect(bench.machine.cursor.settled.isEmpty)
    bench.commit(301...600)
    #expect(bench.machine.cursor.refused["version"]?.ranges == [1...300])
    #expect(bench.machine.cursor.settled.ranges == [301...600] && bench.machine.settledCount == 300)
    bench.commit(1...600)
    #expect(bench.machine.cursor.refused.isEmpty && bench.machine.backlog == 0)
    bench.wait(4000)
    #expect(bench.sends.count == 1)
  }
}
