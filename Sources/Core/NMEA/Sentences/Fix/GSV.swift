/// Satellites in view, up to four in a sentence.
///
/// ```
///        1 2 3  4  5  6   7        n
///        | | |  |  |  |   |        |
/// $--GSV,x,x,xx,xx,xx,xxx,xx,…,h*hh
/// $GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75
/// ```
///
/// The last field, the signal, came with NMEA 4.10; Quectel's talker `PQ` adds the system after it.
/// Described at <https://gpsd.io/NMEA.html#_gsv_satellites_in_view>.
public struct GSV: TalkerContent {
  public static var form: SentenceForm { SentenceForm("GSV", fewestFields: 3) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The number of sentences in this set.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this sentence, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// The number of satellites in view, in the whole set.
  @SparseInteger<Int16> public var inView: Int?
  /// The numbers of all satellites, four each, in one array that a single loop reads.
  @usableFromInline var numbers = SparseIntegers<32>()
  /// The number of satellites in this sentence, 0 to 8.
  public internal(set) var count = 0
  /// The signal, with NMEA's number within the talker's system.
  @SparseInteger<Int16> public var signal: Int?
  /// The satellites' system, 4 or 5; only Quectel's talker PQ sends it, as the last field.
  @SparseInteger<Int16> public var system: Int?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, text)
    fields.integer(&_number, text)
    fields.integer(&_inView, width: 2, text)
    if let remaining = fields.remaining { count = min(remaining &>> 2, 8) }
    fields.integers(&numbers, count: 4 &* count, width: 2, text)
    // A ninth or truncated satellite leaves more fields than the signal and Quectel's system.
    if let remaining = fields.remaining, remaining > 2 { return }
    guard fields.hasMore(since: .v4_10) else { return }
    if talker != .pq || fields.remaining != 1 { fields.hexadecimal(&_signal, text) }
    if talker == .pq { fields.hexadecimal(&_system, text) }
  }

  /// Reads a plain sentence in a specialized way; returns the length of its body, or 0 if it is not plain.
  ///
  /// More than half of all sentences are GSV, and nearly all of their fields have zero to three digits. So
  /// each comma is expected at its likely place, without a list of commas, and the walk finds the star. The
  /// caller must verify the checksum.
  @inline(never)
  mutating func readQuickly(_ text: Span<UInt8>) -> Int {
    guard text.count == SentenceWindow.size else { return 0 }
    var cursor = ShortFields(from: SentenceWindow.lead + 6)
    if let head = cursor.head(text) {
      (_total.raw, _number.raw, _inView.raw) = head
    } else {
      _total.raw = cursor.next(text)
      _number.raw = cursor.next(text)
      _inView.raw = cursor.next(text)
    }
    var taken = 0
    var last = Int16.min
    while !cursor.hasEnded, taken < 33 {
      if taken & 3 == 0, taken < 32, let satellite = cursor.satellite(text) {
        let place = taken & 28
        numbers.raw[place] = satellite.0
        numbers.raw[place &+ 1] = satellite.1
        numbers.raw[place &+ 2] = satellite.2
        numbers.raw[place &+ 3] = satellite.3
        taken &+= 4
        continue
      }
      last = cursor.next(text)
      numbers.raw[taken & 31] = last
      taken &+= 1
    }
    count = taken / 4
    switch taken % 4 {
    case 0: break
    // Leave a ninth satellite to the careful reader.
    case 1 where taken == 33: return 0
    case 1:
      // The signal is hexadecimal: a single digit reads the same in decimal.
      guard last == .min || text[(cursor.place &- 2) & 127] == UInt8(ascii: ",") else { return 0 }
      numbers.raw[(taken &- 1) & 31] = .min
      _signal.raw = last
    default: return 0
    }
    return cursor.hasEnded && !cursor.isDoubtful ? cursor.place &- SentenceWindow.lead : 0
  }

  /// The most satellites in one sentence.
  ///
  /// The standard allows four; some receivers send more.
  public static let mostSatellites = 8

  /// Returns a satellite of this sentence, from 0 to `count`; values out of range are nil.
  public subscript(index: Int) -> SatelliteInView {
    get {
      let place = 4 * index
      return SatelliteInView(
        number: numbers[place],
        elevation: numbers[place + 1].flatMap { -90...90 ~= $0 ? $0 : nil },
        azimuth: numbers[place + 2].flatMap { 0...360 ~= $0 ? $0 % 360 : nil },
        signalToNoise: numbers[place + 3].flatMap { 0...99 ~= $0 ? $0 : nil })
    }
    set {
      let place = 4 * index
      numbers[place] = newValue.number
      numbers[place + 1] = newValue.elevation
      numbers[place + 2] = newValue.azimuth
      numbers[place + 3] = newValue.signalToNoise
    }
  }

  /// Adds a satellite if there is room.
  public mutating func append(_ satellite: SatelliteInView) {
    guard count < GSV.mostSatellites else { return }
    self[count] = satellite
    count += 1
  }

  /// The stored numbers, four per satellite, for callers that store them in the same way.
  @inlinable
  package var stored: InlineArray<32, Int16> { numbers.raw }
}

/// A satellite in a GSV sentence.
public struct SatelliteInView: Sendable, Hashable {
  /// The satellite's number, as the receiver reports it.
  public var number: Int?
  /// The elevation in degrees, −90 to 90.
  public var elevation: Int?
  /// The azimuth in degrees from true north, 0 to 359.
  public var azimuth: Int?
  /// The carrier-to-noise density in dB-Hz; nil without a signal.
  public var signalToNoise: Int?

  /// Makes a satellite from its values.
  public init(number: Int?, elevation: Int? = nil, azimuth: Int? = nil, signalToNoise: Int? = nil) {
    (self.number, self.elevation) = (number, elevation)
    (self.azimuth, self.signalToNoise) = (azimuth, signalToNoise)
  }
}
