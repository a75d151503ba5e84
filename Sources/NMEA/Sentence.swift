/// A sentence: one case for each type this module reads, and `unknown` for every other well-formed one.
public enum Sentence: Sendable, Hashable {
  /// The fix itself.
  case gga(GGA)
  /// A position and its time.
  case gll(GLL)
  /// The fix of several constellations.
  case gns(GNS)
  /// Satellites in use.
  case gsa(GSA)
  /// Error statistics.
  case gst(GST)
  /// Satellites in view.
  case gsv(GSV)
  /// The recommended minimum.
  case rmc(RMC)
  /// Course and speed over ground.
  case vtg(VTG)
  /// Time and date.
  case zda(ZDA)
  /// A vendor's sentence.
  case vendor(VendorSentence)
  /// A well-formed sentence without a type here.
  case unknown(UnknownSentence)
}

extension Sentence {
  /// Reads the body of a sentence, the bytes between `$` and `*`, whose checksum is known to be right.
  ///
  /// A field that can't be read is nil; `fault` then says which was the first, and why.
  public init(body: Span<UInt8>, fault: inout FieldFault?) throws(SentenceError) {
    fault = nil
    var length = 0
    while length < body.count, body[length] != UInt8(ascii: ",") { length += 1 }
    guard length > 0 else { throw .noTag }
    // A vendor's tag begins with P. Quectel's PQGSA and PQGSV look like one, and are not.
    if body[0] == UInt8(ascii: "P"), let vendor = try VendorSentence.read(body, &fault) {
      self = .vendor(vendor)
    } else if length == 5, let standard = try Sentence.standard(body, &fault) {
      self = standard
    } else {
      self = .unknown(UnknownSentence(body: body))
    }
  }

  /// Reads a standard sentence, or answers nil for a name that is not in the list.
  private static func standard(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Sentence? {
    switch Formatter(body[2], body[3], body[4]) {
    case .gga: .gga(try SentenceReading.standard(body, &fault))
    case .gll: .gll(try SentenceReading.standard(body, &fault))
    case .gns: .gns(try SentenceReading.standard(body, &fault))
    case .gsa: .gsa(try SentenceReading.standard(body, &fault))
    case .gst: .gst(try SentenceReading.standard(body, &fault))
    case .gsv: .gsv(try SentenceReading.standard(body, &fault))
    case .rmc: .rmc(try SentenceReading.standard(body, &fault))
    case .vtg: .vtg(try SentenceReading.standard(body, &fault))
    case .zda: .zda(try SentenceReading.standard(body, &fault))
    default: nil
    }
  }
}

// Embedded Swift has no boxes for values of any type: there, switch over the sentence and take its content.
#if !hasFeature(Embedded)
extension Sentence {
  /// The sentence itself, whatever it is, or nil for an unknown one.
  public var content: (any SentenceContent)? {
    switch self {
    case .gga(let content): content
    case .gll(let content): content
    case .gns(let content): content
    case .gsa(let content): content
    case .gst(let content): content
    case .gsv(let content): content
    case .rmc(let content): content
    case .vtg(let content): content
    case .zda(let content): content
    case .vendor(let vendor): vendor.content
    case .unknown: nil
    }
  }
}
#endif
