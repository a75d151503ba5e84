internal import GPSBridgeTool
internal import GPSFormats
internal import GNSS
internal import GPSBase
internal import GPSGeodesy
internal import GPSStore

/// The times at which a device was near a place.
struct TrackVisits {
  private let order: TrackOrder

  private struct Visit {
    var session: Int64
    var first, last: StoredFix
    var nearest: Double
  }

  /// A longer time in between makes two visits.
  private static let pause = 300.0

  init(_ order: TrackOrder) { self.order = order }

  /// Shows the visits; returns false without any.
  func show(in store: TrackStore) throws(ToolError) -> Bool {
    guard let near = order.near else { return false }
    var visit: Visit?
    var count = 0
    let devices = try order.asking { () throws(StoreError) in
      try store.devices(StoreQuery(device: order.device))
    }
    func end() {
      guard let visit else { return }
      count += 1
      show(visit, devices[visit.session] ?? "")
    }
    try order.asking { () throws(StoreError) in
      try store.visitFixes(order.query) { fix in
        guard !fix.isSuspect, let place = fix.coordinate else { return true }
        let distance = place.distance(to: near.place)
        guard distance <= near.meters else { return true }
        if var now = visit, now.session == fix.session,
          0...Self.pause ~= fix.time.seconds(since: now.last.time)
        {
          (now.last, now.nearest) = (fix, min(now.nearest, distance))
          visit = now
        } else {
          end()
          visit = Visit(session: fix.session, first: fix, last: fix, nearest: distance)
        }
        return order.output.failure == nil
      }
    }
    end()
    return count > 0
  }

  private func show(_ visit: Visit, _ device: String) {
    let (from, to) = (visit.first.time, visit.last.time)
    guard !order.isRecord else {
      return order.output.write(
        StoreRecords.visit(from: from, to: to, nearest: visit.nearest, device: device))
    }
    let end = order.clock.day(from) == order.clock.day(to) ? order.clock.time(to) : order.clock.words(to)
    let times = "\(order.clock.words(from)) – \(end)"
    let length = HumanText.time(to.seconds(since: from))
    order.output.write(text: "\(times)   \(length), \(HumanText.distance(visit.nearest)) away at least\n")
  }
}
