extension Sentence {
  /// Reads the body of a sentence, the bytes between `$` and `*`, whose checksum is known to be right.
  ///
  /// A field that can't be read is nil; `fault` then says which was the first, and why.
  public init(body: Span<UInt8>, fault: inout FieldFault?) throws(SentenceError) {
    fault = nil
    var length = 0
    while length < body.count, body[length] != UInt8(ascii: ",") { length += 1 }
    guard length > 0 else { throw .noTag }
    // A vendor's tag begins with P. Quectel's PQGSA and PQGSV look like one, and are not; PGRMC looks like a
    // talker's RMC, and is Garmin's.
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

  /// Reads a standard sentence, or answers nil for a name that is not in the list.
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
