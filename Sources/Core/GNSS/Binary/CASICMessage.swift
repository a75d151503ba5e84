/// A CASIC binary message: a case for each type that this module reads, and `unknown` for all others.
package enum CASICMessage: Sendable, Hashable {
  /// NAV-PV: position and velocity.
  case position(CASICPosition)
  /// NAV-TIMEUTC: date and time.
  case time(CASICTime)
  /// NAV-DOP: dilutions of precision.
  case dilution(CASICDilution)
  /// NAV-GPSINFO, NAV-BDSINFO, NAV-GLNINFO: the satellites of one constellation.
  case satellites(CASICKind, CASICSatellites)
  /// A valid message without a type in this module.
  case unknown(CASICKind, payload: [UInt8])

  package init(frame: Span<UInt8>) {
    self.init(CASICFrame.kind(frame), payload: frame.extracting(CASICFrame.payloadRange(frame)))
  }

  /// Reads a payload; a payload that is too short becomes `unknown`.
  package init(_ kind: CASICKind, payload: Span<UInt8>) {
    self = Self.known(kind, payload) ?? .unknown(kind, payload: payload.indices.map { payload[$0] })
  }

  private static func known(_ kind: CASICKind, _ payload: Span<UInt8>) -> CASICMessage? {
    switch kind {
    case .navPV: CASICPosition(payload: payload).map { .position($0) }
    case .navTimeUTC: CASICTime(payload: payload).map { .time($0) }
    case .navDOP: CASICDilution(payload: payload).map { .dilution($0) }
    case .navGPSInfo, .navBDSInfo, .navGLNInfo:
      CASICSatellites(payload: payload).map { .satellites(kind, $0) }
    default: nil
    }
  }

  package var kind: CASICKind {
    switch self {
    case .position: .navPV
    case .time: .navTimeUTC
    case .dilution: .navDOP
    case .satellites(let kind, _): kind
    case .unknown(let kind, _): kind
    }
  }

  /// The payload without the frame.
  package var payload: [UInt8] {
    switch self {
    case .position(let content): content.payload
    case .time(let content): content.payload
    case .dilution(let content): content.payload
    case .satellites(_, let content): content.payload
    case .unknown(_, let payload): payload
    }
  }

  /// The complete frame; nil if the length of the payload is invalid in the protocol.
  package var encoded: [UInt8]? { CASICFrame.wrap(kind, payload) }
}
