internal import GPSBridgeTool
internal import GPSFormats
internal import GNSS
internal import GPSBase
internal import GPSStore

/// A day of a store: trips, stops, gaps, and the distance.
struct TrackDay {
  private let order: TrackOrder

  init(_ order: TrackOrder) { self.order = order }

  /// Shows the day; returns false without data.
  func show(in store: TrackStore) throws(ToolError) -> Bool {
    let times = order.times ?? UTC(secondsSince1970: 0)...UTC(secondsSince1970: 253_402_300_798)
    var isEmpty = true
    do throws(StoreError) {
      let sessions = try store.sessions(order.query)
      var devices: [(key: String, name: String)] = []
      for session in sessions where !devices.contains(where: { $0.key == session.device }) {
        devices.append((session.device, session.name))
      }
      for device in devices {
        let query = StoreQuery(device: device.key, from: times.lowerBound, to: times.upperBound)
        let hasFixes = try store.hasCountedFixes(query)
        let (trips, stops) = try store.journey(in: times, of: device.key)
        let gaps = try store.gaps(query) + store.damage(query)
        guard hasFixes || !gaps.isEmpty else { continue }
        isEmpty = false
        let spans = DaySpans(trips, stops, gaps.map { $0.cut(to: times) })
        // The sums read all fixes of the time, so what is known without them is printed before.
        if order.isRecord {
          for trip in spans.trips { order.output.write(StoreRecords.trip(trip)) }
          for stop in spans.stops { order.output.write(StoreRecords.stop(stop)) }
          for gap in gaps { order.output.write(StoreRecords.gap(gap, device: device.key)) }
          order.output.flush()
          let day = try store.summary(of: times, device: device.key)
          order.output.write(StoreRecords.day(day, times, device: device.key))
        } else {
          if devices.count > 1 { order.output.write(text: VisibleText.replaced(device.name) + "\n") }
          for line in spans.lines(order.clock) { order.output.write(text: line + "\n") }
          order.output.flush()
          let day = try store.summary(of: times, device: device.key)
          order.output.write(text: ends(day, spans) + sum(day, try store.odometer(of: device.key)) + "\n")
        }
      }
    } catch { throw ToolError(reading: error) }
    return !isEmpty
  }

  /// A line with the first and the last place, for a day without trips and stops.
  private func ends(_ day: DaySummary, _ spans: DaySpans) -> String {
    guard spans.trips.isEmpty, spans.stops.isEmpty, let first = day.first, let last = day.last else {
      return ""
    }
    let times = "\(order.clock.time(first.time)) – \(order.clock.time(last.time))"
    let places = [first, last].compactMap { $0.coordinate.map { StoreText.place($0) } }
    return "  \(times)   \(places.joined(separator: " → "))\n"
  }

  /// The last line, with the distance and the time without a position.
  private func sum(_ day: DaySummary, _ inAll: Double) -> String {
    let distance = [HumanText.distance(day.distance), order.day].compactMap(\.self).joined(separator: " ")
    var text = "\(distance), \(HumanText.distance(inAll)) in all."
    let unknown = day.gaps.reduce(0) { $0 + $1.seconds }
    if unknown > 0 { text += " \(HumanText.time(unknown)) without a position." }
    if let accuracy = day.medianAccuracy { text += " Median accuracy \(HumanText.length(accuracy)) m." }
    return text
  }
}

/// The trips, stops and gaps of a day.
private struct DaySpans {
  let trips: [Trip]
  /// The stops that are not part of a trip.
  let stops: [Stop]
  private let gaps: [StoredGap]

  /// Shorter gaps are included only in the sum.
  private static let shortestGap = 30.0

  init(_ trips: [Trip], _ stops: [Stop], _ gaps: [StoredGap]) {
    (self.trips, self.gaps) = (trips, gaps)
    self.stops = stops.filter { stop in
      !trips.contains {
        $0.times.lowerBound < stop.times.lowerBound && $0.times.upperBound > stop.times.upperBound
      }
    }
  }

  /// A line for each, ordered by time.
  func lines(_ clock: MachineClock) -> [String] {
    var found: [(begin: UTC, line: String)] = []
    func add(_ times: ClosedRange<UTC>, _ text: String) {
      let span = "\(clock.time(times.lowerBound)) – \(clock.time(times.upperBound))"
      found.append((times.lowerBound, "  \(span)   \(text)"))
    }
    for trip in trips { add(trip.times, text(of: trip)) }
    for stop in stops { add(stop.times, "stopped \(StoreText.length(stop.times))") }
    let spans = trips.map(\.times) + stops.map(\.times)
    for gap in gaps where gap.seconds >= Self.shortestGap && gap.from <= gap.to {
      guard !spans.contains(where: { $0.contains(gap.from) && $0.contains(gap.to) }) else { continue }
      add(gap.from...gap.to, "no position for \(HumanText.time(gap.seconds)): \(StoreText.cause(of: gap))")
    }
    return found.sorted { $0.begin < $1.begin }.map(\.line)
  }

  /// `12.6 km   37 min  (moving 26 min, 1 gap of 40 s: no sky)   47.5051,9.4000 → 47.6121,9.4058`.
  private func text(of trip: Trip) -> String {
    var remarks = ["moving \(HumanText.time(trip.moving / .seconds(1)))"]
    let inside = gaps.filter { trip.times.contains($0.from) && trip.times.contains($0.to) }
    if let longest = inside.max(by: { $0.seconds < $1.seconds }) {
      let most = inside.count > 1 ? " at most" : ""
      remarks.append(
        "\(Plural.of(inside.count, "gap")) of \(HumanText.time(longest.seconds))\(most): "
          + StoreText.cause(of: longest))
    }
    let places = "\(StoreText.place(trip.start)) → \(StoreText.place(trip.end))"
    return "\(HumanText.distance(trip.meters))   \(StoreText.length(trip.times))  "
      + "(\(remarks.joined(separator: ", ")))   \(places)"
  }
}

enum StoreText {
  /// `29 min`.
  static func length(_ times: ClosedRange<UTC>) -> String {
    HumanText.time(times.upperBound.seconds(since: times.lowerBound))
  }

  /// `no sky`; it is text from the file.
  static func cause(of gap: StoredGap) -> String {
    let cause = VisibleText.replaced(gap.cause, limit: 64)
    return String(cause.map { $0 == "_" ? " " : $0 })
  }

  /// `47.5051,9.4000`.
  static func place(_ place: Coordinate, decimals: Int = 4) -> String {
    NumberText.of(place.latitude, decimals: decimals) + ","
      + NumberText.of(place.longitude, decimals: decimals)
  }
}

extension TrackWord {
  static let days = TrackWord(name: "days", help: "list the days, one per line") {
    (order) throws(ToolError) in
    let store = try order.open()
    let sums = try order.asking { () throws(StoreError) in
      try StoredDay.all(in: store, order.query, order.clock)
    }
    if sums.isEmpty { throw try order.nothing(in: store) }
    for sum in sums {
      order.output.write(
        order.isRecord
          ? StoreRecords.day(sum.sum, order.clock.day(sum.date), device: sum.device)
          : Array((sum.line + "\n").utf8))
    }
    return order.end(store)
  }

  static let gaps = TrackWord(name: "gaps", help: "list the times without a position, with the reasons") {
    (order) throws(ToolError) in
    let store = try order.open()
    let found = try order.asking { () throws(StoreError) in
      let devices = try store.devices(StoreQuery(device: order.device))
      let gaps = try store.gaps(order.query) + store.openGaps(order.query, until: order.now)
      return gaps.map { ($0, devices[$0.session] ?? "") }
    }
    if found.isEmpty {
      guard try order.asking({ () throws(StoreError) in try store.hasCountedFixes(order.query) }) else {
        throw try order.nothing(in: store)
      }
      if !order.isRecord { order.output.write(text: "no gap is stored \(order.span)\n") }
    }
    for (gap, device) in found {
      guard !order.isRecord else {
        order.output.write(StoreRecords.gap(gap, device: device))
        continue
      }
      let clock = order.clock
      let verdict = gap.verdict.map { " (\(VisibleText.replaced($0)))" } ?? ""
      order.output.write(
        text: "\(clock.words(gap.from))   \(HumanText.time(gap.seconds)): "
          + "\(StoreText.cause(of: gap))\(verdict)\n")
    }
    return order.end(store)
  }
}

extension TrackOrder {
  /// Runs a query, and converts its faults to complaints.
  func asking<Answer>(_ question: () throws(StoreError) -> Answer) throws(ToolError) -> Answer {
    do throws(StoreError) { return try question() } catch { throw ToolError(reading: error) }
  }
}
