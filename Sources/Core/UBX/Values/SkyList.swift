// Parts that several messages about satellites and signals share.

extension PayloadVisitor {
  /// Visits a list with the head of NAV-SAT, NAV-SIG and NAV-ORB.
  ///
  /// The head is the time of week, the version, the count and two reserved bytes.
  @inline(__always)
  mutating func list<Block: PayloadBlock>(
    _ blocks: inout [Block], _ timeOfWeek: inout UInt32, _ version: inout UInt8,
    in known: ClosedRange<UInt8>, keeping reserved: inout Reserved<2>, _ bytes: Span<UInt8>
  ) {
    number(&timeOfWeek, bytes)
    self.version(&version, in: known, bytes)
    let count = count(of: blocks, bytes)
    skip(2, keeping: &reserved, bytes)
    group(&blocks, count: count, bytes)
  }
}

/// The direction of a satellite as stored in messages.
struct StoredDirection: Sendable, Hashable, PayloadField {
  private var storedElevation: Int8 = 0
  private var storedAzimuth: Int16 = 0

  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&storedElevation, &storedAzimuth, bytes)
  }

  /// The elevation in degrees, −90 to 90, or nil if unknown.
  var elevation: Int? {
    get { -90...90 ~= storedElevation ? Int(storedElevation) : nil }
    set { storedElevation = newValue.flatMap { Int8(exactly: $0) } ?? -91 }
  }

  /// The azimuth in degrees from true north, 0 to 359, or nil if unknown.
  var azimuth: Int? {
    get { elevation != nil && 0...360 ~= storedAzimuth ? Int(storedAzimuth) % 360 : nil }
    set { storedAzimuth = newValue.flatMap { Int16(exactly: $0) } ?? 0 }
  }
}

/// The ratio of a carrier to the noise as stored in messages; 0 means no signal.
@propertyWrapper
public struct StoredSignal: Sendable, Hashable, PayloadField {
  private var density: UInt8 = 0

  /// Makes a ratio without a signal.
  public init() {}

  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&density, bytes)
  }

  /// The carrier-to-noise density in dB-Hz, or nil without a signal.
  public var wrappedValue: Int? {
    get { density == 0 ? nil : Int(density) }
    set { density = UInt8(clamping: newValue ?? 0) }
  }
}
