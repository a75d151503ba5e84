/// A message of SiRF's binary protocol: one case for each type this module reads, and `unknown` for every other one.
public enum SiRFMessage: Sendable, Hashable {
  /// MID 2: position and velocity about the center of the Earth, and GPS time.
  case navigation(SiRFNavigation)
  /// MID 4: the satellites of all channels.
  case tracker(SiRFTracker)
  /// MID 6: the version of the firmware, as text.
  case version(SiRFFirmware)
  /// MID 41: latitude and longitude, UTC, and estimates of the errors.
  case geodetic(SiRFGeodetic)
  /// MID 52: UTC at the time pulse, and the leap seconds.
  case pulseTime(SiRFPulseTime)
  /// MID 98: the fix of receivers with SiRF's chip and u-blox's firmware.
  case extended(SiRFExtended)
  /// A well-formed message without a type here: its payload, identifier first.
  case unknown(payload: [UInt8])

  /// Reads the message that a frame was found for, from the bytes it was found in.
  public init(_ frame: SiRFFrame, _ bytes: Span<UInt8>) {
    self.init(payload: bytes.extracting(frame.payloadRange))
  }

  /// Reads a payload, its identifier first; one that is too short is unknown.
  public init(payload: Span<UInt8>) {
    if let content = SiRFNavigation(payload: payload) {
      self = .navigation(content)
    } else if let content = SiRFTracker(payload: payload) {
      self = .tracker(content)
    } else if let content = SiRFFirmware(payload: payload) {
      self = .version(content)
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

  /// The payload as it goes over the wire, identifier first.
  public var payload: [UInt8] {
    switch self {
    case .navigation(let content): content.payload
    case .tracker(let content): content.payload
    case .version(let content): content.payload
    case .geodetic(let content): content.payload
    case .pulseTime(let content): content.payload
    case .extended(let content): content.payload
    case .unknown(let payload): payload
    }
  }

  /// The whole message as it goes over the wire; nil where its payload is empty or longer than the protocol allows.
  public var encoded: [UInt8]? { SiRFFrame.wrap(payload) }
}

/// How a position was found, as the low bits of a mode say it in several messages.
public struct SiRFFixMode: Sendable, Hashable {
  /// The mode as it is sent.
  public var rawValue: UInt8

  /// Takes a mode as it is sent.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What is known: 0 nothing, 2 a plane position, 3 a position in space.
  public var dimensions: Int {
    switch rawValue & 7 {
    case 0: 0
    case 4, 6: 3
    default: 2
    }
  }

  /// Whether the position was reckoned without satellites.
  public var isDeadReckoned: Bool { rawValue & 7 == 7 }
  /// Whether corrections were applied.
  public var isDifferential: Bool { rawValue & 0x80 != 0 }
}
