/// Satellites in view, up to four in a sentence.
///
/// ```
///        1 2 3  4  5  6   7        n
///        | | |  |  |  |   |        |
/// $--GSV,x,x,xx,xx,xx,xxx,xx,…,h*hh
/// $GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75
/// ```
///
/// The last field, the signal, came with NMEA 4.10; Quectel's talker `PQ` has the system behind it.
/// Described at <https://gpsd.io/NMEA.html#_gsv_satellites_in_view>.
public struct GSV: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GSV"
  /// A sentence with fewer fields is refused; the signal came with NMEA 4.10.
  public static let fewestFields = 3
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Sentences in this set.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this one, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// Satellites in view, in the whole set.
  @SparseInteger<Int16> public var inView: Int?
  /// Four numbers for each satellite, flat: one short loop reads them all.
  @usableFromInline var numbers = SparseIntegers<32>()
  /// How many satellites this sentence lists, 0 to 8.
  public internal(set) var count = 0
  /// The signal, as NMEA numbers those of the talker's system.
  @SparseInteger<Int16> public var signal: Int?
  /// The system that the satellites belong to: only Quectel's talker PQ has it, 4 or 5, as the last field.
  @SparseInteger<Int16> public var system: Int?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, text)
    fields.integer(&_number, text)
    fields.integer(&_inView, width: 2, text)
    if let remaining = fields.remaining { count = min(remaining &>> 2, 8) }
    fields.integers(&numbers, count: 4 &* count, width: 2, text)
    // A ninth satellite, or one that is cut short, leaves more fields over than the signal and Quectel's system.
    if let remaining = fields.remaining, remaining > 2 { return }
    guard fields.hasMore(since: .v4_10) else { return }
    if talker != .pq || fields.remaining != 1 { fields.hexadecimal(&_signal, text) }
    if talker == .pq { fields.hexadecimal(&_system, text) }
  }
}

extension GSV {
  /// Reads a plain sentence in a way of its own, and answers the length of its body; 0 if anything is not plain.
  ///
  /// More than half of what receivers say are these sentences, and nearly all of their fields have none to three
  /// digits. So the comma is looked for where it must be, no list of commas is needed, and the walk finds the star.
  /// The checksum is for the caller to verify.
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
    // A ninth satellite is for the careful way.
    case 1 where taken == 33: return 0
    case 1:
      // The signal is hexadecimal: only one digit means the same in both.
      guard last == .min || text[(cursor.place &- 2) & 127] == UInt8(ascii: ",") else { return 0 }
      numbers.raw[(taken &- 1) & 31] = .min
      _signal.raw = last
    default: return 0
    }
    return cursor.hasEnded && !cursor.isDoubtful ? cursor.place &- SentenceWindow.lead : 0
  }
}

/// One satellite as a GSV sentence lists it.
public struct SatelliteInView: Sendable, Hashable {
  /// The number, as the receiver counts.
  public var number: Int?
  /// Degrees above the horizon, −90 to 90.
  public var elevation: Int?
  /// Degrees from true north, 0 to 359.
  public var azimuth: Int?
  /// Carrier to noise density in dB-Hz; nil where the satellite is known but not heard.
  public var signalToNoise: Int?

  /// Names a satellite and where it stands.
  public init(number: Int?, elevation: Int? = nil, azimuth: Int? = nil, signalToNoise: Int? = nil) {
    self.number = number
    self.elevation = elevation
    self.azimuth = azimuth
    self.signalToNoise = signalToNoise
  }
}

extension GSV {
  /// The most satellites one sentence can list.
  ///
  /// The standard says four; some receivers send more.
  public static let mostSatellites = 8

  /// One satellite of this sentence, from 0 to `count`; what is out of its range is nil.
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

  /// Adds a satellite, if there is room for one more.
  public mutating func append(_ satellite: SatelliteInView) {
    guard count < GSV.mostSatellites else { return }
    self[count] = satellite
    count += 1
  }

  /// The numbers as they are stored, four for each satellite, for callers that store them in the same way.
  @inlinable
  package var stored: InlineArray<32, Int16> { numbers.raw }
}
