internal import GPSBase
package import GPSTrackRows

/// A message of a device: the entries of one epoch from a first to a last number, as in docs/fleet-batch.md.
///
/// ```
/// "GB"  version  flags  installation (16)  epoch (4)  first  last − first
/// [tolerance, if flag 0]  [interval, if flag 1]
/// length of the columns  columns, as TrackColumns packs them
/// length of the lines    records, each a line of JSON
/// CRC-32 (4)
/// ```
///
/// Numbers of 4 bytes begin with the lowest byte; the others are written in groups of 7 bits, lowest first, and the highest bit of
/// each byte announces the next one.
package struct FleetBatch: Sendable, Hashable {
  /// The rule by which positions of the range are omitted.
  package enum Thinning: Sendable, Hashable {
    case none
    /// The reduced track is always within this distance of the full one.
    case within(centimeters: UInt32)
    /// One position is sent per interval of this length.
    case every(milliseconds: UInt32)
  }

  package var installation: [UInt8]
  package var epoch: UInt32
  /// The numbers that the message covers; numbers without an entry were omitted, or never stored.
  package var numbers: ClosedRange<Int64>
  package var thinning: Thinning
  package var fixes: [TrackColumns.Entry]
  package var records: [TrackRecord]

  package init(
    installation: [UInt8], epoch: UInt32, numbers: ClosedRange<Int64>, thinning: Thinning = .none,
    fixes: [TrackColumns.Entry], records: [TrackRecord] = []
  ) {
    (self.installation, self.epoch, self.numbers) = (installation, epoch, numbers)
    (self.thinning, self.fixes, self.records) = (thinning, fixes, records)
  }

  /// The number of fixes and records at which a batch is full.
  package static let mostEntries = 600
  package static let mostBytes = 262_144
  /// The maximum numbers of fixes and of records.
  static let mostRead = 4096
  package static let version: UInt8 = 1
  static let installationBytes = 16
  private static let sumBytes = 4
  private static let (isWithin, isEvery): (UInt8, UInt8) = (1, 2)

  /// Why a message is refused, as a word of status 422.
  package typealias Fault = FleetAnswer.Word

  // MARK: - Writing

  package var bytes: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "G"), UInt8(ascii: "B"), Self.version, flags]
    bytes += installation.prefix(Self.installationBytes)
    bytes += [UInt8](repeating: 0, count: max(0, Self.installationBytes - installation.count))
    Self.append(epoch, to: &bytes)
    Self.append(UInt64(numbers.lowerBound), to: &bytes)
    Self.append(UInt64(numbers.upperBound - numbers.lowerBound), to: &bytes)
    switch thinning {
    case .none: break
    case .within(let size), .every(let size): Self.append(UInt64(size), to: &bytes)
    }
    let columns = TrackColumns.pack(fixes)
    Self.append(UInt64(columns.count), to: &bytes)
    bytes += columns
    let lines = records.flatMap(\.line)
    Self.append(UInt64(lines.count), to: &bytes)
    bytes += lines
    Self.append(TrackColumns.checksum(bytes[...]), to: &bytes)
    return bytes
  }

  private var flags: UInt8 {
    switch thinning {
    case .none: 0
    case .within: Self.isWithin
    case .every: Self.isEvery
    }
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for place in 0..<4 as Range<UInt32> { bytes.append(UInt8(truncatingIfNeeded: number &>> (8 * place))) }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest = rest &>> 7
    }
    bytes.append(UInt8(rest))
  }

  // MARK: - Reading

  /// Reads a message exactly as it was written; anything else is a fault.
  package init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    guard bytes.count > 4 + Self.sumBytes, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "B") else {
      throw .damaged
    }
    var end = Reader(bytes: bytes, place: bytes.count - Self.sumBytes)
    guard try end.number32() == TrackColumns.checksum(bytes[..<(bytes.count - Self.sumBytes)]) else {
      throw .damaged
    }
    // A later version may have its sum elsewhere: then the message counts as damaged.
    guard bytes[2] == Self.version else { throw .version }
    var reader = Reader(bytes: Array(bytes.dropLast(Self.sumBytes)), place: 3)
    let flags = try reader.byte()
    guard flags <= Self.isEvery else { throw .flags }
    (installation, epoch, numbers) = try reader.head()
    switch flags {
    case Self.isWithin: thinning = .within(centimeters: try reader.size())
    case Self.isEvery: thinning = .every(milliseconds: try reader.size())
    default: thinning = .none
    }
    fixes = try Self.fixes(in: reader.part())
    records = try Self.records(in: reader.part())
    guard reader.isAtEnd else { throw .damaged }
    try check()
  }

  /// The range of a message whose rest is unreadable; nil if its start is also invalid.
  package static func head(of bytes: [UInt8]) -> (epoch: UInt32, numbers: ClosedRange<Int64>)? {
    guard bytes.count > 4, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "B") else { return nil }
    var reader = Reader(bytes: Array(bytes.prefix(64)), place: 4)
    return (try? reader.head()).map { ($0.epoch, $0.numbers) }
  }

  /// The fixes of packed columns, whose second number is the count of rows, since a few bytes may encode many rows.
  private static func fixes(in columns: [UInt8]) throws(Fault) -> [TrackColumns.Entry] {
    var reader = Reader(bytes: columns, place: 1)
    guard try reader.number() <= UInt64(mostRead) else { throw .tooLarge }
    do throws(TrackColumns.Damage) { return try TrackColumns.unpack(columns) } catch {
      // The first byte is the version of the columns.
      throw error.offset == 0 ? .version : .damaged
    }
  }

  private static func records(in lines: [UInt8]) throws(Fault) -> [TrackRecord] {
    guard lines.isEmpty || lines.last == UInt8(ascii: "\n") else { throw .damaged }
    var records: [TrackRecord] = []
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      guard records.count < mostRead else { throw .tooLarge }
      guard let record = TrackRecord(line: Array(line)) else { throw .damaged }
      records.append(record)
    }
    return records
  }

  /// Checks that fixes and records each have increasing numbers within the range.
  private func check() throws(Fault) {
    var last = numbers.lowerBound - 1
    for fix in fixes {
      guard fix.number > last, fix.number <= numbers.upperBound else { throw .numbers }
      last = fix.number
    }
    last = numbers.lowerBound - 1
    for record in records {
      guard record.number > last, record.lastNumber <= numbers.upperBound else { throw .numbers }
      last = record.lastNumber
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place: Int

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
      guard count <= bytes.count - place else { throw .damaged }
      defer { place += count }
      return bytes[place..<(place + count)]
    }

    mutating func byte() throws(Fault) -> UInt8 {
      let bytes = try take(1)
      return bytes[bytes.startIndex]
    }

    mutating func number32() throws(Fault) -> UInt32 {
      try take(4).reversed().reduce(0) { $0 &<< 8 | UInt32($1) }
    }

    /// A number in groups of 7 bits, in its shortest form.
    mutating func number() throws(Fault) -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = try byte()
        let part = UInt64(byte & 0x7F)
        guard shift < 63 || part <= 1, shift == 0 || byte != 0 else { throw .damaged }
        number |= part &<< shift
        if byte & 0x80 == 0 { return number }
        shift += 7
        guard shift <= 63 else { throw .damaged }
      }
    }

    mutating func size() throws(Fault) -> UInt32 {
      guard let size = UInt32(exactly: try number()) else { throw .damaged }
      return size
    }

    mutating func part() throws(Fault) -> [UInt8] {
      guard let count = Int(exactly: try number()) else { throw .damaged }
      return Array(try take(count))
    }

    mutating func head() throws(Fault) -> (
      installation: [UInt8], epoch: UInt32, numbers: ClosedRange<Int64>
    ) {
      let installation = Array(try take(FleetBatch.installationBytes))
      let epoch = try number32()
      let (first, more) = (try number(), try number())
      let most = UInt64(FleetJSON.mostNumber)
      guard first > 0, first <= most, more <= most - first else { throw .numbers }
      return (installation, epoch, Int64(first)...Int64(first + more))
    }
  }
}
