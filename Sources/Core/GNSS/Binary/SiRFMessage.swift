/// A SiRF binary message: a case for each type that this module reads, and `unknown` for all others.
package enum SiRFMessage: Sendable, Hashable {
  /// MID 2: position and velocity in ECEF coordinates, and GPS time.
  case navigation(SiRFNavigation)
  /// MID 4: the satellites of all channels.
  case tracker(SiRFTracker)
  /// MID 41: latitude and longitude, UTC, and estimated errors.
  case geodetic(SiRFGeodetic)
  /// MID 52: UTC at the time pulse, and the leap seconds.
  case pulseTime(SiRFPulseTime)
  /// MID 98: the fix from receivers with SiRF's chip and u-blox's firmware.
  case extended(SiRFExtended)
  /// A valid message without a type in this module: its payload, including the ID.
  case unknown(payload: [UInt8])

  package init(frame: Span<UInt8>) { self.init(payload: frame.extracting(SiRFFrame.payloadRange(frame))) }

  /// Reads a payload that begins with its ID; a payload that is too short becomes `unknown`.
  package init(payload: Span<UInt8>) {
    if let content = SiRFNavigation(payload: payload) {
      self = .navigation(content)
    } else if let content = SiRFTracker(payload: payload) {
      self = .tracker(content)
    } else if let content = SiRFGeodetic(payload: payload) {
      self = .geodetic(content)
    } else if let content = SiRFPulseTime(payload: payload) {
      self = .pulseTime(content)
    } else if let content = SiRFExtended(payload: payload) {
      self = .extended(content)
    } else {
      self = .unknown(payload: payload.indices.map { payload[$0] })
    }
  }

  /// The payload, beginning with the ID.
  package var payload: [UInt8] {
    switch self {
    case .navigation(let content): content.payload
    case .tracker(let content): content.payload
    case .geodetic(let content): content.payload
    case .pulseTime(let content): content.payload
    case .extended(let content): content.payload
    case .unknown(let payload): payload
    }
  }

  /// The complete frame; nil if the payload is empty or longer than the protocol allows.
  package var encoded: [UInt8]? { SiRFFrame.wrap(payload) }
}

/// The type of a fix, from the low bits of a mode in several messages.
package struct SiRFFixMode: Sendable, Hashable {
  /// The mode as sent.
  var rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The dimensions of the position: 0 for none, 2 or 3.
  var dimensions: Int {
    switch rawValue & 7 {
    case 0: 0
    case 4, 6: 3
    default: 2
    }
  }

  /// Whether the position comes from dead reckoning, without satellites.
  var isDeadReckoned: Bool { rawValue & 7 == 7 }
  var isDifferential: Bool { rawValue & 0x80 != 0 }
}
