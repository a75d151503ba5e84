/// The vendors' sentences that this module reads.
public enum VendorSentence: Sendable, Hashable {
  /// u-blox: the whole fix.
  case pubx00(PUBX00)

  #if !hasFeature(Embedded)
  /// The sentence itself, whatever it is.
  public var content: any SentenceContent {
    switch self {
    case .pubx00(let content): content
    }
  }
  #endif

  /// Reads the body of a vendor's sentence, or answers nil for one that is not in the list.
  static func read(_ body: Span<UInt8>, _ fault: inout FieldFault?) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PUBX00.tag) { return .pubx00(try SentenceReading.vendor(body, &fault)) }
    return nil
  }
}
