// The vendor is asked for first, then its sentences: a new vendor costs the others one comparison.

extension VendorSentence {
  /// Reads the body of a vendor's sentence, or answers nil for one that is not in the list.
  static func read(_ body: Span<UInt8>, _ fault: inout FieldFault?) throws(SentenceError) -> VendorSentence? {
    if Ascii.matches(body, at: 1, "AIR") { return try airoha(body, &fault) }
    if Ascii.matches(body, at: 1, "ASHR") { return try ashtech(body, &fault) }
    if Ascii.matches(body, at: 1, "CAS") { return try casic(body, &fault) }
    if Ascii.matches(body, at: 1, "GRM") { return try garmin(body, &fault) }
    if Ascii.matches(body, at: 1, "MTK") { return try mediaTek(body, &fault) }
    if Ascii.matches(body, at: 1, "QTM") { return try quectel(body, &fault) }
    if Ascii.matches(body, at: 1, "SRF") { return try siRF(body, &fault) }
    if Ascii.matches(body, at: 1, "STI") { return try skyTraq(body, &fault) }
    if Ascii.matches(body, at: 1, "UBX") { return try uBlox(body, &fault) }
    return nil
  }

  private static func airoha(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PAIR001.tag) { return .pair001(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PAIR050.tag) { return .pair050(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PAIR062.tag) { return .pair062(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PAIR864.tag) { return .pair864(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func ashtech(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if PASHR.isAttitude(body) { return .pashr(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PASHRPOS.tag) { return .pashrpos(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func casic(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PCAS01.tag) { return .pcas01(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PCAS02.tag) { return .pcas02(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PCAS03.tag) { return .pcas03(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func garmin(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PGRME.tag) { return .pgrme(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PGRMF.tag) { return .pgrmf(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PGRMM.tag) { return .pgrmm(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PGRMT.tag) { return .pgrmt(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PGRMV.tag) { return .pgrmv(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PGRMZ.tag) { return .pgrmz(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func mediaTek(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PMTK001.tag) { return .pmtk001(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK010.tag) { return .pmtk010(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK011.tag) { return .pmtk011(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK101.tag) { return .pmtk101(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK102.tag) { return .pmtk102(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK103.tag) { return .pmtk103(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK104.tag) { return .pmtk104(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK220.tag) { return .pmtk220(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK251.tag) { return .pmtk251(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK314.tag) { return .pmtk314(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK605.tag) { return .pmtk605(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PMTK705.tag) { return .pmtk705(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func quectel(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PQTMEPE.tag) { return .pqtmepe(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PQTMVERNO.tag) { return .pqtmverno(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func siRF(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PSRF100.tag) { return .psrf100(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PSRF103.tag) { return .psrf103(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PSRFEPE.tag) { return .psrfepe(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func skyTraq(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PSTI030.tag) { return .psti030(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PSTI032.tag) { return .psti032(try SentenceReading.vendor(body, &fault)) }
    return nil
  }

  private static func uBlox(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> VendorSentence? {
    if Ascii.hasTag(body, PUBX00.tag) { return .pubx00(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PUBX03.tag) { return .pubx03(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PUBX04.tag) { return .pubx04(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PUBX40.tag) { return .pubx40(try SentenceReading.vendor(body, &fault)) }
    if Ascii.hasTag(body, PUBX41.tag) { return .pubx41(try SentenceReading.vendor(body, &fault)) }
    return nil
  }
}
