/// A sentence: a case for each type that this module reads, and `unknown` for all other valid ones.
public enum Sentence: Sendable, Hashable {
  /// APB: guidance for an autopilot.
  case apb(APB)
  /// BOD: the bearing between two waypoints.
  case bod(BOD)
  /// BWC: bearing and distance to a waypoint, great circle.
  case bwc(BWC)
  /// BWR: bearing and distance to a waypoint, rhumb line.
  case bwr(BWR)
  /// DBT: depth below the transducer.
  case dbt(DBT)
  /// DPT: depth and the offset of the transducer.
  case dpt(DPT)
  /// DTM: the datum of positions.
  case dtm(DTM)
  /// GBS: satellite faults.
  case gbs(GBS)
  /// GGA: the fix.
  case gga(GGA)
  /// GLL: position and time.
  case gll(GLL)
  /// GNS: the fix of several constellations.
  case gns(GNS)
  /// GRS: range residuals.
  case grs(GRS)
  /// GSA: satellites in use.
  case gsa(GSA)
  /// GST: error statistics.
  case gst(GST)
  /// GSV: satellites in view.
  case gsv(GSV)
  /// HDG: a compass reading, deviation and variation.
  case hdg(HDG)
  /// HDM: magnetic heading.
  case hdm(HDM)
  /// HDT: true heading.
  case hdt(HDT)
  /// MTW: water temperature.
  case mtw(MTW)
  /// MWD: wind relative to the ground.
  case mwd(MWD)
  /// MWV: wind relative to the ship.
  case mwv(MWV)
  /// RMB: the recommended minimum for navigation to a waypoint.
  case rmb(RMB)
  /// RMC: the recommended minimum.
  case rmc(RMC)
  /// ROT: rate of turn.
  case rot(ROT)
  /// RTE: waypoints of a route.
  case rte(RTE)
  /// THS: true heading and its mode.
  case ths(THS)
  /// TXT: a text message.
  case txt(TXT)
  /// VBW: speeds through the water and over ground.
  case vbw(VBW)
  /// VHW: speed through the water and heading.
  case vhw(VHW)
  /// VTG: course and speed over ground.
  case vtg(VTG)
  /// WPL: a waypoint.
  case wpl(WPL)
  /// XDR: measurements of sensors.
  case xdr(XDR)
  /// XTE: cross-track error.
  case xte(XTE)
  /// ZDA: time and date.
  case zda(ZDA)
  /// A proprietary sentence.
  case vendor(VendorSentence)
  /// A valid sentence without a type in this module.
  case unknown(UnknownSentence)

  // Embedded Swift does not support `any` types; switch over the sentence there.
  #if !hasFeature(Embedded)
  /// The content of the sentence, or nil if the sentence is unknown.
  public var content: (any SentenceContent)? {
    switch self {
    case .apb(let content): content
    case .bod(let content): content
    case .bwc(let content): content
    case .bwr(let content): content
    case .dbt(let content): content
    case .dpt(let content): content
    case .dtm(let content): content
    case .gbs(let content): content
    case .gga(let content): content
    case .gll(let content): content
    case .gns(let content): content
    case .grs(let content): content
    case .gsa(let content): content
    case .gst(let content): content
    case .gsv(let content): content
    case .hdg(let content): content
    case .hdm(let content): content
    case .hdt(let content): content
    case .mtw(let content): content
    case .mwd(let content): content
    case .mwv(let content): content
    case .rmb(let content): content
    case .rmc(let content): content
    case .rot(let content): content
    case .rte(let content): content
    case .ths(let content): content
    case .txt(let content): content
    case .vbw(let content): content
    case .vhw(let content): content
    case .vtg(let content): content
    case .wpl(let content): content
    case .xdr(let content): content
    case .xte(let content): content
    case .zda(let content): content
    case .vendor(let vendor): vendor.content
    case .unknown: nil
    }
  }
  #endif

  /// Reads one sentence from `$` to checksum; a line end after it is ignored.
  ///
  /// ```swift
  /// let sentence = try Sentence("$GPGLL,4916.45,N,12311.12,W,225444,A*31".utf8)
  /// ```
  public init(
    _ text: some Sequence<UInt8>, _ strictness: Strictness = .standard
  ) throws(SentenceError) {
    // A line end lets the parser decide about a text that stops at its last digit.
    let bytes = [UInt8](text) + [0x0D]
    let span = bytes.span
    switch SentenceFrame.recognize(span, strictness) {
    case .sentence(let frame):
      let body = span.extracting(1..<(1 + frame.bodyLength))
      if span[0] == UInt8(ascii: "!") {
        self = .unknown(UnknownSentence(body: body, isEncapsulated: true))
      } else {
        var fault: FieldFault?
        try self.init(body: body, fault: &fault)
      }
    case .broken(_, let error): throw error
    case .needsMore: throw .noChecksum
    case .notMine: throw .noStart(found: bytes.count > 1 ? bytes[0] : nil)
    }
  }

  #if !hasFeature(Embedded)
  /// Returns the complete sentence, from `$` to the line end.
  public func encoded(as revision: Revision = .v4_11) -> [UInt8] {
    if case .unknown(let sentence) = self {
      return Framing.wrap(sentence.body, isEncapsulated: sentence.isEncapsulated)
    }
    return content?.encoded(as: revision) ?? []
  }
  #endif
}
