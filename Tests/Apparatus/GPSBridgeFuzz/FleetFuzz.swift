import GPSBase
import GPSFleetProtocol
import GPSTrackRows

enum FleetFuzz {
  /// Reads the bytes as each message of a fleet, and as what happens to both machines, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkBatch(bytes)
    // No fuzzer finds a checksum.
    checkBatch(sealed(bytes))
    checkBatch(sealed([0x47, 0x42, FleetBatch.version] + bytes))
    checkMessages(bytes)
    checkTopic(String(decoding: bytes, as: UTF8.self))
    checkPublisher(bytes)
    checkCollector(bytes)
  }
}

// MARK: - Messages

/// The bytes with their checksum.
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  let sum = TrackColumns.checksum(bytes[...])
  return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
}

/// A batch that can be read is written as the same one, and has numbers within its range that rise.
private func checkBatch(_ bytes: [UInt8]) {
  let head = FleetBatch.head(of: bytes)
  guard let batch = try? FleetBatch(bytes) else { return }
  precondition(head?.epoch == batch.epoch && head?.numbers == batch.numbers, "the head is the batch's")
  precondition(batch.numbers.lowerBound > 0, "numbers are above 0")
  var last = batch.numbers.lowerBound - 1
  for fix in batch.fixes {
    precondition(fix.number > last && fix.number <= batch.numbers.upperBound, "numbers rise within the range")
    last = fix.number
  }
  let written = batch.bytes
  // The words of a record are cut, and so is a batch that is then too large.
  guard written.count <= FleetBatch.mostBytes else { return }
  let again = try? FleetBatch(written)
  precondition(again?.fixes == batch.fixes && again?.numbers == batch.numbers, "a batch comes back")
  precondition(again?.thinning == batch.thinning && again?.epoch == batch.epoch, "its head comes back")
  precondition(again?.records.map(\.content) == batch.records.map(\.content), "its records come back")
  precondition(again?.bytes == written, "a batch is written in one form only")
  var turned = written
  turned[bytes.count % written.count] ^= 1 << UInt8(bytes.count % 8)
  precondition((try? FleetBatch(turned)) == nil, "a turned bit is noticed")
}

/// Answers and states that can be read are written as the same.
private func checkMessages(_ bytes: [UInt8]) {
  if let answer = FleetAcknowledgement(bytes) {
    let again = FleetAcknowledgement(answer.bytes)
    precondition(again?.committed == answer.committed && again?.epoch == answer.epoch, "an answer comes back")
    precondition(
      again?.refused.map(\.numbers) == answer.refused.map(\.numbers) && again?.database == answer.database,
      "what is refused comes back")
  }
  if let state = FleetPresence.Device(bytes), state.isOnline {
    precondition(FleetPresence.Device(state.bytes) == state, "a device's state comes back")
  }
  if let state = FleetPresence.Collector(bytes), state.isOnline, state.database != nil {
    precondition(FleetPresence.Collector(state.bytes) == state, "a collector's state comes back")
  }
}

/// A topic is the only text for its meaning, and has nothing that another program could take for its own.
private func checkTopic(_ text: String) {
  guard let topic = FleetTopic(text) else { return }
  precondition("\(topic)" == text, "a topic has one form")
  let isClean = text.utf8.allSatisfy { byte in
    byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x5F || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
  precondition(isClean && text.utf8.filter { $0 == 0x2F }.count == 4, "a topic has five parts of letters")
}

// MARK: - Machines

/// The bytes as a sequence of small numbers; nil at their end.
private struct Script {
  var rest: ArraySlice<UInt8>

  mutating func next() -> Int? { rest.popFirst().map(Int.init) }
  mutating func number(_ limit: Int) -> Int { (next() ?? 0) % limit }
}

private func name(_ text: String, _ role: FleetName.Role) -> FleetName {
  guard let name = try? FleetName(text, of: role) else { preconditionFailure("a name") }
  return name
}

private let device = FleetDevice(tenant: name("t", .tenant), name: name("d", .device))
private let start = Moment(.now)

/// Whatever happens, a number is settled only after an answer that has it, and few batches are in memory.
private func checkPublisher(_ bytes: [UInt8]) {
  var script = Script(rest: bytes.prefix(300))
  var settings = PublisherMachine.Settings()
  settings.hosts = 2
  var machine = PublisherMachine(settings, cursor: FleetCursor(installation: "f"), seed: 1)
  var (now, last, epoch, answered) = (start, 0 as Int64, 1 as UInt32, NumberRanges())
  var (requests, tokens): ([PublisherMachine.Request], [Int]) = ([], [])
  var searches: [FleetSearch] = []
  func note(_ actions: [PublisherMachine.Action]) {
    for action in actions {
      switch action {
      case .read(let request):
        precondition(request.numbers.upperBound <= max(1, last), "only what the store has is read")
        requests.append(request)
      case .send(let token, _): tokens.append(token)
      case .find(let search): searches.append(search)
      case .connect, .disconnect, .announce, .save: break
      }
    }
  }
  note(machine.start(at: now))
  while let kind = script.next() {
    now = now + .milliseconds(script.number(256) * 200)
    switch kind % 10 {
    case 0: note(machine.connected(mostBytes: nil, at: now))
    case 1: note(machine.disconnected(script.number(2) == 0 ? .failed("f") : .takenOver, at: now))
    case 2:
      last += Int64(script.number(200)) * 10
      note(machine.news(last: last, at: now))
    case 3:
      guard let request = requests.popLast() else { continue }
      let nothing = PublisherMachine.Page.nothing(request.numbers)
      let page = PublisherMachine.Page.batch(epoch: epoch, numbers: request.numbers, payload: [1, 2, 3])
      let choice = script.number(8)
      // A store that has no entries of these numbers settles them.
      if choice == 1 { answered.insert(request.numbers) }
      note(machine.page(choice == 0 ? .failed : choice == 1 ? nothing : page, at: now))
    case 4:
      guard !tokens.isEmpty else { continue }
      let codes = [0, 0, 0, 16, 135, 149] as [UInt8]
      note(machine.published(tokens[script.number(tokens.count)], reason: codes[script.number(6)], at: now))
    case 5, 6:
      let first = Int64(script.number(40)) * 300 + 1
      let numbers = first...(first + Int64(script.number(4)) * 300 + 299)
      var answer = FleetAcknowledgement(
        epoch: epoch, committed: NumberRanges(), by: name("c", .collector),
        in: FleetDatabase(identifier: "db\(script.number(2))", timeline: UInt32(script.number(3))))
      if kind % 10 == 5 {
        answer.committed.insert(numbers)
        answered.insert(numbers)
      } else {
        answer.refused = [FleetAcknowledgement.Refusal(numbers: numbers, reason: "version")]
      }
      note(machine.acknowledged(answer, at: now))
    case 7:
      let database = FleetDatabase(identifier: "db\(script.number(2))", timeline: UInt32(script.number(3)))
      var state = FleetPresence.Collector(
        isOnline: true, connection: Int64(script.number(9)), database: script.number(3) == 0 ? nil : database)
      if script.number(4) == 0 { state.restored = .init(at: Int64(script.number(9)), since: 5) }
      note(machine.collector(name("c", .collector), state, at: now))
    case 8:
      epoch += UInt32(script.number(2))
      note(machine.opened(epoch, first: last + 1, at: now))
      guard let search = searches.popLast() else { continue }
      note(machine.found(script.number(2) == 0 ? .failed : .number(1), for: search, at: now))
    default: note(machine.wake(at: now))
    }
    precondition(machine.held.batches <= 9, "at most eight batches are under way, and one is read")
    for range in machine.cursor.settled.ranges {
      precondition(answered.missing(in: range).isEmpty, "only what was answered is settled")
    }
  }
}

/// Whatever happens, a number is acknowledged only after the commit of a transaction that has it, and once for each message.
private func checkCollector(_ bytes: [UInt8]) {
  var script = Script(rest: bytes.prefix(300))
  var settings = CollectorMachine.Settings(name: name("c", .collector), connection: 1)
  (settings.rowsOfTransaction, settings.mostRows, settings.bytesOfMinute) = (20, 60, 20_000)
  var machine = CollectorMachine(settings, seed: 2)
  var (now, committed, running) = (start, NumberRanges(), CollectorMachine.Transaction?.none)
  func note(_ actions: [CollectorMachine.Action]) {
    for action in actions {
      switch action {
      case .commit(let transaction):
        precondition(running == nil, "one transaction runs at a time")
        running = transaction
      case .acknowledge(_, let to, let answer):
        precondition(to == device, "an answer goes to the device of the message")
        for range in answer.committed.ranges {
          precondition(committed.missing(in: range).isEmpty, "no answer precedes its commit")
        }
      case .announce: break
      }
    }
  }
  note(machine.connected(0, at: now))
  while let kind = script.next() {
    now = now + .milliseconds(script.number(256) * 4)
    switch kind % 8 {
    case 0, 1, 2:
      let first = Int64(script.number(100)) + 1
      let batch = FleetBatch(
        installation: [UInt8](repeating: 1, count: 16), epoch: 1,
        numbers: first...(first + Int64(script.number(9))),
        fixes: [])
      var payload = batch.bytes
      if kind % 8 == 2 { payload[script.number(payload.count)] ^= 1 }
      note(machine.received("gpsbridge/v1/t/d/fix", payload, from: script.number(2), at: now))
    case 3: note(machine.received("gpsbridge/v1/t/d/state", Array(script.rest.prefix(100)), from: 0, at: now))
    case 4:
      let database = FleetDatabase(identifier: "db", timeline: UInt32(script.number(3)))
      note(machine.available(database, at: now))
    case 5, 6:
      guard let transaction = running else { continue }
      running = nil
      let failures = [CollectorMachine.Failure.conflict, .rejected("22021"), .away]
      if kind % 8 == 6 {
        note(machine.failed(transaction.number, failures[script.number(3)], at: now))
      } else {
        for delivery in transaction.deliveries {
          if case .batch(let batch, _) = delivery.content { committed.insert(batch.numbers) }
        }
        let database = FleetDatabase(identifier: "db", timeline: UInt32(script.number(3)))
        note(machine.committed(transaction.number, in: database, at: now))
      }
    default: note(machine.wake(at: now))
    }
    precondition(machine.rows <= 60 + 20, "memory is bounded")
  }
}
