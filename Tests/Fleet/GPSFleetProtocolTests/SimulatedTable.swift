import GPSTrackRows

@testable import GPSFleetProtocol

/// The rows of all devices, each once by its key, of which a failover takes the last commits.
struct SimulatedTable {
  private struct Commit {
    let time: Int64
    let (device, epoch): (Int, UInt32)
    let numbers: ClosedRange<Int64>
  }

  private struct Key: Hashable { let (device, epoch): (Int, UInt32) }

  var isUp = true
  private(set) var timeline: UInt32 = 1
  private var commits: [Commit] = []
  private var (rows, ever): ([Key: NumberRanges], [Key: NumberRanges]) = ([:], [:])

  /// The database as a collector sees it; one that is connected to an old primary reports the timeline before.
  func identity(isStale: Bool = false) -> FleetDatabase {
    FleetDatabase(identifier: "db", timeline: isStale ? timeline - 1 : timeline)
  }

  /// Commits a batch; on an old primary it is lost.
  mutating func commit(
    _ numbers: ClosedRange<Int64>, of epoch: UInt32, from device: Int, at time: Int64, isStale: Bool = false
  ) {
    let key = Key(device: device, epoch: epoch)
    ever[key, default: NumberRanges()].insert(numbers)
    guard !isStale else { return }
    commits.append(Commit(time: time, device: device, epoch: epoch, numbers: numbers))
    rows[key, default: NumberRanges()].insert(numbers)
  }

  /// A standby is promoted that has no commit since a time.
  mutating func failOver(to kept: Int64) {
    commits.removeAll { $0.time > kept }
    rows = [:]
    for commit in commits {
      let key = Key(device: commit.device, epoch: commit.epoch)
      rows[key, default: NumberRanges()].insert(commit.numbers)
    }
    timeline += 1
  }

  /// The numbers of a range that were never committed, on any timeline.
  func neverCommitted(_ range: ClosedRange<Int64>, of epoch: UInt32, from device: Int) -> NumberRanges {
    (ever[Key(device: device, epoch: epoch)] ?? NumberRanges()).missing(in: range)
  }

  /// The numbers of a range without a row.
  func missing(_ range: ClosedRange<Int64>, of epoch: UInt32, from device: Int) -> NumberRanges {
    (rows[Key(device: device, epoch: epoch)] ?? NumberRanges()).missing(in: range)
  }
}

/// The store of a device: numbers in epochs, with a hole without entries.
struct SimulatedStore {
  /// The first number of each epoch; a power cut gives numbers out again.
  private(set) var epochs: [Int64] = [1]
  private(set) var last: Int64 = 0
  let hole: ClosedRange<Int64>

  var epoch: UInt32 { UInt32(epochs.count) }
  private var firstOfEpoch: Int64 { epochs[epochs.count - 1] }

  /// The first number that was given after an epoch.
  func first(after epoch: UInt32) -> Int64 {
    Int(epoch) < epochs.count ? epochs[Int(epoch)...].min() ?? 1 : 1
  }

  mutating func add(_ count: Int64) { last += count }

  /// Begins an epoch without the last numbers.
  mutating func reopen(losing count: Int64) {
    last = max(firstOfEpoch - 1, last - count)
    epochs.append(last + 1)
  }

  /// The parts of a range that have entries, each of one epoch.
  func parts(of range: ClosedRange<Int64>) -> [(epoch: UInt32, numbers: ClosedRange<Int64>)] {
    var parts: [(UInt32, ClosedRange<Int64>)] = []
    for (place, first) in epochs.enumerated() {
      let end = place + 1 < epochs.count ? epochs[place + 1] - 1 : .max
      guard first <= end, range.overlaps(first...end) else { continue }
      var empty = NumberRanges()
      empty.insert(hole)
      let full = empty.missing(in: range.clamped(to: first...end))
      parts += full.ranges.map { (UInt32(place + 1), $0) }
    }
    return parts
  }

  /// The page of a request; its batch is a text.
  func page(_ request: PublisherMachine.Request) -> PublisherMachine.Page {
    let first = request.numbers.lowerBound
    guard let part = parts(of: request.numbers).first, part.numbers.lowerBound == first else {
      return .nothing(first...min(hole.upperBound, request.limit))
    }
    let payload = Array("\(part.epoch) \(part.numbers.lowerBound) \(part.numbers.upperBound)".utf8)
    return .batch(epoch: part.epoch, numbers: part.numbers, payload: payload)
  }
}
