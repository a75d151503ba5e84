import GPSBase
import GPSFleetProtocol
import GPSTrackRows
import TestSupport
import Testing

@testable import GPSFleetCollector

private let start = Moment(.now)
private let database = FleetDatabase(identifier: "7301-5", timeline: 2)

/// A machine in virtual time, and what it wants.
private struct Bench {
  var machine: CommitMachine
  var now = start
  private var lastRequest = 0
  /// What was answered and committed since the last look.
  var answers: [Int: FleetAnswer] = [:]
  var groups: [CommitMachine.Group] = []
  var (probes, reconnects, reports): ([Int], [Int], [String]) = ([], [], [])

  /// Whether each probe is committed at once.
  var answersProbes = true

  /// A machine whose connections are there, if it is ready.
  init(isReady: Bool = false, _ change: (inout CommitMachine.Settings) -> Void = { _ in }) {
    var settings = CommitMachine.Settings()
    change(&settings)
    machine = CommitMachine(settings, at: start)
    guard isReady else { return }
    for line in 0..<settings.lines { perform(machine.available(line, at: start)) }
  }

  static func ready(_ change: (inout CommitMachine.Settings) -> Void = { _ in }) -> Bench {
    Bench(isReady: true, change)
  }

  static func token(_ number: Int) -> DeviceToken {
    let id = String(number + 10_000_000)
    guard let token = DeviceToken("gb1.\(id)." + String(repeating: "A", count: 35) + id) else {
      preconditionFailure("a token of digits has the right form")
    }
    return token
  }

  static func rows(_ numbers: ClosedRange<Int64>, positions: Int = 1) -> BatchRows {
    let fixes = (0..<positions).compactMap { place -> TrackColumns.Entry? in
      var columns = [Int64?](repeating: nil, count: TrackRow.columnCount)
      (columns[.time], columns[.lag], columns[.flags]) = (1_795_000_000_000 + Int64(place), 0, 3)
      return TrackRow(columns: columns).map {
        TrackColumns.Entry(number: numbers.lowerBound + Int64(place), monotonic: 0, row: $0)
      }
    }
    return BatchRows(
      FleetBatch(installation: [UInt8](repeating: 1, count: 16), epoch: 7, numbers: numbers, fixes: fixes))
  }

  mutating func perform(_ actions: [CommitMachine.Action]) {
    for action in actions {
      switch action {
      case .answer(let request, let answer):
        #expect(answers[request] == nil, "a second answer to \(request)")
        answers[request] = answer
      case .commit(let group): groups.append(group)
      case .probe(let line):
        probes.append(line)
        if answersProbes { perform(machine.probed(line, at: now)) }
      case .reconnect(let line): reconnects.append(line)
      case .report(let line): reports.append(line)
      }
    }
  }

  /// Sends a batch; returns its number, or the refusal.
  @discardableResult mutating func send(
    _ device: Int, _ content: CommitMachine.Delivery.Content? = nil, bytes: Int = 100, positions: Int = 1
  ) -> Int {
    lastRequest += 1
    if let refusal = machine.admit(Self.token(device), bytes, at: now) {
      answers[lastRequest] = refusal
      return lastRequest
    }
    let content = content ?? .batch(Self.rows(1...600, positions: positions))
    let delivery = CommitMachine.Delivery(token: Self.token(device), content: content, bytes: bytes)
    perform(machine.received(lastRequest, delivery, at: now))
    return lastRequest
  }

  /// Sends a batch; returns the word of its answer, if it has one at once.
  mutating func word(_ device: Int, bytes: Int = 100, positions: Int = 1) -> FleetAnswer.Word? {
    let request = send(device, bytes: bytes, positions: positions)
    return answers[request]?.word
  }

  /// Moves the time, and does what is due on the way.
  mutating func pass(_ time: Duration) {
    let end = now + time
    while let next = machine.nextWake, next <= end {
      now = max(now, next)
      let before = machine.nextWake
      perform(machine.wake(at: now))
      guard machine.nextWake != before else {
        Issue.record("the machine asks for the same time again")
        return
      }
    }
    now = end
  }

  mutating func commit(_ word: FleetAnswer.Word = .committed, limit: Int? = nil) {
    guard !groups.isEmpty else { return }
    let group = groups.removeFirst()
    let outcomes = group.members.map { _ in
      CommitMachine.Outcome(word: word, owner: "0a0b0c0d", tenant: "acme", limit: limit)
    }
    perform(machine.committed(group.number, outcomes, .init(), in: database, at: now))
  }

  mutating func fail(_ failure: CommitMachine.Failure) {
    guard !groups.isEmpty else { return }
    perform(machine.failed(groups.removeFirst().number, failure, at: now))
  }

  func words(_ requests: [Int]) -> [FleetAnswer.Word?] { requests.map { answers[$0]?.word } }
}

@Suite struct `Batches that wait for a commit` {
  @Test func `are sent together after a quarter of a second`() {
    var bench = Bench.ready()
    let requests = (1...10).map { bench.send($0) }
    #expect(bench.groups.isEmpty)
    bench.pass(.milliseconds(249))
    #expect(bench.groups.isEmpty)
    bench.pass(.milliseconds(1))
    #expect(bench.groups.map(\.members.count) == [10])
    #expect(bench.answers.isEmpty)
    bench.commit()
    #expect(bench.words(requests) == Array(repeating: .committed, count: 10))
    let answer = bench.answers[requests[0]]
    #expect(answer?.numbers == 1...600 && answer?.epoch == 7 && answer?.database == database)
    #expect(answer?.width == 10 && answer?.reads == 1)
  }

  @Test func `are sent at once if they are many or large, over all connections`() {
    var bench = Bench.ready()
    for device in 1...64 { bench.send(device) }
    #expect(bench.groups.map(\.members.count) == [64])
    bench.send(65, bytes: 8192)
    #expect(bench.groups.map(\.line) == [0, 1])
    bench.send(66, bytes: 8192)
    #expect(bench.groups.count == 2)
    bench.commit()
    #expect(bench.groups.map(\.line) == [1, 0])
  }

  @Test func `have limited rows in a transaction`() {
    var bench = Bench.ready { ($0.lines, $0.groupRows) = (1, 10) }
    bench.send(1, bytes: 8192, positions: 8)
    for device in 2...5 { bench.send(device, bytes: 8192, positions: 5) }
    bench.commit()
    #expect(bench.groups.map(\.members.count) == [2])
    // One batch alone may have more.
    bench.commit()
    bench.send(6, bytes: 8192, positions: 30)
    bench.commit()
    #expect(bench.groups.map(\.members.count) == [1])
  }

  @Test func `that can't be read go alone`() {
    var bench = Bench.ready { $0.lines = 1 }
    bench.send(1)
    let refused = bench.send(2, .refused(.damaged, detail: nil, epoch: 3, numbers: 5...9, sample: [1]))
    bench.send(3)
    bench.pass(.seconds(1))
    #expect(bench.groups.map { $0.members.map(\.request) } == [[1]])
    bench.commit()
    #expect(bench.groups.map { $0.members.map(\.request) } == [[refused]])
    bench.commit(.damaged)
    #expect(bench.answers[refused]?.numbers == 5...9 && bench.answers[refused]?.epoch == 3)
    #expect(bench.groups.map { $0.members.map(\.request) } == [[3]])
  }
}

@Suite struct `A transaction that fails` {
  @Test func `is repeated at once after a conflict, and given up after ten`() {
    var bench = Bench.ready()
    let request = bench.send(1)
    bench.pass(.milliseconds(250))
    for _ in 0..<10 {
      bench.fail(.conflict)
      #expect(bench.groups.count == 1 && bench.answers.isEmpty)
    }
    bench.fail(.conflict)
    #expect(bench.groups.isEmpty && bench.answers[request]?.word == .away)
    #expect(bench.machine.counts.conflicts == 11)
  }

  @Test func `for a bad value leads to one for each batch, so that only one is refused`() {
    var bench = Bench.ready { $0.lines = 1 }
    let requests = (1...3).map { bench.send($0) }
    bench.pass(.milliseconds(250))
    bench.fail(.value("22008"))
    #expect(bench.groups.map(\.members.count) == [1] && bench.answers.isEmpty)
    guard case .batch? = bench.groups.first?.members.first?.delivery.content else {
      Issue.record("the first one is refused unasked")
      return
    }
    bench.commit()
    bench.fail(.value("22008"))
    // It is noted as refused.
    guard
      case .refused(.numbers, "22008", 7, 1...600, [])? = bench.groups.first?.members.first?.delivery.content
    else {
      Issue.record("it is not refused")
      return
    }
    bench.commit(.numbers)
    bench.commit()
    #expect(bench.words(requests) == [.committed, .numbers, .committed])
    #expect(bench.machine.batches == 0)
  }

  @Test func `for a refusal that can't be stored is answered with 503`() {
    var bench = Bench.ready()
    let request = bench.send(1, .refused(.damaged, detail: nil, epoch: nil, numbers: nil, sample: []))
    bench.fail(.value("22021"))
    #expect(bench.words([request]) == [.away] && bench.groups.isEmpty)
  }

  @Test(arguments: [FleetAnswer.Word.noRoom, .schema, .away])
  func `for any other reason is answered with 503, and its connection made anew`(word: FleetAnswer.Word) {
    var bench = Bench.ready { $0.lines = 1 }
    let requests = (1...3).map { bench.send($0) }
    bench.pass(.milliseconds(250))
    bench.fail(.unavailable(word))
    #expect(bench.words(requests) == [word, word, word] && bench.reconnects == [0])
    #expect((bench.answers[requests[0]]?.retryAfter ?? 0) >= 2)
    // Until it can commit, others are refused at once.
    let refused = bench.word(4)
    bench.perform(bench.machine.available(0, at: bench.now))
    let taken = bench.word(5)
    #expect(refused == word && taken == nil)
  }

  @Test func `for a lock keeps its connection`() {
    var bench = Bench.ready { $0.lines = 1 }
    bench.send(1, bytes: 8192)
    bench.fail(.unavailable(.locked))
    #expect(bench.words([1]) == [.locked] && bench.reconnects == [])
    bench.send(2, bytes: 8192)
    #expect(bench.groups.count == 1)
  }

  @Test func `with fewer outcomes than batches, or without a database, answers no batch as committed`() {
    for (outcomes, found) in [(0, database), (1, nil)] as [(Int, FleetDatabase?)] {
      var bench = Bench.ready()
      let request = bench.send(1, bytes: 8192)
      let number = bench.groups[0].number
      let all = Array(repeating: CommitMachine.Outcome(word: .committed), count: outcomes)
      bench.perform(bench.machine.committed(number, all, .init(), in: found, at: bench.now))
      #expect(bench.words([request]) == [.schema])
    }
  }
}

@Suite struct `A batch that waits for long` {
  @Test func `is answered after eight seconds without a connection`() {
    var bench = Bench()
    let request = bench.send(1)
    bench.pass(.milliseconds(7999))
    #expect(bench.answers.isEmpty)
    bench.pass(.milliseconds(1))
    #expect(bench.words([request]) == [.away] && bench.machine.batches == 0)
  }

  @Test func `is answered after fifteen seconds of its transaction, whose outcome then counts for no one`() {
    var bench = Bench.ready { $0.lines = 1 }
    bench.send(1, bytes: 8192)
    bench.pass(.seconds(7))
    bench.commit()
    bench.send(2)
    bench.pass(.milliseconds(250))
    let number = bench.groups.map(\.number)
    bench.pass(.seconds(16))
    #expect(bench.words([1, 2]) == [.committed, .away] && bench.reconnects == [0])
    for number in number { bench.perform(bench.machine.failed(number, .conflict, at: bench.now)) }
    #expect(bench.machine.batches == 0 && bench.groups.count == 1)
  }

  @Test func `does not wait where nothing can be committed`() {
    var bench = Bench.ready { $0.lines = 1 }
    let request = bench.send(1, bytes: 8192)
    bench.perform(bench.machine.lost(0, .away, at: bench.now))
    bench.send(2)
    #expect(bench.words([request, 2]) == [.away, .away])
    #expect(bench.answers[2]?.retryAfter == 2)
  }
}

@Suite struct `The limits of a collector` {
  @Test func `are for batches and bytes in memory, also those that arrive`() {
    var bench = Bench { ($0.mostBatches, $0.mostBytes) = (3, 1000) }
    #expect(bench.machine.admit(Bench.token(9), 300, at: start) == nil)
    let words = [bench.word(1), bench.word(2), bench.word(3)]
    #expect(words == [nil, nil, .full])
    bench.machine.dropped(300)
    let sizes = [bench.word(4, bytes: 801), bench.word(5, bytes: 800)]
    #expect(sizes == [.full, nil])
  }

  @Test func `are for positions in memory, which only the content shows`() {
    var bench = Bench { $0.mostRows = 50 }
    let words = [bench.word(1, positions: 40), bench.word(2, positions: 11)]
    #expect(words == [nil, .full] && bench.machine.batches == 1)
  }

  @Test func `let 256 unknown tokens through at once, and 200 a second, beside the known ones`() {
    var bench = Bench.ready { $0.mostBatches = 1_000_000 }
    bench.send(5000, bytes: 8192)
    bench.commit()
    let first = (0..<300).map { bench.send($0) }
    #expect(bench.words(first).count { $0 == .unknownTokens } == 44)
    let known = bench.word(5000)
    #expect(known == nil)
    bench.pass(.milliseconds(250))
    while !bench.groups.isEmpty { bench.commit(.unknownToken) }
    let second = (1000..<1100).map { bench.send($0) }
    #expect(bench.words(second).count { $0 == .unknownTokens } == 50)
  }

  @Test func `let all devices of a fleet through that begin at once`() {
    var bench = Bench.ready()
    var requests: [Int] = []
    for hundred in 0..<10 {
      requests += (0..<100).map { bench.send(hundred * 100 + $0) }
      bench.pass(.milliseconds(50))
      while !bench.groups.isEmpty { bench.commit() }
    }
    bench.pass(.milliseconds(250))
    bench.commit()
    #expect(bench.words(requests) == Array(repeating: .committed, count: 1000))
  }

  @Test func `are for the bytes, batches and refusals of a device in a minute`() {
    func bench(_ change: (inout CommitMachine.Settings) -> Void) -> Bench {
      var bench = Bench.ready { settings in
        settings.lines = 1
        change(&settings)
      }
      bench.send(1, bytes: 8192)
      bench.commit()
      return bench
    }
    var batches = bench { $0.batchesOfMinute = 3 }
    let all = (0..<4).map { _ in batches.send(1) }
    #expect(batches.words(all) == [nil, nil, nil, .rate])
    #expect(batches.answers[all[3]]?.retryAfter == 60)
    batches.pass(.seconds(1))
    batches.commit()
    batches.pass(.seconds(59))
    let later = batches.word(1)
    #expect(later == nil)

    var bytes = bench { $0.bytesOfMinute = 1000 }
    let words = [bytes.word(1, bytes: 900), bytes.word(1, bytes: 101), bytes.word(2)]
    #expect(words == [nil, .rate, nil])

    var refusals = bench { $0.refusalsOfMinute = 2 }
    for _ in 0..<2 {
      refusals.send(1, .refused(.damaged, detail: nil, epoch: nil, numbers: nil, sample: []))
      refusals.commit(.damaged)
    }
    let refused = refusals.word(1)
    #expect(refused == .rate)
  }

  @Test func `are for the rows of a tenant, whichever device sends them`() {
    var bench = Bench.ready { $0.lines = 1 }
    for device in [1, 2] {
      bench.send(device, bytes: 8192, positions: 60)
      bench.commit(limit: 100)
    }
    let refused = [bench.word(1), bench.word(2)]
    bench.pass(.seconds(60))
    let later = bench.word(1)
    #expect(refused == [.rate, .rate] && later == nil)
  }

  @Test func `do not count guesses of a device's secret for the device`() {
    var bench = Bench.ready { ($0.lines, $0.batchesOfMinute) = (1, 2) }
    bench.send(1, bytes: 8192)
    bench.commit()
    let guess = DeviceToken("gb1.10000001." + String(repeating: "B", count: 43))
    for _ in 0..<50 { _ = bench.machine.admit(guess, 100, at: bench.now) }
    let word = bench.word(1)
    #expect(word == nil)
  }

  @Test func `spread more devices over a longer time`() {
    var bench = Bench.ready { ($0.mostBatches, $0.strangersAtOnce) = (1_000_000, 1e6) }
    #expect(bench.machine.width == 10)
    for device in 0..<1300 { bench.send(device, bytes: 8192) }
    while !bench.groups.isEmpty { bench.commit() }
    #expect(bench.machine.devices == 1300 && bench.machine.width == 13)
    bench.pass(.seconds(360))
    bench.perform(bench.machine.wake(at: bench.now))
    #expect(bench.machine.devices == 0 && bench.machine.width == 10)
  }

  @Test func `report a second installation once, and its owner in each answer`() {
    var bench = Bench.ready { $0.lines = 1 }
    for _ in 0..<3 {
      let request = bench.send(1, bytes: 8192)
      bench.commit(.secondInstallation)
      #expect(bench.answers[request]?.installation == "0a0b0c0d")
    }
    #expect(bench.reports.count == 1 && bench.reports[0].contains("10000001"))
    #expect(bench.machine.counts.answers == [.secondInstallation: 3])
  }
}

@Suite struct `The health of a collector` {
  @Test func `is proved by a probe where no batch comes`() {
    var bench = Bench.ready()
    bench.answersProbes = false
    bench.pass(.milliseconds(4999))
    #expect(bench.probes.isEmpty)
    bench.pass(.milliseconds(1))
    #expect(bench.probes == [0])
    bench.perform(bench.machine.probed(0, at: bench.now))
    #expect(bench.machine.lastCommit == bench.now)
    bench.pass(.seconds(5))
    #expect(bench.probes.count == 2)
    // One without an answer ends its connection, as a batch would.
    bench.pass(.seconds(15))
    #expect(bench.reconnects == [0])
  }

  @Test func `is not proved by probes after a transaction has failed`() {
    var bench = Bench.ready { $0.lines = 1 }
    bench.send(1, bytes: 8192)
    bench.fail(.unavailable(.noRoom))
    #expect(bench.machine.trouble(at: bench.now) == .noRoom)
    bench.perform(bench.machine.available(0, at: bench.now))
    bench.pass(.seconds(10))
    #expect(bench.probes.count == 2 && bench.machine.trouble(at: bench.now) == .noRoom)
    // Without another batch that fails, it is forgotten; a batch that is committed proves more.
    bench.pass(.seconds(20))
    #expect(bench.machine.trouble(at: bench.now) == nil)
    bench.send(1, bytes: 8192)
    bench.fail(.unavailable(.locked))
    bench.send(1, bytes: 8192)
    bench.commit()
    #expect(bench.machine.trouble(at: bench.now) == nil)
  }

  @Test func `knows the oldest batch, in a transaction too`() {
    var bench = Bench.ready { $0.lines = 1 }
    bench.send(1, bytes: 8192)
    bench.pass(.seconds(2))
    bench.send(2)
    #expect(bench.machine.oldest == start)
    bench.commit()
    #expect(bench.machine.oldest == start + .seconds(2))
  }
}

@Suite struct `A simulation of a collector` {
  private struct Running {
    let group: CommitMachine.Group
    let end: Moment
    let failure: CommitMachine.Failure?
    let isLost: Bool
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `answers each batch once, in time, and as committed only after the commit`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bench = Bench { $0.mostBatches = 40 }
    var (running, committed, sent): ([Running], Set<Int>, [Int: Moment]) = ([], [], [:])
    var returns = [0: start + .seconds(1), 1: start + .seconds(2)]
    let trouble = Double.random(in: 0...0.3, using: &random)
    for step in 0..<4000 {
      bench.pass(.milliseconds(20))
      if step < 2000, Double.random(in: 0...1, using: &random) < 0.4 {
        let isRefused = Int.random(in: 0..<20, using: &random) == 0
        let request = bench.send(
          Int.random(in: 0..<30, using: &random),
          isRefused ? .refused(.damaged, detail: nil, epoch: 1, numbers: 1...2, sample: []) : nil,
          bytes: Int.random(in: 100...9000, using: &random))
        sent[request] = bench.now
      }
      for group in bench.groups {
        let isBad = Double.random(in: 0...1, using: &random) < trouble
        let failures: [CommitMachine.Failure] = [
          .conflict, .value("22003"), .unavailable(.away), .unavailable(.locked), .unavailable(.noRoom),
        ]
        let time =
          Int.random(in: 0..<30, using: &random) == 0 ? 16_000 : Int.random(in: 1...400, using: &random)
        running.append(
          Running(
            group: group, end: bench.now + .milliseconds(time),
            failure: isBad ? failures.randomElement(using: &random) : nil,
            isLost: Double.random(in: 0...1, using: &random) < trouble / 4))
        #expect(group.members.count <= 64)
        #expect(group.members.count == 1 || !group.members.contains(where: \.mustBeAlone))
      }
      bench.groups = []
      for line in bench.reconnects {
        running.removeAll { $0.group.line == line }
        returns[line] = bench.now + .milliseconds(500)
      }
      bench.reconnects = []
      for done in running where done.end <= bench.now {
        if done.failure == nil { committed.formUnion(done.group.members.map(\.request)) }
        if done.isLost {
          bench.perform(bench.machine.lost(done.group.line, .away, at: bench.now))
          returns[done.group.line] = bench.now + .milliseconds(500)
        } else if let failure = done.failure {
          bench.perform(bench.machine.failed(done.group.number, failure, at: bench.now))
        } else {
          let outcomes = done.group.members.map { member in
            var word = FleetAnswer.Word.committed
            if case .refused(let found, _, _, _, _) = member.delivery.content { word = found }
            return CommitMachine.Outcome(word: word)
          }
          bench.perform(
            bench.machine.committed(done.group.number, outcomes, .init(), in: database, at: bench.now))
        }
      }
      running.removeAll { $0.end <= bench.now }
      for (line, time) in returns where time <= bench.now {
        returns[line] = nil
        bench.perform(bench.machine.available(line, at: bench.now))
      }
      for (request, answer) in bench.answers {
        guard let time = sent.removeValue(forKey: request) else { continue }
        #expect(time.duration(to: bench.now) <= .milliseconds(15_040), "seed \(seed)")
        #expect(answer.word != .committed || committed.contains(request), "seed \(seed)")
      }
    }
    #expect(sent.isEmpty && bench.machine.batches == 0 && bench.machine.rows == 0, "seed \(seed)")
    #expect(!committed.isEmpty, "seed \(seed)")
  }
}
