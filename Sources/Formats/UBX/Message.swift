/// A message: one case for each type this module reads, and `unknown` for every other well-formed one.
public enum Message: Sendable, Hashable {
  /// Position, velocity and time.
  case navPVT(NavPVT)
  /// A well-formed message without a type here: its bytes are there, and nothing is guessed of them.
  case unknown(MessageKind, payload: [UInt8])
}

extension Message {
  /// Reads the message that a frame was found for, from the bytes it was found in.
  ///
  /// A known kind with a payload of another length, as the empty one that asks for the message, is unknown.
  /// Bytes that are missing are missing from the payload.
  public init(_ frame: MessageFrame, _ bytes: Span<UInt8>) {
    let end = min(MessageFrame.headerLength + frame.payloadLength, bytes.count)
    let payload = bytes.extracting(min(MessageFrame.headerLength, end)..<end)
    if frame.kind == .navPVT, let solution = NavPVT(payload: payload) {
      self = .navPVT(solution)
    } else {
      self = .unknown(frame.kind, payload: payload.indices.map { payload[$0] })
    }
  }

  /// Class and identifier.
  public var kind: MessageKind {
    switch self {
    case .navPVT: .navPVT
    case .unknown(let kind, _): kind
    }
  }

  /// The whole message as it goes over the wire, from leader to checksum.
  ///
  /// A payload beyond ``MessageFrame/longestPayload`` is refused, as it would be when read.
  public func encoded() throws(MessageError) -> [UInt8] {
    switch self {
    case .navPVT(let solution):
      return solution.encoded()
    case .unknown(let kind, let payload):
      guard payload.count <= MessageFrame.longestPayload else {
        throw .tooLong(found: payload.count, allowed: MessageFrame.longestPayload)
      }
      return MessageFrame.wrap(kind, payload)
    }
  }
}
