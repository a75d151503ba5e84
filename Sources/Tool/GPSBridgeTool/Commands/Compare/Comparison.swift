internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy

/// Two receivers, compared by the times of their epochs: a pure value.
struct Comparison {
  /// A position or the signals of one moment.
  private struct Item {
    /// Milliseconds on the common time line of both receivers.
    var time: Int64
    var place: Coordinate?
    var altitude: Double?
    var location: Location?
    /// The places of satellites in `signals`, and their strongest signals in dB-Hz.
    var levels: [(place: Int, level: Int)] = []
  }

  /// Items of one receiver that wait for items of the other.
  private struct Line {
    private var items: [Item] = []
    private var index = 0
    private(set) var (first, last): (Int64?, Int64?)

    var head: Item? { index < items.count ? items[index] : nil }
    var count: Int { items.count - index }
    /// Whether the head's time is wrong, or too many wait.
    var givesUp: Bool {
      count > mostWaiting || count > 1 && items[index].time - items[index + 1].time > mostAhead
    }

    mutating func add(_ item: Item) {
      items.append(item)
      first = min(first ?? item.time, item.time)
      last = max(last ?? item.time, item.time)
    }

    mutating func drop() {
      index += 1
      guard index >= 1024 else { return }
      items.removeFirst(index)
      index = 0
    }
  }

  /// One satellite in both receivers.
  struct CommonSignal {
    var satellite: SatelliteIdentity
    var count = 0
    var first = 0
    var second = 0

    /// The means in dB-Hz.
    var means: (Double, Double) { (Double(first) / Double(count), Double(second) / Double(count)) }
    /// The second minus the first.
    var difference: Double { means.1 - means.0 }
  }

  /// The differences of positions: the second receiver's minus the first one's.
  private(set) var survey = PositionSurvey()
  /// The same positions of each receiver, which show whether it moved.
  private var averages = [PositionAverage(restarts: false), PositionAverage(restarts: false)]
  /// The positions of each receiver: all, unmatched ones, and ones before or after all positions of the other.
  private(set) var positions = [0, 0]
  private(set) var alone = [0, 0]
  private(set) var outside = [0, 0]
  /// Seconds to the first position.
  private(set) var firstFix: [Double?] = [nil, nil]
  private(set) var (begin, end): (UTC?, UTC?)
  private var line = EpochLine()
  /// The time line of satellites, which start before the first position and date, and a receiver's last epoch on it.
  private var (skyLine, epochs): (EpochLine, [UTC?]) = (EpochLine(), [nil, nil])
  private var places = [Line(), Line()]
  private var skies = [Line(), Line()]
  private var signals: [CommonSignal?]

  /// The maximum number of a receiver's waiting items.
  private static let mostWaiting = 4096
  /// The lead in milliseconds over the next time from which a time is wrong.
  private static let mostAhead = 60_000

  /// Higher numbers, which no constellation uses, share an index.
  private static let numbers = 256

  init() { signals = Array(repeating: nil, count: Constellation.allCases.count * Self.numbers) }

  /// Adds a position of a receiver, with the seconds until it arrived.
  mutating func take(_ fix: Fix, after seconds: Double, from side: Int) {
    epochs[side] = skyLine.time(of: fix)
    guard fix.hasPosition, let place = fix.coordinate else { return }
    firstFix[side] = firstFix[side] ?? seconds
    positions[side] += 1
    guard !fix.timeCorrections.isCoarse, let time = line.time(of: fix) else { return alone[side] += 1 }
    // Only its position, speed and accuracy count here.
    let location = Location(fix, received: ContinuousClock.now, utcSeconds: 0, source: SourceInfo())
    places[side].add(
      Item(time: Self.milliseconds(time), place: place, altitude: fix.altitude, location: location))
    match(isOver: false)
  }

  /// Adds the satellites of a receiver's last epoch.
  mutating func take(_ sky: Sky, from side: Int) {
    guard let time = epochs[side] ?? sky.time else { return }
    var item = Item(time: Self.milliseconds(time))
    for satellite in sky.satellites {
      guard let level = satellite.carrierToNoise, level > 0 else { continue }
      let identity = satellite.identity
      let place =
        Int(identity.constellation.rawValue) * Self.numbers + min(max(0, identity.number), Self.numbers - 1)
      if signals[place] == nil { signals[place] = CommonSignal(satellite: identity) }
      if let known = item.levels.firstIndex(where: { $0.place == place }) {
        item.levels[known].level = max(item.levels[known].level, level)
      } else {
        item.levels.append((place, level))
      }
    }
    skies[side].add(item)
    matchSkies(isOver: false)
  }

  /// The positions of a receiver that wait for the other receiver.
  func waiting(_ side: Int) -> Int { places[side].count }

  /// Counts the items that still wait, at the end.
  mutating func finish() {
    match(isOver: true)
    matchSkies(isOver: true)
    for side in 0...1 {
      while let item = places[side].head {
        count(item, side)
        places[side].drop()
      }
    }
  }

  /// The receiver that moved while the other was at rest, with the evidence; nil if both or neither moved.
  var mover: (side: Int, evidence: String)? {
    let warnings = averages.map { $0.result()?.average?.warning }
    return switch (warnings[0], warnings[1]) {
    case (let evidence?, nil): (0, evidence)
    case (nil, let evidence?): (1, evidence)
    default: nil
    }
  }

  /// The satellites that both receivers received at the same time.
  var commonSignals: [CommonSignal] { signals.compactMap { $0 }.filter { $0.count > 0 } }

  var medianDifference: Double? {
    let sorted = commonSignals.map(\.difference).sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// Whether positions are matched by times with a date; otherwise by times of day.
  var isDated: Bool { line.isDated }

  /// The first and last times of a receiver's positions.
  func times(_ side: Int) -> String? {
    guard let first = places[side].first, let last = places[side].last else { return nil }
    return [first, last].map {
      isDated ? Timestamp.text(Self.utc($0)) : Timestamp.text(Self.utc($0).timeOfDay)
    }.joined(separator: " to ")
  }

  // MARK: - Matching

  private mutating func matchSkies(isOver: Bool) {
    while let pair = Self.pair(&skies, isOver, { _, _ in }) { take(pair.0.levels, pair.1.levels) }
  }

  private mutating func match(isOver: Bool) {
    var single: [(Item, Int)] = []
    while let (one, other) = Self.pair(&places, isOver, { single.append(($0, $1)) }) {
      guard let from = one.place, let to = other.place else { continue }
      let time = Self.utc(one.time)
      (begin, end) = (min(begin ?? time, time), max(end ?? time, time))
      let rise = one.altitude.flatMap { low in other.altitude.map { $0 - low } }
      survey.add(from: from, to: to, rise: rise, at: Double(one.time) / 1000)
      for (side, item) in [one, other].enumerated() {
        item.location.map { averages[side].take($0, Fix(), at: Double(item.time) / 1000) }
      }
    }
    for (item, side) in single { count(item, side) }
  }

  private mutating func count(_ item: Item, _ side: Int) {
    let other = places[1 - side]
    if let first = other.first, let last = other.last, first...last ~= item.time {
      alone[side] += 1
    } else {
      outside[side] += 1
    }
  }

  /// Removes the next two items with the same time, and passes on earlier items.
  ///
  /// An item waits for the next one, which shows whether its time is wrong.
  private static func pair(
    _ lines: inout [Line], _ isOver: Bool, _ single: (Item, Int) -> Void
  ) -> (Item, Item)? {
    while true {
      if let side = lines.firstIndex(where: { $0.givesUp }), let head = lines[side].head {
        single(head, side)
        lines[side].drop()
        continue
      }
      guard let one = lines[0].head, let other = lines[1].head, isOver || lines.allSatisfy({ $0.count > 1 })
      else { return nil }
      guard one.time != other.time else {
        lines[0].drop()
        lines[1].drop()
        return (one, other)
      }
      let side = one.time < other.time ? 0 : 1
      single(side == 0 ? one : other, side)
      lines[side].drop()
    }
  }

  private mutating func take(_ first: [(place: Int, level: Int)], _ second: [(place: Int, level: Int)]) {
    for one in first {
      guard let other = second.first(where: { $0.place == one.place }) else { continue }
      signals[one.place]?.count += 1
      signals[one.place]?.first += one.level
      signals[one.place]?.second += other.level
    }
  }

  private static func milliseconds(_ time: UTC) -> Int64 { Int64((time.unixSeconds * 1000).rounded()) }

  private static func utc(_ milliseconds: Int64) -> UTC {
    let second = milliseconds / 1000
    return UTC(secondsSince1970: second, nanosecond: Int32(milliseconds - second * 1000) * 1_000_000)
  }
}
