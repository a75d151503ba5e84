package import GNSS

/// One stored epoch in 64 bytes of integers, as in the track store and in the page's history of a day.
///
/// ```
/// time, lag      milliseconds       altitude, geoid   centimeters      course          0.01 degrees
/// place          0.0000001 degrees  speed, climb      centimeters/s    dilutions       0.01
/// fine           two more digits    accuracies        millimeters      signal          0.5 dB-Hz
/// ```
///
/// Nil means that the receiver did not report the value, or that the field can't hold it.
package struct TrackRow: Sendable, Hashable {
  /// Milliseconds since 1970 by the receiver's clock, or by this machine's if the receiver did not report the time.
  package let milliseconds: Int64
  /// Milliseconds by which this machine's clock was ahead of `milliseconds` when the epoch arrived.
  package let lag: Int64
  private let latitude: Int32
  private let longitude: Int32
  private let altitude: Int32
  private let speed: Int32
  private let climb: Int32
  private let horizontalAccuracy: Int32
  private let verticalAccuracy: Int32
  /// The epoch's number; 0 if it is not known, as in the track store.
  package var epoch: UInt32
  /// The meaning of the numbers.
  package let flags: Flags
  private let fine: Int16
  private let geoid: Int16
  private let course: UInt16
  private let horizontalDilution: UInt16
  private let verticalDilution: UInt16
  private let satellitesUsed: UInt8
  private let halfSignal: UInt8

  /// Creates a row from the stored part of an epoch.
  ///
  /// - Parameters:
  ///   - fix: The epoch, without implausible values.
  ///   - signal: The median of its signals in dB-Hz, if it has any.
  ///   - received: Its arrival by this machine's clock.
  ///   - marks: Further properties of the epoch.
  package init(_ fix: Fix, signal: Double?, received: UTC, marks: Flags = []) {
    let arrival = Self.milliseconds(received)
    milliseconds = (fix.steadyTime ?? fix.time).map(Self.milliseconds) ?? arrival
    // Both are within years 1 to 9999.
    lag = arrival - milliseconds
    let place = fix.isValid ? fix.coordinate : nil
    let isFine = place != nil && Self.hasFineDigits(fix)
    let (north, east) = (Place(place?.latitude, isFine: isFine), Place(place?.longitude, isFine: isFine))
    (latitude, longitude) = (north.whole, east.whole)
    fine = isFine ? Int16(north.fine * 100 + east.fine) : .min
    // If only the height above the ellipsoid is known, it takes the place of the altitude.
    let isEllipsoidal = fix.altitude == nil && fix.ellipsoidalAltitude != nil
    altitude = Self.narrow(isEllipsoidal ? fix.ellipsoidalAltitude : fix.altitude, 100)
    geoid = Self.narrow(isEllipsoidal ? nil : Self.separation(of: fix), 100)
    speed = Self.narrow(fix.speed, 100)
    climb = Self.narrow(fix.climb, 100)
    course = Self.hundredths(ofDegrees: fix.course)
    horizontalAccuracy = Self.narrow(fix.errors?.horizontal, 1000)
    verticalAccuracy = Self.narrow(fix.errors?.vertical, 1000)
    horizontalDilution = Self.narrowUp(fix.dilution.horizontal, 100)
    verticalDilution = Self.narrowUp(fix.dilution.vertical, 100)
    satellitesUsed = fix.satellitesUsed.map { UInt8(max(0, min($0, 254))) } ?? .max
    halfSignal = Self.narrowUp(signal, 2)
    epoch = UInt32(clamping: fix.epoch)
    var flags = Flags(mode: fix.mode, quality: fix.quality, source: fix.errors?.source)
    flags.formUnion(marks)
    if fix.time != nil { flags.insert(.ownTime) }
    if isEllipsoidal { flags.insert(.ellipsoidal) }
    if !fix.timeCorrections.isEmpty { flags.insert(.corrected) }
    self.flags = flags
  }

  package var hasPosition: Bool { latitude != .min }

  /// Whether its signals are probably forged.
  package var isSuspect: Bool { flags.contains(.suspect) }

  package var hasOwnTime: Bool { flags.contains(.ownTime) }

  /// The position, if it has one.
  package var coordinate: Coordinate? {
    guard hasPosition else { return nil }
    let digits = fine == .min ? 0 : Int64(fine)
    return Coordinate(
      latitude: Place.degrees(latitude, digits / 100, isFine: fine != .min),
      longitude: Place.degrees(longitude, digits % 100, isFine: fine != .min))
  }

  /// Meters above the ellipsoid.
  package var height: Double? {
    guard altitude != .min else { return nil }
    if flags.contains(.ellipsoidal) { return Double(altitude) / 100 }
    return geoid == .min ? nil : Double(Int64(altitude) + Int64(geoid)) / 100
  }

  /// Meters a second over the ground.
  package var groundSpeed: Double? { Self.wide(speed, 100) }

  /// The horizontal accuracy in meters.
  package var horizontalError: Double? { Self.wide(horizontalAccuracy, 1000) }

  package var dilution: Double? { Self.wideUp(horizontalDilution, 100) }

  /// The median of its signals in dB-Hz.
  package var signal: Double? { halfSignal == .max ? nil : Double(halfSignal) / 2 }

  /// The time by the receiver, or by this machine if the receiver did not report it.
  package var time: UTC { Self.instant(milliseconds) }

  /// Its arrival by this machine's clock.
  package var received: UTC { Self.instant(milliseconds &+ lag) }

  /// The stored part of the epoch.
  package var fix: Fix {
    var fix = Fix()
    fix.epoch = Int(epoch)
    if hasOwnTime { fix.time = time }
    fix.mode = flags.mode
    fix.quality = flags.quality
    fix.coordinate = coordinate
    if !flags.contains(.ellipsoidal) { fix.altitude = Self.wide(altitude, 100) }
    fix.ellipsoidalAltitude = height
    fix.geoidSeparation = Self.wide(geoid, 100)
    fix.speed = Self.wide(speed, 100)
    fix.climb = Self.wide(climb, 100)
    fix.course = Self.wideUp(course, 100)
    fix.dilution.horizontal = Self.wideUp(horizontalDilution, 100)
    fix.dilution.vertical = Self.wideUp(verticalDilution, 100)
    if let source = flags.source {
      fix.errors = ErrorEstimate(
        horizontal: Self.wide(horizontalAccuracy, 1000), vertical: Self.wide(verticalAccuracy, 1000),
        source: source)
    }
    fix.satellitesUsed = satellitesUsed == .max ? nil : Int(satellitesUsed)
    return fix
  }

  // MARK: - Columns

  /// The columns of the store's table in order; ``write(to:from:)`` uses the same order.
  package enum Column: Int, Sendable {
    case time, lag, latitude, longitude, fine, altitude, geoid, speed, course, climb, horizontalAccuracy
    case verticalAccuracy, satellites, horizontalDilution, verticalDilution, signal, flags
  }

  /// The names of the columns, as in the table of the store.
  package static let columnNames = [
    "t", "lag", "lat", "lon", "fine", "alt", "geoid", "speed", "course", "climb", "h_acc", "v_acc", "sats",
    "hdop", "vdop", "signal", "flags",
  ]

  package static let columnCount = Column.flags.rawValue + 1

  /// The numbers of a row in the order of the table's columns; nil is NULL.
  package var columns: [Int64?] {
    var numbers = [Int64](repeating: 0, count: Self.columnCount)
    let nulls = write(to: &numbers, from: 0)
    return numbers.indices.map { nulls &>> UInt64($0) & 1 == 1 ? nil : numbers[$0] }
  }

  /// Sets the numbers of the table's columns in an array, starting at an index; returns a bit for each NULL, the lowest first.
  package func write(to numbers: inout [Int64], from first: Int) -> UInt64 {
    var (place, nulls) = (first, 0 as UInt64)
    func put(_ number: Int64, isNull: Bool = false) {
      numbers[place] = isNull ? 0 : number
      if isNull { nulls |= 1 &<< UInt64(place - first) }
      place += 1
    }
    func put(_ field: Int32) { put(Int64(field), isNull: field == .min) }
    func put(_ field: Int16) { put(Int64(field), isNull: field == .min) }
    func put(_ field: UInt16) { put(Int64(field), isNull: field == .max) }
    func put(_ field: UInt8) { put(Int64(field), isNull: field == .max) }
    put(milliseconds)
    put(lag)
    put(latitude)
    put(longitude)
    put(fine)
    put(altitude)
    put(geoid)
    put(speed)
    put(course)
    put(climb)
    put(horizontalAccuracy)
    put(verticalAccuracy)
    put(satellitesUsed)
    put(horizontalDilution)
    put(verticalDilution)
    put(halfSignal)
    put(Int64(flags.rawValue))
    return nulls
  }

  /// The position in ten-millionths of a degree, as in the columns.
  package var units: (latitude: Int64, longitude: Int64)? {
    hasPosition ? (Int64(latitude), Int64(longitude)) : nil
  }

  /// Centimeters a second, as in the column.
  package var speedUnits: Int64? { speed == .min ? nil : Int64(speed) }

  /// Creates a row from its columns; nil if a number is out of a column's range.
  package init?(columns: [Int64?]) {
    guard columns.count == Self.columnCount else { return nil }
    var nulls: UInt64 = 0
    for (place, column) in columns.enumerated() where column == nil { nulls |= 1 &<< UInt64(place) }
    self.init(columns.map { $0 ?? 0 }, from: 0, nulls: nulls)
  }

  /// Creates a row from numbers as ``write(to:from:)`` sets them; nil if one is out of a column's range.
  package init?(_ numbers: [Int64], from first: Int, nulls: UInt64) {
    guard first >= 0, numbers.count - first >= Self.columnCount else { return nil }
    func column(_ column: Column) -> Int64? {
      nulls &>> UInt64(column.rawValue) & 1 == 1 ? nil : numbers[first + column.rawValue]
    }
    guard let time = column(.time), Self.milliseconds.contains(time),
      let lag = column(.lag), Self.lags.contains(lag),
      let latitude: Int32 = Self.field(column(.latitude), within: -900_000_000...900_000_000),
      let longitude: Int32 = Self.field(column(.longitude), within: -1_800_000_000...1_800_000_000),
      let fine: Int16 = Self.field(column(.fine), within: 0...9999),
      let altitude: Int32 = Self.field(column(.altitude), within: Self.numbers),
      let geoid: Int16 = Self.field(column(.geoid), within: -32_767...32_767),
      let speed: Int32 = Self.field(column(.speed), within: Self.numbers),
      let course: UInt16 = Self.fieldUp(column(.course), most: 35_999),
      let climb: Int32 = Self.field(column(.climb), within: Self.numbers),
      let horizontal: Int32 = Self.field(column(.horizontalAccuracy), within: Self.numbers),
      let vertical: Int32 = Self.field(column(.verticalAccuracy), within: Self.numbers),
      let satellites: UInt8 = Self.fieldUp(column(.satellites), most: 254),
      let horizontalDilution: UInt16 = Self.fieldUp(column(.horizontalDilution), most: 65_534),
      let verticalDilution: UInt16 = Self.fieldUp(column(.verticalDilution), most: 65_534),
      let signal: UInt8 = Self.fieldUp(column(.signal), most: 254),
      let flags = column(.flags).flatMap({ UInt32(exactly: $0) }), (latitude == .min) == (longitude == .min)
    else { return nil }
    (milliseconds, self.lag, self.flags, epoch) = (time, lag, Flags(rawValue: flags), 0)
    (self.latitude, self.longitude, self.fine) = (latitude, longitude, fine)
    (self.altitude, self.geoid, self.speed, self.course, self.climb) = (altitude, geoid, speed, course, climb)
    (horizontalAccuracy, verticalAccuracy, satellitesUsed) = (horizontal, vertical, satellites)
    (self.horizontalDilution, self.verticalDilution) = (horizontalDilution, verticalDilution)
    halfSignal = signal
  }

  /// Whether a row may have a time, in milliseconds since 1970.
  package static func isTime(_ time: Int64) -> Bool { milliseconds.contains(time) }

  /// The times from year 1 to year 9999; text formats support no others.
  private static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  private static let lags: ClosedRange<Int64> = -315_537_897_599_999...315_537_897_599_999
  private static let numbers: ClosedRange<Int64> = -2_147_483_647...2_147_483_647

  /// The field of a column, whose lowest value is NULL; nil if the number is out of range.
  private static func field<Field: FixedWidthInteger>(
    _ column: Int64?, within range: ClosedRange<Int64>
  ) -> Field? {
    guard let column else { return .min }
    return range.contains(column) ? Field(exactly: column) : nil
  }

  /// The field of a column, whose highest value is NULL; nil if the number is out of range.
  private static func fieldUp<Field: FixedWidthInteger>(_ column: Int64?, most: Int64) -> Field? {
    guard let column else { return .max }
    return column >= 0 && column <= most ? Field(exactly: column) : nil
  }

  // MARK: - Units

  /// A coordinate as whole ten-millionths of a degree, and the two digits after them.
  private struct Place {
    var whole: Int32 = .min
    var fine: Int64 = 0

    init(_ degrees: Double?, isFine: Bool) {
      // At most 180: a coordinate has no other values.
      guard let degrees, degrees >= -180, degrees <= 180 else { return }
      guard isFine else {
        whole = Int32(rounded(degrees * 1e7))
        return
      }
      let number = rounded(degrees * 1e9)
      let below = number.floored(by: 100)
      (whole, fine) = (Int32(below), number - below * 100)
    }

    static func degrees(_ whole: Int32, _ fine: Int64, isFine: Bool) -> Double {
      isFine ? Double(Int64(whole) * 100 + fine) / 1e9 : Double(whole) / 1e7
    }
  }

  /// Whether the digits of a degree after the seventh (a centimeter) are significant.
  private static func hasFineDigits(_ fix: Fix) -> Bool {
    if fix.quality == .rtkFixed || fix.quality == .rtkFloat { return true }
    guard let errors = fix.errors, errors.source != .dilution, let error = errors.horizontal else {
      return false
    }
    // As it is kept: what is read back must have the same digits.
    return abs(error) < 1 && rounded(error * 1000) < 100
  }

  private static func separation(of fix: Fix) -> Double? {
    if let separation = fix.geoidSeparation { return separation }
    guard let above = fix.ellipsoidalAltitude, let altitude = fix.altitude else { return nil }
    return above - altitude
  }

  /// A value in units of a field whose lowest value is NULL.
  private static func narrow<Field: FixedWidthInteger & SignedInteger>(_ value: Double?, _ units: Double)
    -> Field
  {
    guard let value else { return .min }
    let scaled = value * units
    // One less than the limits, so that rounding does not leave them.
    guard scaled > Double(Field.min) + 1, scaled < Double(Field.max) - 1 else { return .min }
    return Field(rounded(scaled))
  }

  /// A value in units of a field whose highest value is NULL.
  private static func narrowUp<Field: FixedWidthInteger>(_ value: Double?, _ units: Double) -> Field {
    guard let value else { return .max }
    let scaled = value * units
    guard scaled >= 0, scaled < Double(Field.max) - 1 else { return .max }
    return Field(rounded(scaled))
  }

  private static func hundredths(ofDegrees course: Double?) -> UInt16 {
    guard let course, course >= 0, course <= 360 else { return .max }
    return UInt16(rounded(course * 100) % 36_000)
  }

  private static func wide<Field: FixedWidthInteger>(_ value: Field, _ units: Double) -> Double? {
    value == .min ? nil : Double(value) / units
  }

  private static func wideUp<Field: FixedWidthInteger>(_ value: Field, _ units: Double) -> Double? {
    value == .max ? nil : Double(value) / units
  }

  /// The nearest whole number, without libm: pure modules link no C.
  private static func rounded(_ value: Double) -> Int64 { Int64(value < 0 ? value - 0.5 : value + 0.5) }

  /// Whole milliseconds since 1970; a leap second maps to the last ten milliseconds of the second before.
  package static func milliseconds(_ time: UTC) -> Int64 {
    // From year 1 to year 9999: the text formats have no room for others.
    let second = max(-62_135_596_800, min(time.secondsSince1970, 253_402_300_798)) * 1000
    return second + (Int64(time.withoutSecond60.nanosecond) + 500_000) / 1_000_000
  }

  /// The time for a number of milliseconds since 1970.
  package static func instant(_ milliseconds: Int64) -> UTC {
    let second = milliseconds.floored(by: 1000)
    return UTC(secondsSince1970: second, nanosecond: Int32(milliseconds - second * 1000) * 1_000_000)
  }
}

extension [Int64?] {
  /// The number of a column, in ``TrackRow/columns``.
  package subscript(column: TrackRow.Column) -> Int64? {
    get { self[column.rawValue] }
    set { self[column.rawValue] = newValue }
  }
}

extension Int64 {
  /// The quotient, rounded toward the past even before 1970.
  package func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
