import GPSBase
import GPSFleetProtocol
import GPSTrackRows

enum FleetFuzz {
  /// Reads the bytes as each message of a fleet, and as what happens to a publisher, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkBatch(bytes)
    // No fuzzer finds a checksum.
    checkBatch(sealed(bytes))
    checkBatch(sealed([0x47, 0x42, FleetBatch.version] + bytes))
    checkAnswer(bytes)
    checkPublisher(bytes)
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

/// An answer that can be read is written as the same, and belongs to one status.
private func checkAnswer(_ bytes: [UInt8]) {
  for status in [200, 400, 401, 403, 409, 422, 429, 503] {
    guard let answer = FleetAnswer(status: status, bytes, retryAfter: nil) else { continue }
    precondition(answer.word.status == status, "a word has one status")
    precondition(FleetAnswer(status: status, answer.bytes, retryAfter: nil) == answer, "an answer comes back")
    precondition(status != 200 || answer.database != nil && answer.numbers != nil, "a commit is of a batch")
  }
}

// MARK: - The machine

/// The bytes as a sequence of small numbers; nil at their end.
private struct Script {
  var rest: ArraySlice<UInt8>

  mutating func next() -> Int? { rest.popFirst().map(Int.init) }
  mutating func number(_ limit: Int) -> Int { (next() ?? 0) % limit }
}

private let start = Moment(.now)

/// Whatever happens, a number is settled only after a collector's answer to its batch, and few batches are in memory.
private func checkPublisher(_ bytes: [UInt8]) {
  var script = Script(rest: bytes.prefix(300))
  var machine = PublisherMachine(.init(), cursor: FleetCursor(installation: "f"), seed: 1)
  var (now, last, epoch, answered) = (start, 0 as Int64, 1 as UInt32, NumberRanges())
  var requests: [PublisherMachine.Request] = []
  var (sent, numbers): ([Int], [[UInt8]: (UInt32, ClosedRange<Int64>)]) = ([], [:])
  var payloads: [Int: [UInt8]] = [:]
  func note(_ actions: [PublisherMachine.Action]) {
    for action in actions {
      switch action {
      case .read(let request):
        precondition(request.numbers.upperBound <= max(1, last), "only what the store has is read")
        requests.append(request)
      case .send(let token, let payload):
        sent.append(token)
        payloads[token] = payload
      case .find, .save, .stop: break
      }
    }
  }
  while let kind = script.next() {
    now = now + .milliseconds(script.number(256) * 200)
    switch kind % 8 {
    case 0, 1:
      last += Int64(script.number(200)) * 10
      note(machine.news(last: last, at: now))
    case 2, 3:
      guard let request = requests.popLast() else { continue }
      let choice = script.number(8)
      if choice == 0 { note(machine.page(.failed, at: now)) }
      // A store that has no entries of these numbers settles them.
      if choice == 1 {
        answered.insert(request.numbers)
        note(machine.page(.nothing(request.numbers), at: now))
      }
      guard choice > 1 else { continue }
      let payload = Array("\(epoch) \(request.numbers)".utf8)
      numbers[payload] = (epoch, request.numbers)
      note(machine.page(.batch(epoch: epoch, numbers: request.numbers, payload: payload), at: now))
    case 4, 5, 6:
      guard !sent.isEmpty else { continue }
      let token = sent.remove(at: script.number(sent.count))
      guard let (epoch, range) = payloads[token].flatMap({ numbers[$0] }) else { continue }
      var answer = FleetAnswer(FleetAnswer.Word.allCases[script.number(FleetAnswer.Word.allCases.count)])
      (answer.epoch, answer.numbers) = (epoch, range)
      answer.database = FleetDatabase(identifier: "db\(script.number(2))", timeline: UInt32(script.number(3)))
      (answer.width, answer.reads) = (script.number(256), script.number(3))
      func reply(_ status: Int, _ body: [UInt8]) {
        let read = FleetAnswer(status: status, body, retryAfter: nil)
        if read?.word == .committed, read?.epoch == epoch, read?.numbers == range { answered.insert(range) }
        let seconds = script.number(256)
        note(machine.answered(token, .answered(status: status, body: body, retryAfter: seconds), at: now))
      }
      switch script.number(6) {
      case 0: note(machine.answered(token, .failed(.slow), at: now))
      case 1: reply(script.number(600), answer.bytes)
      case 2: reply(200, Array(script.rest))
      default: reply(answer.word.status, answer.bytes)
      }
    default:
      switch script.number(5) {
      case 0:
        epoch += 1
        note(machine.opened(epoch, first: last + 1, at: now))
      case 1: note(machine.sendAgain(since: 5, at: now))
      case 2: note(machine.found(script.number(2) == 0 ? .failed : .number(1), at: now))
      case 3: note(machine.credentialsChanged(at: now))
      default: note(machine.wake(at: now))
      }
    }
    precondition(machine.held.batches <= 5, "at most four batches are under way, and one is read")
    for range in machine.cursor.settled.ranges {
      precondition(answered.missing(in: range).isEmpty, "only what was answered is settled")
    }
  }
}
