import GPSTrackRows

@testable import GPSFleetProtocol

/// The table of all devices, of which a failover takes the last commits.
struct SimulatedTable {
  private struct Commit {
    let time: Int64
    let device: FleetDevice
    let numbers: ClosedRange<Int64>
  }

  /// Numbers that have no entries in any store.
  let hole: ClosedRange<Int64>
  var isUp = true
  private(set) var timeline: UInt32 = 1
  private var commits: [Commit] = []
  private var ever: [FleetDevice: NumberRanges] = [:]

  init(hole: ClosedRange<Int64>) { self.hole = hole }

  var identity: FleetDatabase { FleetDatabase(identifier: "db", timeline: timeline) }

  mutating func commit(_ numbers: ClosedRange<Int64>, of device: FleetDevice, at time: Int64) {
    commits.append(Commit(time: time, device: device, numbers: numbers))
    ever[device, default: NumberRanges()].insert(numbers)
  }

  /// A standby is promoted that has no commit since a time.
  mutating func failOver(to kept: Int64) {
    commits.removeAll { $0.time > kept }
    timeline += 1
    isUp = false
  }

  /// The numbers of a range that were never committed.
  func neverCommitted(in range: ClosedRange<Int64>, of device: FleetDevice) -> [ClosedRange<Int64>] {
    var numbers = ever[device] ?? NumberRanges()
    numbers.insert(hole)
    return numbers.missing(in: range).ranges
  }

  /// The numbers of a range that are not in the table.
  func missing(in range: ClosedRange<Int64>, of device: FleetDevice) -> [ClosedRange<Int64>] {
    var rows = NumberRanges()
    rows.insert(hole)
    for commit in commits where commit.device == device { rows.insert(commit.numbers) }
    return rows.missing(in: range).ranges
  }

  /// What a device's store has of a request; its epochs begin with these numbers.
  func page(_ request: PublisherMachine.Request, epochs: [Int64]) -> PublisherMachine.Page {
    let first = request.numbers.lowerBound
    if hole.contains(first) { return .nothing(first...min(hole.upperBound, request.limit)) }
    var last = request.numbers.upperBound
    if first < hole.lowerBound { last = min(last, hole.lowerBound - 1) }
    let epoch = epochs.lastIndex { $0 <= first } ?? 0
    if epoch + 1 < epochs.count { last = min(last, epochs[epoch + 1] - 1) }
    let payload = Array("\(epoch + 1) \(first) \(last)".utf8)
    return .batch(epoch: UInt32(epoch + 1), numbers: first...last, payload: payload)
  }
}
