/// Reads a body into its type, with the careful reader.
enum SentenceReading {
  /// Reads a standard sentence of a known type.
  static func standard<Content: TalkerContent>(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    try fill(Content(talker: Talker(body[0], body[1])), body, tagFields: 1, &fault)
  }

  /// Reads a proprietary sentence of a known type.
  ///
  /// It is not inlined: in one function, the readers of all types would need a large frame.
  @inline(never)
  static func vendor<Content: VendorContent>(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    try fill(Content(), body, tagFields: Ascii.fields(of: Content.tag), &fault)
  }

  private static func fill<Content: SentenceContent>(
    _ empty: Content, _ body: Span<UInt8>, tagFields: Int, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Content {
    var content = empty
    var reader = CarefulReader(body, tagFields: tagFields)
    let found = reader.remaining ?? 0
    guard found >= Content.form.fewestFields else {
      throw .tooFewFields(found: max(0, found), expected: Content.form.fewestFields)
    }
    content.walk(&reader, body)
    if reader.isFatal, let fault = reader.fault { throw .field(fault) }
    fault = reader.fault
    return content
  }
}

extension Sentence {
  /// Reads the body of a sentence, the bytes between `$` and `*`, whose checksum was verified.
  ///
  /// An unreadable field becomes nil; `fault` contains the first one and the reason.
  public init(body: Span<UInt8>, fault: inout FieldFault?) throws(SentenceError) {
    fault = nil
    var length = 0
    while length < body.count, body[length] != UInt8(ascii: ",") { length += 1 }
    guard length > 0 else { throw .noTag }
    // A vendor's tag begins with P. Quectel's PQGSA and PQGSV also do, but are standard sentences; PGRMC
    // looks like RMC with a talker, but is Garmin's.
    let isVendors = body[0] == UInt8(ascii: "P")
    if isVendors, let vendor = try VendorSentence.read(body, &fault) {
      self = .vendor(vendor)
    } else if length == 5, !isVendors || body[1] == UInt8(ascii: "Q"),
      let standard = try Sentence.standard(body, &fault)
    {
      self = standard
    } else {
      self = .unknown(UnknownSentence(body: body))
    }
  }

  /// Reads a standard sentence; nil if its formatter is unknown.
  private static func standard(
    _ body: Span<UInt8>, _ fault: inout FieldFault?
  ) throws(SentenceError) -> Sentence? {
    switch Formatter(body[2], body[3], body[4]) {
    case .apb: .apb(try SentenceReading.standard(body, &fault))
    case .bod: .bod(try SentenceReading.standard(body, &fault))
    case .bwc: .bwc(try SentenceReading.standard(body, &fault))
    case .bwr: .bwr(try SentenceReading.standard(body, &fault))
    case .dbt: .dbt(try SentenceReading.standard(body, &fault))
    case .dpt: .dpt(try SentenceReading.standard(body, &fault))
    case .dtm: .dtm(try SentenceReading.standard(body, &fault))
    case .gbs: .gbs(try SentenceReading.standard(body, &fault))
    case .gga: .gga(try SentenceReading.standard(body, &fault))
    case .gll: .gll(try SentenceReading.standard(body, &fault))
    case .gns: .gns(try SentenceReading.standard(body, &fault))
    case .grs: .grs(try SentenceReading.standard(body, &fault))
    case .gsa: .gsa(try SentenceReading.standard(body, &fault))
    case .gst: .gst(try SentenceReading.standard(body, &fault))
    case .gsv: .gsv(try SentenceReading.standard(body, &fault))
    case .hdg: .hdg(try SentenceReading.standard(body, &fault))
    case .hdm: .hdm(try SentenceReading.standard(body, &fault))
    case .hdt: .hdt(try SentenceReading.standard(body, &fault))
    case .mtw: .mtw(try SentenceReading.standard(body, &fault))
    case .mwd: .mwd(try SentenceReading.standard(body, &fault))
    case .mwv: .mwv(try SentenceReading.standard(body, &fault))
    case .rmb: .rmb(try SentenceReading.standard(body, &fault))
    case .rmc: .rmc(try SentenceReading.standard(body, &fault))
    case .rot: .rot(try SentenceReading.standard(body, &fault))
    case .rte: .rte(try SentenceReading.standard(body, &fault))
    case .ths: .ths(try SentenceReading.standard(body, &fault))
    case .txt: .txt(try SentenceReading.standard(body, &fault))
    case .vbw: .vbw(try SentenceReading.standard(body, &fault))
    case .vhw: .vhw(try SentenceReading.standard(body, &fault))
    case .vtg: .vtg(try SentenceReading.standard(body, &fault))
    case .wpl: .wpl(try SentenceReading.standard(body, &fault))
    case .xdr: .xdr(try SentenceReading.standard(body, &fault))
    case .xte: .xte(try SentenceReading.standard(body, &fault))
    case .zda: .zda(try SentenceReading.standard(body, &fault))
    default: nil
    }
  }
}

// Compares the vendor first, then the sentence: a new vendor costs the others one comparison.

extension VendorSentence {
  private typealias Reading = SentenceReading

  /// Reads the body of a proprietary sentence; nil if its tag is unknown.
  static func read(_ body: Span<UInt8>, _ fault: inout FieldFault?) throws(SentenceError) -> VendorSentence? {
    if Ascii.matches(body, at: 1, "AIR") {
      if Ascii.hasTag(body, PAIR001.tag) { return .control(.pair001(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PAIR050.tag) { return .control(.pair050(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PAIR062.tag) { return .control(.pair062(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PAIR864.tag) { return .control(.pair864(try Reading.vendor(body, &fault))) }
    }
    if Ascii.matches(body, at: 1, "ASHR") {
      if PASHR.isAttitude(body) { return .pashr(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PASHRPOS.tag) { return .pashrpos(try Reading.vendor(body, &fault)) }
    }
    if Ascii.matches(body, at: 1, "CAS") {
      if Ascii.hasTag(body, PCAS01.tag) { return .control(.pcas01(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PCAS02.tag) { return .control(.pcas02(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PCAS03.tag) { return .control(.pcas03(try Reading.vendor(body, &fault))) }
    }
    if Ascii.matches(body, at: 1, "GRM") {
      if Ascii.hasTag(body, PGRME.tag) { return .pgrme(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PGRMF.tag) { return .pgrmf(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PGRMM.tag) { return .pgrmm(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PGRMT.tag) { return .pgrmt(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PGRMV.tag) { return .pgrmv(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PGRMZ.tag) { return .pgrmz(try Reading.vendor(body, &fault)) }
    }
    if Ascii.matches(body, at: 1, "MTK") {
      if Ascii.hasTag(body, PMTK001.tag) { return .control(.pmtk001(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK010.tag) { return .pmtk010(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PMTK011.tag) { return .pmtk011(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PMTK101.tag) { return .control(.pmtk101(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK102.tag) { return .control(.pmtk102(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK103.tag) { return .control(.pmtk103(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK104.tag) { return .control(.pmtk104(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK220.tag) { return .control(.pmtk220(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK251.tag) { return .control(.pmtk251(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK314.tag) { return .control(.pmtk314(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK605.tag) { return .control(.pmtk605(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PMTK705.tag) { return .control(.pmtk705(try Reading.vendor(body, &fault))) }
    }
    if Ascii.matches(body, at: 1, "QTM") {
      if Ascii.hasTag(body, PQTMEPE.tag) { return .pqtmepe(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PQTMVERNO.tag) { return .control(.pqtmverno(try Reading.vendor(body, &fault))) }
    }
    if Ascii.matches(body, at: 1, "SRF") {
      if Ascii.hasTag(body, PSRF100.tag) { return .control(.psrf100(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PSRF103.tag) { return .control(.psrf103(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PSRFEPE.tag) { return .psrfepe(try Reading.vendor(body, &fault)) }
    }
    if Ascii.matches(body, at: 1, "STI") {
      if Ascii.hasTag(body, PSTI030.tag) { return .psti030(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PSTI032.tag) { return .psti032(try Reading.vendor(body, &fault)) }
    }
    if Ascii.matches(body, at: 1, "UBX") {
      if Ascii.hasTag(body, PUBX00.tag) { return .pubx00(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PUBX03.tag) { return .pubx03(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PUBX04.tag) { return .pubx04(try Reading.vendor(body, &fault)) }
      if Ascii.hasTag(body, PUBX40.tag) { return .control(.pubx40(try Reading.vendor(body, &fault))) }
      if Ascii.hasTag(body, PUBX41.tag) { return .control(.pubx41(try Reading.vendor(body, &fault))) }
    }
    return nil
  }
}
