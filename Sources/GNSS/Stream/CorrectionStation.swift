/// The station that corrections are from, as its messages say it, and the kinds of messages that came.
///
/// Ages and distances follow from it: the place comes with 1005 and 1006, the time with observations of GPS.
public struct CorrectionStation: Sendable, Hashable {
  /// The station's number; nil before a message that has it.
  public private(set) var identifier: Int?
  /// Where its antenna is marked to be; nil before message 1005 or 1006.
  public private(set) var place: Coordinate?
  /// Meters of that place above the ellipsoid.
  public private(set) var ellipsoidalAltitude: Double?
  /// Meters of the antenna above the place: message 1006 says it.
  public private(set) var antennaHeight: Double?
  /// The time of the latest observations of GPS, in milliseconds of the week of GPS.
  public private(set) var timeOfWeek: Int?

  /// The numbers of the messages that came, and how many of each; the first 32 kinds.
  private var kinds: [Kind] = []

  private struct Kind: Sendable, Hashable {
    var number: Int
    var count: Int
  }

  private static let mostKinds = 32

  /// Nothing yet.
  public init() {}

  /// The numbers of the messages that came, in the order in which they came first.
  public var messageNumbers: [Int] { kinds.map { $0.number } }

  /// How many messages of a number came.
  public func count(of number: Int) -> Int { kinds.first { $0.number == number }?.count ?? 0 }

  /// Seconds from the latest observations of GPS to a moment; nil where there are none.
  ///
  /// They tell no week: the nearest one is taken. A negative age is that of a clock which is behind.
  public func age(at moment: UTC) -> Double? {
    guard let timeOfWeek else { return nil }
    let day = Int64(WeekTime.firstDay) * 86_400
    let seconds = moment.secondsSince1970 - day + Int64(LeapSecondTable.seconds(on: moment.date))
    let week: Int64 = 7 * 86_400
    let now = Double((seconds % week + week) % week) + Double(moment.nanosecond) / 1e9
    let age = now - Double(timeOfWeek) / 1000
    return age > Double(week / 2) ? age - Double(week) : age < -Double(week / 2) ? age + Double(week) : age
  }

  /// Takes a whole frame.
  mutating func take(_ frame: Span<UInt8>) {
    // Three bytes in front of the payload, and three of the checksum behind it.
    guard frame.count >= 8 else { return }
    let bits = BitReader(frame.extracting(3..<(frame.count - 3)))
    let number = Int(bits.unsigned(0, 12))
    note(number)
    guard Self.hasStation(number), bits.count >= 24 else { return }
    identifier = Int(bits.unsigned(12, 12))
    if number == 1005 && bits.count >= 152 || number == 1006 && bits.count >= 168 { takePlace(bits, number) }
    // Old and new observations of GPS: the time stands behind the station in both.
    if 1001...1004 ~= number || 1071...1077 ~= number, bits.count >= 54 {
      timeOfWeek = Int(bits.unsigned(24, 30))
    }
  }

  private mutating func note(_ number: Int) {
    if let index = kinds.firstIndex(where: { $0.number == number }) {
      kinds[index].count += 1
    } else if kinds.count < Self.mostKinds {
      kinds.append(Kind(number: number, count: 1))
    }
  }

  private mutating func takePlace(_ bits: BitReader, _ number: Int) {
    let step = 0.0001
    let position = EarthCentered(
      x: Double(bits.signed(34, 38)) * step, y: Double(bits.signed(74, 38)) * step,
      z: Double(bits.signed(114, 38)) * step)
    guard let geodetic = position.geodetic else { return }
    place = geodetic.coordinate
    ellipsoidalAltitude = geodetic.altitude
    antennaHeight = number == 1006 ? Double(bits.unsigned(152, 16)) * step : nil
  }

  /// Whether the station stands behind the number: in observations, and in what describes a station.
  private static func hasStation(_ number: Int) -> Bool {
    switch number {
    case 1001...1013, 1029...1033, 1071...1137, 1230: true
    default: false
    }
  }
}

/// Numbers of any length in bits, the highest bit first.
private struct BitReader {
  private var bytes: [UInt8] = []

  init(_ span: Span<UInt8>) { for index in span.indices { bytes.append(span[index]) } }

  var count: Int { 8 * bytes.count }

  /// A number without a sign; bits behind the end are 0.
  func unsigned(_ start: Int, _ length: Int) -> UInt64 {
    var number: UInt64 = 0
    for bit in start..<(start + length) {
      let byte = bit / 8 < bytes.count ? bytes[bit / 8] : 0
      number = number << 1 | UInt64(byte >> UInt8(7 - bit % 8) & 1)
    }
    return number
  }

  /// A number with a sign, as a complement of two.
  func signed(_ start: Int, _ length: Int) -> Int64 {
    let shift = UInt64(64 - length)
    return Int64(bitPattern: unsigned(start, length) << shift) >> Int64(shift)
  }
}
