/// A writer of consecutive sentences in the style of a receiver.
///
/// `encoded(as:)` writes one sentence at full precision; this writes a stream in a ``SentenceStyle``.
public struct SentenceWriter: Sendable {
  /// The style of the sentences.
  public var style: SentenceStyle { fields.style }
  private var fields: FieldWriter
  /// The end of each sentence, as an offset in `bytes`.
  public private(set) var ends: [Int] = []

  /// Whether the next sentences have no fix; some receivers then leave out the units.
  public var isVoid = false { didSet { fields.omitsUnits = isVoid && !fields.style.keepsUnits } }

  /// Makes an empty writer.
  public init(_ style: SentenceStyle = SentenceStyle()) { fields = FieldWriter(style) }

  /// All bytes written.
  public var bytes: [UInt8] { fields.bytes }

  /// Removes all bytes and sentences, but keeps the memory.
  public mutating func removeAll() {
    fields.bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Writes GGA, the fix.
  @inline(never)
  public mutating func write(_ content: GGA) {
    let style = fields.style
    fields.countDigits = style.countDigits
    write(content, Decimals(style.dilutionDecimals, style.altitudeDecimals, style.altitudeDecimals, 1))
    fields.countDigits = 2
  }

  /// Writes RMC, the recommended minimum.
  @inline(never)
  public mutating func write(_ content: RMC) { write(content, Decimals(fields.style.speedDecimals)) }

  /// Writes GLL, position and time.
  @inline(never)
  public mutating func write(_ content: GLL) { write(content, Decimals()) }

  /// Writes VTG, course and speed.
  @inline(never)
  public mutating func write(_ content: VTG) {
    write(content, Decimals(fields.style.speedDecimals, fields.style.speedDecimals))
  }

  /// Writes GSA, satellites in use.
  @inline(never)
  public mutating func write(_ content: GSA) {
    let places = fields.style.dilutionDecimals
    write(content, Decimals(places, places, places))
  }

  /// Writes GSV, satellites in view.
  @inline(never)
  public mutating func write(_ content: GSV) { write(content, Decimals()) }

  /// Writes GNS, the fix of several constellations.
  @inline(never)
  public mutating func write(_ content: GNS) {
    let style = fields.style
    fields.countDigits = style.countDigits
    write(content, Decimals(style.dilutionDecimals, style.altitudeDecimals, style.altitudeDecimals, 1))
    fields.countDigits = 2
  }

  /// Writes GST, error statistics.
  @inline(never)
  public mutating func write(_ content: GST) {
    let places = fields.style.errorDecimals
    write(content, Decimals(places, places, places, 1, places, places, places))
  }

  /// Writes ZDA, time and date.
  @inline(never)
  public mutating func write(_ content: ZDA) { write(content, Decimals()) }

  /// Writes any other standard sentence, with default decimal places.
  public mutating func write<Content: TalkerContent>(other content: Content) { write(content, Decimals()) }

  /// Writes a proprietary sentence, with default decimal places.
  public mutating func write<Content: VendorContent>(_ content: Content) {
    let start = fields.begin()
    fields.append(Content.tag)
    finish(content, Decimals(), start)
  }

  /// Writes a body unchanged, the bytes between `$` and `*`.
  public mutating func write(body: some Sequence<UInt8>) {
    let start = fields.begin()
    fields.append(contentsOf: body)
    fields.end(start)
    ends.append(fields.bytes.count)
  }

  /// Adds a space between the checksum and the line end of each sentence, as some receivers do.
  public mutating func pad() {
    var padded: [UInt8] = []
    var start = 0
    for index in ends.indices {
      let sentence = fields.bytes[start..<ends[index]]
      start = ends[index]
      let textEnd = sentence.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? sentence.startIndex
      padded += sentence[..<textEnd] + [UInt8(ascii: " ")] + sentence[textEnd...]
      ends[index] = padded.count
    }
    fields.bytes = padded
  }

  @inline(__always)
  private mutating func write<Content: TalkerContent>(_ content: Content, _ decimals: Decimals) {
    let start = fields.begin()
    fields.append(content.talker)
    fields.append(Content.formatter)
    finish(content, decimals, start)
  }

  @inline(__always)
  private mutating func finish<Content: SentenceContent>(
    _ content: Content, _ decimals: Decimals, _ start: Int
  ) {
    fields.decimals = decimals
    var copy = content
    let nothing: [UInt8] = []
    copy.walk(&fields, nothing.span)
    fields.end(start)
    ends.append(fields.bytes.count)
  }
}
