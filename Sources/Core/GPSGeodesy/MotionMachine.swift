package import GNSS

/// Derives the distance, the trips and the stops of one device from its fixes.
///
/// ```
///          fast, or away from the place of rest: 3 fixes
///   still ──────────────────────────────────────────────▶ moving
///     ▲                                                     │ speed × time; else the straight line
///     └─────────────────────────────────────────────────────┘
///          25 s in one place, at a low speed
/// ```
///
/// A receiver at rest wanders by meters, which would add up to kilometers a day. So no distance is added at rest. A
/// departure counts from the last counted place, so slow motion is not lost. The machine reads no clock. It decides for
/// trips, odometer, `survey`, `stats` and `export` whether a receiver is at rest. `StaticHold` (GPSBridge) has the same
/// limits, but only holds a displayed position.
package struct MotionMachine: Sendable, Hashable {
  /// The values of a fix that show motion.
  package struct Sample: Sendable, Hashable {
    package let number: Int64
    /// The session of the clock that never jumps.
    package let session: Int64
    /// Milliseconds since 1970.
    package let time: Int64
    /// Milliseconds since the session began, by a clock that never jumps.
    package let monotonic: Int64
    package let place: Coordinate
    /// Meters per second; nil if the receiver did not report it.
    package let speed: Double?
    /// Meters: the horizontal accuracy, or a guess.
    package let error: Double

    package init(
      number: Int64 = 0, session: Int64 = 0, time: Int64, monotonic: Int64? = nil, place: Coordinate,
      speed: Double?, error: Double?
    ) {
      (self.number, self.session, self.time) = (number, session, time)
      self.monotonic = max(-Self.mostMonotonic, min(monotonic ?? time, Self.mostMonotonic))
      (self.place, self.speed) = (place, speed.flatMap { (0...Self.mostSpeed).contains($0) ? $0 : nil })
      self.error = max(0, error ?? Self.usualError)
    }

    /// Creates the sample of an epoch at a time in milliseconds; nil if it has no position.
    package init?(_ fix: Fix, at time: Int64) {
      guard fix.isValid, let place = fix.coordinate else { return nil }
      self.init(
        time: time, place: place, speed: fix.speed,
        error: (fix.errors ?? ErrorEstimate(fix.dilution, quality: fix.quality))?.horizontal)
    }

    private static let mostMonotonic: Int64 = 1 << 53
    /// The maximum speed in meters per second, above that of an orbit.
    private static let mostSpeed = 12_000.0
    /// Meters.
    private static let usualError = 10.0
  }

  /// A time between two stops.
  package struct Trip: Sendable, Hashable {
    package var (first, last): (Int64, Int64)
    package var (began, ended): (Int64, Int64)
    package var (start, end): (Coordinate, Coordinate)
    /// The distance in meters, and its part that consists of straight lines across gaps.
    package var (way, straight): (Double, Double)
    /// Seconds.
    package var moving: Double
    /// Meters per second.
    package var fastest: Double
  }

  /// A time at rest.
  package struct Stop: Sendable, Hashable {
    package var (first, last): (Int64, Int64)
    package var (began, ended): (Int64, Int64)
    package var place: Coordinate
  }

  /// A trip or a stop that has ended.
  package enum Span: Sendable, Hashable {
    case trip(Trip)
    case stop(Stop)
  }

  /// A mean of places; the place of a rest, if the fixes are at rest.
  private struct Rest: Sendable, Hashable {
    var (first, began): (Int64, Int64)
    private var (latitude, longitude): (Double, Double)
    private var count = 0
    /// The first distant fix since the last near one.
    var left: (first: Int64, began: Int64)? {
      get { leftFirst.map { ($0, leftBegan) } }
      set { (leftFirst, leftBegan) = (newValue?.first, newValue?.began ?? 0) }
    }
    private var (leftFirst, leftBegan): (Int64?, Int64) = (nil, 0)

    /// Older fixes lose their influence after this many, since the receiver's errors change slowly.
    private static let mostCounted = 600

    init(_ samples: some Sequence<Sample>, from first: Sample) {
      (self.first, began) = (first.number, first.time)
      (latitude, longitude) = (first.place.latitude, first.place.longitude)
      for sample in samples { add(sample) }
    }

    var place: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }

    mutating func add(_ sample: Sample) {
      count = min(count + 1, Self.mostCounted)
      let share = 1 / Double(count)
      latitude += (sample.place.latitude - latitude) * share
      var east = sample.place.longitude - longitude
      if east > 180 { east -= 360 } else if east < -180 { east += 360 }
      longitude += east * share
      if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    }

    func distance(to sample: Sample) -> Double { place?.distance(to: sample.place) ?? 0 }
  }

  /// Fixes that look like a departure.
  private struct Departure: Sendable, Hashable {
    var (first, began): (Int64, Int64)
    var count = 0
    var way = 0.0
  }

  private struct OpenTrip: Sendable, Hashable {
    /// The lowest number, and the highest number that a lower one followed, since files of the same time may arrive in
    /// any order.
    var (first, greatest): (Int64, Int64)
    var began: Int64
    var start: Coordinate
    /// The distance before it.
    var before: Double
    var straight = 0.0
    var moving = 0.0
    var fastest = 0.0

    mutating func include(_ number: Int64, after last: Int64) {
      first = min(first, number)
      if number < last { greatest = max(greatest, last) }
    }

    mutating func add(seconds: Double = 0, straight meters: Double = 0, _ speed: Double? = nil) {
      (moving, straight, fastest) = (max(0, moving + seconds), straight + meters, max(fastest, speed ?? 0))
    }
  }

  /// Meters since the first fix.
  package private(set) var way = 0.0
  /// The same in whole millimeters.
  package var millimeters: Int64 { Int64((way * 1000).rounded()) }
  private var last: Sample?
  /// The last counted place.
  private var mark: Coordinate?
  /// Milliseconds between the last two fixes.
  private var interval: Int64 = 0
  /// Nil during motion.
  private var rest: Rest?
  private var departure: Departure?
  private var trip: OpenTrip?
  /// The last fixes in motion, one a second: the first is the latest that is old enough.
  private var window: [Sample] = []
  /// Meters.
  private let radius: Double?

  // Meters per second: faster moves; slower may be at rest; slower than the least is at rest wherever it is.
  package static let (fast, slow) = (1.0, 0.4)
  private static let least = 0.2
  private static let fixesOfDeparture = 3
  /// The distance from the place of a rest that counts as away, in meters and in multiples of the accuracy.
  private static let (away, awayErrors) = (20.0, 4.0)
  /// The same for fixes in one place, and for a step that is measured without speeds.
  private static let (near, nearErrors, stepErrors) = (8.0, 2.0, 1.0)
  /// Milliseconds.
  private static let (settling, samplesApart): (Int64, Int64) = (25_000, 900)
  private static let leastStop: Int64 = 120_000
  /// The duration in milliseconds of a stop or a gap that ends a trip.
  package static let pause: Int64 = 300_000
  /// Meters.
  private static let leastTrip = 100.0
  /// The longest time in milliseconds between fixes for which their speeds determine the distance.
  private static let longestStep: Int64 = 10_000
  /// The possible disagreement of both clocks in milliseconds, since data may have waited in a buffer.
  private static let mostWaiting: Int64 = 30_000

  /// - Parameter radius: The radius of a rest in meters, at any speed, since an anchored boat swings around its anchor;
  ///   nil to derive it from each fix's accuracy.
  package init(radius: Double? = nil) { self.radius = radius }

  // MARK: - Fixes

  /// Adds the next fix; returns the trips and stops that have ended.
  package mutating func take(_ sample: Sample) -> [Span] {
    defer { last = sample }
    guard let last else {
      begin(with: sample)
      return []
    }
    guard let passed = Self.milliseconds(from: last, to: sample) else {
      // A clock was set: how long ago the last fix was is not known.
      let ended = end(at: last)
      begin(with: sample)
      return ended
    }
    // A gap is longer than usual: some loggers write a place each minute.
    let isGap = passed > max(Self.longestStep, interval * 5 / 2)
    interval = passed
    if passed >= Self.pause { return wake(sample, after: last) }
    trip?.include(sample.number, after: last.number)
    guard rest == nil else { return stay(at: sample, from: last, passed) }
    move(to: sample, from: last, passed, isGap: isGap)
    return []
  }

  /// Ends everything with the last fix, and returns the ended trips and stops; no distance leads to the next fix.
  package mutating func interrupt() -> [Span] {
    guard let last else { return [] }
    defer { self.last = nil }
    return end(at: last)
  }

  private mutating func begin(with sample: Sample) {
    (rest, mark, interval) = (Rest([sample], from: sample), sample.place, 0)
  }

  /// The milliseconds between two fixes; nil if a clock was set.
  private static func milliseconds(from last: Sample, to sample: Sample) -> Int64? {
    let passed = sample.time - last.time
    guard passed >= 0 else { return nil }
    guard sample.session == last.session else { return passed }
    let lived = sample.monotonic - last.monotonic
    guard lived >= 0, abs(passed - lived) <= mostWaiting else { return nil }
    // A leap second has no time of its own.
    return passed == 0 ? lived : passed
  }

  /// The first fix after a gap that ends a trip.
  private mutating func wake(_ sample: Sample, after last: Sample) -> [Span] {
    departure = nil
    if let rest, rest.distance(to: sample) <= reach(of: sample) {
      self.rest?.add(sample)
      return endTrip()
    }
    let distance = (rest?.place ?? last.place).distance(to: sample.place)
    let ended = end(at: last)
    if distance > reach(of: sample) { way += distance }
    (rest, mark) = (Rest([sample], from: sample), sample.place)
    return ended
  }

  private mutating func stay(at sample: Sample, from last: Sample, _ passed: Int64) -> [Span] {
    guard var rest else { return [] }
    let distance = rest.distance(to: sample)
    let isAway = distance > reach(of: sample)
    if distance <= max(Self.near, Self.nearErrors * sample.error) {
      rest.left = nil
    } else if rest.left == nil {
      rest.left = (sample.number, sample.time)
    }
    guard isAway || radius == nil && sample.speed.map({ $0 > Self.fast }) == true else {
      departure = nil
      rest.add(sample)
      self.rest = rest
      return sample.time - rest.began >= Self.pause ? endTrip() : []
    }
    self.rest = rest
    var leaving = departure ?? Departure(first: sample.number, began: sample.time)
    leaving.count += 1
    leaving.way += Self.way(from: last, to: sample, passed)
    departure = leaving
    guard leaving.count >= Self.fixesOfDeparture else { return [] }
    departure = nil
    // A slow one began long before it was away; within a radius that is part of the rest.
    if isAway, radius == nil, let left = rest.left { (leaving.first, leaving.began) = left }
    let stopped = endRest(at: leaving.first, leaving.began)
    self.rest = nil
    let before = way
    way += isAway ? max((mark ?? last.place).distance(to: sample.place), leaving.way) : leaving.way
    mark = sample.place
    if trip == nil {
      trip = OpenTrip(
        first: leaving.first, greatest: leaving.first, began: leaving.began,
        start: rest.place ?? sample.place, before: before)
    }
    trip?.add(seconds: Double(sample.time - leaving.began) / 1000, sample.speed)
    window = [sample]
    return stopped
  }

  private mutating func move(to sample: Sample, from last: Sample, _ passed: Int64, isGap: Bool) {
    var step = 0.0
    if passed < Self.longestStep, sample.speed ?? last.speed != nil {
      step = Self.way(from: last, to: sample, passed)
      mark = sample.place
    } else {
      // Short lines between places are longer than the way, since each place has its error.
      let distance = (mark ?? last.place).distance(to: sample.place)
      if passed >= Self.longestStep || distance > max(Self.near, Self.stepErrors * sample.error) {
        (step, mark) = (distance, sample.place)
      }
    }
    way += step
    trip?.add(seconds: isGap ? 0 : Double(passed) / 1000, straight: isGap ? step : 0, sample.speed)
    if let end = window.last, sample.time - end.time < Self.samplesApart { return }
    window.append(sample)
    while window.count > 1, window[1].time <= sample.time - Self.settling { window.removeFirst() }
    settle(at: sample)
  }

  /// Begins a rest if all of the window lies in one place.
  private mutating func settle(at sample: Sample) {
    guard let first = window.first, sample.time - first.time >= Self.settling,
      sample.speed.map({ $0 < Self.fast }) != false, !isWindowMoving
    else { return }
    let found = Rest(window, from: first)
    let reach = max(Self.near, Self.nearErrors * sample.error)
    guard window.allSatisfy({ found.distance(to: $0) <= reach }) else { return }
    trip?.add(seconds: Double(first.time - sample.time) / 1000)
    rest = found
    window = []
  }

  /// Whether the fixes of the window move: the reported speed is not low, or the places confirm a low speed.
  private var isWindowMoving: Bool {
    let speeds = window.compactMap(\.speed).sorted()
    let speed = speeds.isEmpty ? nil : speeds[speeds.count / 2]
    if let speed, !(Self.least..<Self.slow).contains(speed) { return speed >= Self.slow }
    // By the means of both halves, which have less of the receiver's wandering than two places.
    let half = window.count / 2
    let (earlier, later) = (window[..<half], window[half...])
    guard let begin = earlier.first, let end = later.first,
      let from = Rest(earlier, from: begin).place, let to = Rest(later, from: end).place
    else { return false }
    func time(_ samples: ArraySlice<Sample>) -> Double {
      samples.reduce(0) { $0 + Double($1.time - begin.time) } / Double(samples.count) / 1000
    }
    let byPlaces = from.distance(to: to) / (time(later) - time(earlier))
    return byPlaces >= (speed.map { $0 / 2 } ?? Self.slow)
  }

  /// The meters between two fixes.
  private static func way(from last: Sample, to sample: Sample, _ passed: Int64) -> Double {
    guard passed < longestStep, let speed = sample.speed ?? last.speed else {
      return last.place.distance(to: sample.place)
    }
    return (speed + (last.speed ?? speed)) / 2 * Double(passed) / 1000
  }

  /// The distance from the mean place of a rest to a place away, since the mean may be anywhere in the circle.
  private func reach(of sample: Sample) -> Double {
    max(radius.map { 2 * $0 + Self.nearErrors * sample.error } ?? Self.away, Self.awayErrors * sample.error)
  }

  // MARK: - Trips and stops

  /// Ends everything with the last fix before a gap or a step of a clock.
  private mutating func end(at last: Sample) -> [Span] {
    let ended = endTrip() + endRest(at: last.number, last.time)
    (rest, departure, window) = (nil, nil, [])
    return ended
  }

  private mutating func endTrip() -> [Span] {
    let ended = openTrip
    trip = nil
    return ended.map { [.trip($0)] } ?? []
  }

  private func endRest(at number: Int64, _ time: Int64) -> [Span] {
    stop(until: number, time).map { [.stop($0)] } ?? []
  }

  private func stop(until number: Int64, _ time: Int64) -> Stop? {
    guard let rest, let place = rest.place, time - rest.began >= Self.leastStop else { return nil }
    return Stop(first: rest.first, last: number, began: rest.began, ended: time, place: place)
  }

  /// Whether everything that began by a time has ended.
  package func isOver(at time: Int64) -> Bool { trip == nil && rest.map { $0.began > time } ?? true }

  /// The current stop, up to the last fix.
  package var openStop: Stop? { last.flatMap { stop(until: $0.number, $0.time) } }

  /// The current trip, up to the last fix.
  package var openTrip: Trip? {
    guard let trip, let last, way - trip.before >= Self.leastTrip else { return nil }
    return Trip(
      first: trip.first, last: max(trip.greatest, rest?.first ?? last.number), began: trip.began,
      ended: rest?.began ?? last.time, start: trip.start, end: rest?.place ?? last.place,
      way: way - trip.before, straight: trip.straight, moving: trip.moving, fastest: trip.fastest)
  }
}
