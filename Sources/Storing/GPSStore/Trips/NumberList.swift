internal import GNSS
internal import GPSTrackRows

/// Numbers in a row of bytes, for a column of the store: whole ones, and others by their bits.
struct NumberList: Sendable, Hashable {
  /// Something else was found than was written.
  struct Malformed: Error {}

  private var numbers: [Int64] = []
  private var position = 0

  /// The largest believed amount: in millimeters it still fits into 64 bits.
  private static let mostAmount = 1e15

  init() {}

  /// Creates a list from its bytes; nil if they are not whole numbers of eight bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count % 8 == 0 else { return nil }
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var number: UInt64 = 0
      for byte in bytes[start..<(start + 8)].reversed() { number = number << 8 | UInt64(byte) }
      numbers.append(Int64(bitPattern: number))
    }
  }

  /// The numbers, each as eight bytes with the lowest first.
  var bytes: [UInt8] {
    numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }

  // MARK: - Writing

  mutating func add(_ number: Int64) { numbers.append(number) }

  mutating func add(_ amount: Double) { numbers.append(Int64(bitPattern: amount.bitPattern)) }

  mutating func add(latitude: Double, longitude: Double) {
    add(latitude)
    add(longitude)
  }

  mutating func add<Value>(_ value: Value?, _ write: (Value, inout NumberList) -> Void) {
    add(value == nil ? 0 : 1 as Int64)
    if let value { write(value, &self) }
  }

  // MARK: - Reading

  var isAtEnd: Bool { position == numbers.count }

  mutating func next() -> Int64? {
    guard position < numbers.count else { return nil }
    defer { position += 1 }
    return numbers[position]
  }

  /// A time in milliseconds since 1970.
  mutating func time() -> Int64? { next().flatMap { TrackRow.isTime($0) ? $0 : nil } }

  /// A number that is not negative.
  mutating func amount() -> Double? {
    double().flatMap { $0 >= 0 && $0 <= Self.mostAmount ? $0 : nil }
  }

  /// A speed, or -1.
  mutating func speed(most: Double) -> Double? { double().flatMap { $0 >= -1 && $0 <= most ? $0 : nil } }

  mutating func place() -> Coordinate? {
    guard let latitude = double(), let longitude = double() else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A value that may be missing.
  mutating func optional<Value>(
    _ read: (inout NumberList) -> Value?
  ) throws(Malformed) -> Value? {
    switch next() {
    case 0: return nil
    case 1:
      guard let value = read(&self) else { throw Malformed() }
      return value
    default: throw Malformed()
    }
  }

  private mutating func double() -> Double? { next().map { Double(bitPattern: UInt64(bitPattern: $0)) } }
}

extension MotionMachine.Sample {
  /// Creates a sample from the numbers of a machine's state; nil if they are not one.
  init?(_ list: inout NumberList) {
    guard let number = list.next(), let session = list.next(), let time = list.time(),
      let monotonic = list.next(), (-Self.mostMonotonic...Self.mostMonotonic).contains(monotonic),
      let place = list.place(),
      let speed = list.speed(most: Self.mostSpeed), let error = list.amount()
    else { return nil }
    (self.number, self.session, self.time, self.monotonic) = (number, session, time, monotonic)
    (self.place, self.speed, self.error) = (place, speed >= 0 ? speed : nil, error)
  }

  /// Adds the sample to the numbers of a machine's state.
  func write(to list: inout NumberList) {
    for number in [number, session, time, monotonic] { list.add(number) }
    list.add(latitude: place.latitude, longitude: place.longitude)
    list.add(speed ?? -1)
    list.add(error)
  }

  static let mostMonotonic: Int64 = 1 << 53
  /// Meters per second: an orbit is slower.
  static let mostSpeed = 12_000.0
}
