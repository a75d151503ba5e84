internal import GPSBridge
internal import UBX

/// One satellite's entry in the receiver's navigation database.
///
/// u-blox does not document the contents of MGA-DBD; this layout, after twelve reserved bytes, is our own.
///
/// ```
///  0  U1×2  mark      "SB"
///  2  U1    layout    1
///  3  U1    kind      1 an exact orbit, 2 a rough one
///  4  U1×6  chip      the chip's own number
/// 10  U4    firmware  a hash of its versions
/// 14  I8    made      s since 1970
/// 22  I8    until     s since 1970, 0 for a rough one
/// 30  U1    gnssId
/// 31  U1    svId
/// 32  U1×n  orbit     n 48 or 16, numbers that only take up room
///     U2    check     Fletcher's sum of all in front
/// ```
struct OrbitRecord: Sendable, Hashable {
  struct Owner: Sendable, Hashable {
    var chip: [UInt8]
    var firmware: UInt32

    init(_ chip: UBloxChip, seed: UInt64) {
      let number = chip.number(seed: seed).number
      self.chip = number + [UInt8](repeating: 0, count: max(0, 6 - number.count))
      firmware = ([chip.software, chip.hardware] + chip.extensions).joined(separator: "\n").utf8
        .reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    fileprivate init(chip: [UInt8], firmware: UInt32) { (self.chip, self.firmware) = (chip, firmware) }
  }

  var owner: Owner
  /// When the record was made, in seconds since 1970.
  var made: Int64
  var satellite: SatelliteIdentity
  /// The second since 1970 until which an exact orbit holds; nil for a rough one.
  var until: Int64?

  private static let head: [UInt8] = [UInt8(ascii: "S"), UInt8(ascii: "B"), 1]
  private static let fixedLength = 32

  init(owner: Owner, made: Int64, satellite: SatelliteIdentity, until: Int64?) {
    (self.owner, self.made, self.satellite, self.until) = (owner, made, satellite, until)
  }

  /// Parses a record; returns nil for other or damaged data.
  init?(_ data: [UInt8]) {
    guard data.starts(with: Self.head), data.count > Self.fixedLength + 2,
      Self.check(data.dropLast(2)) == Array(data.suffix(2)), data[3] == 1 || data[3] == 2,
      data.count == Self.fixedLength + Self.orbitLength(isExact: data[3] == 1) + 2,
      let constellation = SatelliteSystem(rawValue: data[30]).constellation
    else { return nil }
    let number = { (range: Range<Int>) in
      range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(data[$1]) }
    }
    owner = Owner(chip: Array(data[4..<10]), firmware: UInt32(number(10..<14)))
    made = Int64(bitPattern: number(14..<22))
    until = data[3] == 1 ? Int64(bitPattern: number(22..<30)) : nil
    satellite = SatelliteIdentity(constellation, Int(data[31]))
  }

  var data: [UInt8] {
    let bytes = { (number: UInt64, count: Int) in
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let number = UInt8(clamping: satellite.number)
    let system = SatelliteSystem(satellite.constellation).rawValue
    var data = Self.head + [until == nil ? 2 : 1] + owner.chip + bytes(UInt64(owner.firmware), 4)
    data += bytes(UInt64(bitPattern: made), 8) + bytes(UInt64(bitPattern: until ?? 0), 8) + [system, number]
    // Satellites broadcast a new orbit every two hours.
    let name = UInt64(system) << 8 | UInt64(number)
    var random = RandomSource(seed: name, stream: UInt64(bitPattern: made / 7200))
    data += (0..<Self.orbitLength(isExact: until != nil)).map { _ in UInt8(random.next() >> 56) }
    return data + Self.check(data[...])
  }

  private static func orbitLength(isExact: Bool) -> Int { isExact ? 48 : 16 }

  private static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let sum = UBXChecksum(of: bytes.span)
    return [sum.first, sum.second]
  }
}
