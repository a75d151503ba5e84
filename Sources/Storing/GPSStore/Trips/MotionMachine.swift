internal import GNSS
internal import GPSGeodesy

/// Derives from the fixes of one device how far it moved, and which trips and stops that makes.
///
/// ```
///          fast, or away from the place of rest: 3 fixes
///   still ──────────────────────────────────────────────▶ moving
///     ▲                                                     │ speed × time; across a gap the straight line
///     └─────────────────────────────────────────────────────┘
///          25 s in one place, at a low speed
/// ```
///
/// A receiver at rest wanders by meters, which would add up to kilometers a day. The machine reads no clock, and
/// its ``numbers`` are its whole state: one made from them continues as if it had never been away.
/// `StaticHold` (GPSBridge) is something else: it holds a position that is shown.
struct MotionMachine: Sendable, Hashable {
  /// Increases with every change that leads to other trips or another way: a stored state of other rules ends.
  static let rules: Int64 = 1

  /// A fix, as far as it shows motion.
  struct Sample: Sendable, Hashable {
    let number: Int64
    let session: Int64
    /// Milliseconds since 1970.
    let time: Int64
    /// Milliseconds since the session began, by a clock that never jumps.
    let monotonic: Int64
    let place: Coordinate
    /// Meters per second; nil if the receiver did not report it.
    let speed: Double?
    /// Meters: the horizontal accuracy, or a guess.
    let error: Double
  }

  /// A time between two stops.
  struct Trip: Sendable, Hashable {
    var (first, last): (Int64, Int64)
    var (began, ended): (Int64, Int64)
    var (start, end): (Coordinate, Coordinate)
    /// Meters, and how much of them is the straight line across gaps.
    var (way, straight): (Double, Double)
    /// Seconds.
    var moving: Double
    /// Meters per second.
    var fastest: Double
  }

  /// A time at rest.
  struct Stop: Sendable, Hashable {
    var (first, last): (Int64, Int64)
    var (began, ended): (Int64, Int64)
    var place: Coordinate
  }

  /// A trip or a stop that has ended.
  enum Span: Sendable, Hashable {
    case trip(Trip)
    case stop(Stop)
  }

  /// A place of rest: the mean of the fixes there.
  private struct Rest: Sendable, Hashable {
    var (first, began): (Int64, Int64)
    var (latitude, longitude): (Double, Double)
    var count = 1

    /// Older fixes lose their influence after this many, since the receiver's errors change slowly.
    private static let mostCounted = 600

    init(_ samples: some Sequence<Sample>, from first: Sample) {
      (self.first, began) = (first.number, first.time)
      (latitude, longitude, count) = (first.place.latitude, first.place.longitude, 0)
      for sample in samples { add(sample) }
    }

    init?(_ numbers: inout NumberList) {
      guard let first = numbers.next(), let began = numbers.time(), let place = numbers.place(),
        let count = numbers.next(), (1...Int64(Self.mostCounted)).contains(count)
      else { return nil }
      (self.first, self.began, self.count) = (first, began, Int(count))
      (latitude, longitude) = (place.latitude, place.longitude)
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
    var (first, began): (Int64, Int64)
    var start: Coordinate
    /// The way before it.
    var before: Double
    var straight = 0.0
    var moving = 0.0
    var fastest = 0.0

    mutating func add(seconds: Double = 0, straight meters: Double = 0, _ speed: Double? = nil) {
      (moving, straight, fastest) = (max(0, moving + seconds), straight + meters, max(fastest, speed ?? 0))
    }
  }

  /// Meters since the first fix.
  private(set) var way: Double
  /// The same in whole millimeters.
  var millimeters: Int64 { Int64((way * 1000).rounded()) }
  /// More than anything moves.
  static let mostMillimeters: Int64 = 1_000_000_000_000_000_000
  private var last: Sample?
  /// Nil while it moves.
  private var rest: Rest?
  private var departure: Departure?
  private var trip: OpenTrip?
  /// The last fixes in motion, one a second: the first is the latest that is old enough.
  private var window: [Sample] = []

  // Meters per second: faster moves, slower may be at rest.
  private static let (fast, slow) = (1.0, 0.4)
  private static let fixesOfDeparture = 3
  /// Meters, and multiples of the accuracy: farther from the place of rest is away.
  private static let (away, awayErrors) = (20.0, 4.0)
  /// The same for fixes that are in one place.
  private static let (near, nearErrors) = (8.0, 2.0)
  /// Milliseconds.
  private static let (settling, samplesApart): (Int64, Int64) = (25_000, 900)
  private static let leastStop: Int64 = 120_000
  /// Milliseconds of a stop or a gap that ends a trip.
  private static let pause: Int64 = 300_000
  /// Meters.
  private static let leastTrip = 100.0
  /// Seconds: after a longer time without a fix, two speeds are no measure of the way.
  private static let longestStep = 10.0
  /// Milliseconds by which both clocks may disagree: data may have waited in a buffer.
  private static let mostWaiting: Int64 = 30_000

  /// - Parameter way: The meters until now.
  init(way: Double = 0) { self.way = way }

  /// Adds a way that does not follow from fixes; no trip has it.
  mutating func add(meters: Double) {
    way += meters
    trip?.before += meters
  }

  // MARK: - Fixes

  /// Takes the next fix; returns the trips and stops that have ended.
  mutating func take(_ sample: Sample) -> [Span] {
    defer { last = sample }
    guard let last else {
      rest = Rest([sample], from: sample)
      return []
    }
    guard let passed = Self.milliseconds(from: last, to: sample) else {
      // A clock was set: how long ago the last fix was is not known.
      let ended = end(at: last)
      rest = Rest([sample], from: sample)
      return ended
    }
    if passed >= Self.pause { return wake(sample, after: last) }
    let seconds = Double(passed) / 1000
    return rest == nil ? move(to: sample, from: last, seconds) : stay(at: sample, from: last, seconds)
  }

  /// Ends everything with the last fix, and returns what has ended: no way leads to the next fix.
  mutating func interrupt() -> [Span] {
    guard let last else { return [] }
    defer { self.last = nil }
    return end(at: last)
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
    if let rest, rest.distance(to: sample) <= Self.reach(of: sample) {
      self.rest?.add(sample)
      return endTrip()
    }
    let distance = (rest?.place ?? last.place).distance(to: sample.place)
    let ended = end(at: last)
    if distance > Self.reach(of: sample) { way += distance }
    rest = Rest([sample], from: sample)
    return ended
  }

  private mutating func stay(at sample: Sample, from last: Sample, _ seconds: Double) -> [Span] {
    guard var rest else { return [] }
    let distance = rest.distance(to: sample)
    let isAway = distance > Self.reach(of: sample)
    guard isAway || sample.speed.map({ $0 > Self.fast }) == true else {
      departure = nil
      rest.add(sample)
      self.rest = rest
      return sample.time - rest.began >= Self.pause ? endTrip() : []
    }
    var leaving = departure ?? Departure(first: sample.number, began: sample.time)
    leaving.count += 1
    leaving.way += Self.way(from: last, to: sample, seconds)
    departure = leaving
    guard leaving.count >= Self.fixesOfDeparture else { return [] }
    departure = nil
    let stopped = endRest(at: leaving.first, leaving.began)
    self.rest = nil
    let before = way
    way += isAway ? max(distance, leaving.way) : leaving.way
    if trip == nil {
      trip = OpenTrip(
        first: leaving.first, began: leaving.began, start: rest.place ?? sample.place, before: before)
    }
    trip?.add(seconds: Double(sample.time - leaving.began) / 1000, sample.speed)
    window = [sample]
    return stopped
  }

  private mutating func move(to sample: Sample, from last: Sample, _ seconds: Double) -> [Span] {
    let step = Self.way(from: last, to: sample, seconds)
    way += step
    let isGap = seconds >= Self.longestStep
    trip?.add(seconds: isGap ? 0 : seconds, straight: isGap ? step : 0, sample.speed)
    if let end = window.last, sample.time - end.time < Self.samplesApart { return [] }
    window.append(sample)
    while window.count > 1, window[1].time <= sample.time - Self.settling { window.removeFirst() }
    settle(at: sample)
    return []
  }

  /// Begins a rest if all of the window lies in one place.
  private mutating func settle(at sample: Sample) {
    guard let first = window.first, sample.time - first.time >= Self.settling,
      sample.speed.map({ $0 < Self.fast }) != false
    else { return }
    // The median of the speeds is not slow if at most half of them are.
    var (speeds, slowOnes) = (0, 0)
    for case let speed? in window.lazy.map(\.speed) {
      speeds += 1
      if speed < Self.slow { slowOnes += 1 }
    }
    if speeds > 0, slowOnes <= speeds / 2 { return }
    let found = Rest(window, from: first)
    let reach = max(Self.near, Self.nearErrors * sample.error)
    guard window.allSatisfy({ found.distance(to: $0) <= reach }) else { return }
    trip?.add(seconds: Double(first.time - sample.time) / 1000)
    rest = found
    window = []
  }

  /// The meters between two fixes.
  private static func way(from last: Sample, to sample: Sample, _ seconds: Double) -> Double {
    guard seconds < longestStep, let speed = sample.speed ?? last.speed else {
      return last.place.distance(to: sample.place)
    }
    return (speed + (last.speed ?? speed)) / 2 * seconds
  }

  private static func reach(of sample: Sample) -> Double { max(away, awayErrors * sample.error) }

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

  /// The stop that lasts, until the last fix.
  var openStop: Stop? { last.flatMap { stop(until: $0.number, $0.time) } }

  /// The trip that has not ended, as it is with the last fix.
  var openTrip: Trip? {
    guard let trip, let last, way - trip.before >= Self.leastTrip else { return nil }
    return Trip(
      first: trip.first, last: rest?.first ?? last.number, began: trip.began, ended: rest?.began ?? last.time,
      start: trip.start, end: rest?.place ?? last.place, way: way - trip.before, straight: trip.straight,
      moving: trip.moving, fastest: trip.fastest)
  }
}

// MARK: - Its state as numbers

extension MotionMachine {
  /// The whole state.
  var numbers: NumberList {
    var list = NumberList()
    list.add(Self.rules)
    list.add(way)
    list.add(last) { $0.write(to: &$1) }
    list.add(rest) {
      $1.add($0.first)
      $1.add($0.began)
      $1.add(latitude: $0.latitude, longitude: $0.longitude)
      $1.add(Int64($0.count))
    }
    list.add(departure) {
      for number in [$0.first, $0.began, Int64($0.count)] { $1.add(number) }
      $1.add($0.way)
    }
    list.add(trip) {
      for number in [$0.first, $0.began] { $1.add(number) }
      $1.add(latitude: $0.start.latitude, longitude: $0.start.longitude)
      for amount in [$0.before, $0.straight, $0.moving, $0.fastest] { $1.add(amount) }
    }
    list.add(Int64(window.count))
    for sample in window { sample.write(to: &list) }
    return list
  }

  /// Creates a machine from its state; nil if the numbers are not one, or were made by other rules.
  init?(_ numbers: NumberList) {
    var list = numbers
    guard list.next() == Self.rules, let way = list.amount() else { return nil }
    self.way = way
    do throws(NumberList.Malformed) {
      last = try list.optional { Sample(&$0) }
      rest = try list.optional { Rest(&$0) }
      departure = try list.optional { list in
        guard let first = list.next(), let began = list.time(), let count = list.next(),
          (1...3).contains(count), let way = list.amount()
        else { return nil }
        return Departure(first: first, began: began, count: Int(count), way: way)
      }
      trip = try list.optional { list in
        guard let first = list.next(), let began = list.time(), let start = list.place(),
          let before = list.amount(), let straight = list.amount(), let moving = list.amount(),
          let fastest = list.amount()
        else { return nil }
        return OpenTrip(
          first: first, began: began, start: start, before: before, straight: straight, moving: moving,
          fastest: fastest)
      }
    } catch { return nil }
    guard let count = list.next(), (0...64).contains(count) else { return nil }
    for _ in 0..<count {
      guard let sample = Sample(&list) else { return nil }
      window.append(sample)
    }
    // It moves with a trip, and rests without a window.
    guard list.isAtEnd, (rest == nil) == (trip != nil && !window.isEmpty) || last == nil else { return nil }
  }
}
