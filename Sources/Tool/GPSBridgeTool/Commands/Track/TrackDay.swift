internal import GNSS
internal import GPSBase
internal import GPSStore

/// A day of a store: when the position was not known, and the way.
struct TrackDay {
  private let order: TrackOrder

  init(_ order: TrackOrder) { self.order = order }

  func run() throws(ToolError) -> ExitCode {
    let store = try order.open()
    let times = order.times ?? UTC(secondsSince1970: 0)...UTC(secondsSince1970: 253_402_300_798)
    var isEmpty = true
    do throws(StoreError) {
      let sessions = try store.sessions(order.query)
      var devices: [(key: String, name: String)] = []
      for session in sessions where !devices.contains(where: { $0.key == session.device }) {
        devices.append((session.device, session.name))
      }
      for device in devices {
        let day = try store.summary(of: times, device: device.key)
        guard day.fixes > 0 || !day.gaps.isEmpty else { continue }
        isEmpty = false
        if order.isRecord {
          for gap in day.gaps { order.output.write(StoreRecords.gap(gap, device: device.key)) }
          order.output.write(StoreRecords.day(day, times, device: device.key))
        } else {
          if devices.count > 1 { order.output.write(text: VisibleText.replaced(device.name) + "\n") }
          order.output.write(text: text(day))
        }
      }
    } catch { throw ToolError(reading: error) }
    if isEmpty { throw order.nothing() }
    return .done
  }

  private func text(_ day: DaySummary) -> String {
    var lines = day.gaps.filter { $0.seconds >= Self.shortestGap }.map { gap in
      let times = "\(order.clock.time(gap.from)) – \(order.clock.time(gap.to))"
      return "  \(times)   no position for \(HumanText.time(gap.seconds)): \(StoreText.cause(of: gap))"
    }
    if let first = day.first, let last = day.last {
      let times = "\(order.clock.time(first.time)) – \(order.clock.time(last.time))"
      let places = [first, last].compactMap { $0.coordinate.map(StoreText.place) }
      lines.append("  \(times)   \(places.joined(separator: " → "))")
    }
    lines.append(sum(day))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last line, with the way and the time without a position.
  private func sum(_ day: DaySummary) -> String {
    var text = [HumanText.way(day.way), order.day].compactMap(\.self).joined(separator: " ") + "."
    let unknown = day.gaps.reduce(0) { $0 + $1.seconds }
    if unknown > 0 { text += " \(HumanText.time(unknown)) without a position." }
    if let accuracy = day.medianAccuracy { text += " Median accuracy \(HumanText.length(accuracy)) m." }
    return text
  }

  /// Shorter gaps are in the sum alone.
  private static let shortestGap = 30.0
}

/// Texts about what is stored.
enum StoreText {
  /// `no sky`; it is text from the file.
  static func cause(of gap: StoredGap) -> String {
    let cause = VisibleText.replaced(gap.cause, limit: 64)
    return String(cause.map { $0 == "_" ? " " : $0 })
  }

  /// `47.5051,9.4000`.
  static func place(_ place: Coordinate) -> String {
    NumberText.of(place.latitude, decimals: 4) + "," + NumberText.of(place.longitude, decimals: 4)
  }
}
