/// A sentence: one case for each type this module reads, and `unknown` for every other well-formed one.
public enum Sentence: Sendable, Hashable {
  /// Guidance for an autopilot.
  case apb(APB)
  /// The bearing between two waypoints.
  case bod(BOD)
  /// The way to a waypoint, great circle.
  case bwc(BWC)
  /// The way to a waypoint, rhumb line.
  case bwr(BWR)
  /// Depth below the transducer.
  case dbt(DBT)
  /// Depth and where the transducer sits.
  case dpt(DPT)
  /// The datum of positions.
  case dtm(DTM)
  /// Satellite faults.
  case gbs(GBS)
  /// The fix itself.
  case gga(GGA)
  /// A position and its time.
  case gll(GLL)
  /// The fix of several constellations.
  case gns(GNS)
  /// Range residuals.
  case grs(GRS)
  /// Satellites in use.
  case gsa(GSA)
  /// Error statistics.
  case gst(GST)
  /// Satellites in view.
  case gsv(GSV)
  /// A compass and its errors.
  case hdg(HDG)
  /// Magnetic heading.
  case hdm(HDM)
  /// True heading.
  case hdt(HDT)
  /// Water temperature.
  case mtw(MTW)
  /// The wind, seen from the ground.
  case mwd(MWD)
  /// The wind, seen from the ship.
  case mwv(MWV)
  /// The recommended minimum on the way to a waypoint.
  case rmb(RMB)
  /// The recommended minimum.
  case rmc(RMC)
  /// Rate of turn.
  case rot(ROT)
  /// Waypoints of a route.
  case rte(RTE)
  /// True heading and how it was found.
  case ths(THS)
  /// A message for a person.
  case txt(TXT)
  /// Speeds through the water and over ground.
  case vbw(VBW)
  /// Speed through the water and heading.
  case vhw(VHW)
  /// Course and speed over ground.
  case vtg(VTG)
  /// A waypoint.
  case wpl(WPL)
  /// Measurements of sensors.
  case xdr(XDR)
  /// Cross-track error.
  case xte(XTE)
  /// Time and date.
  case zda(ZDA)
  /// A vendor's sentence.
  case vendor(VendorSentence)
  /// A well-formed sentence without a type here.
  case unknown(UnknownSentence)
}

// Embedded Swift has no boxes for values of any type: there, switch over the sentence and take its content.
#if !hasFeature(Embedded)
extension Sentence {
  /// The sentence itself, whatever it is, or nil for an unknown one.
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
}
#endif

extension Sentence {
  /// Reads one sentence from `$` to checksum; a line end behind it is passed over.
  ///
  /// ```swift
  /// let sentence = try Sentence("$GPGLL,4916.45,N,12311.12,W,225444,A*31".utf8)
  /// ```
  public init(
    _ text: some Sequence<UInt8>, _ strictness: Strictness = .standard
  ) throws(SentenceError) {
    // A line end makes the question decidable for a text that stops at its last digit.
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
  /// The whole sentence as it goes over the wire.
  public func encoded(as revision: Revision = .v4_11) -> [UInt8] {
    if case .unknown(let sentence) = self {
      return Framing.wrap(sentence.body, isEncapsulated: sentence.isEncapsulated)
    }
    return content?.encoded(as: revision) ?? []
  }
  #endif
}
