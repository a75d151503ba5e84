import CASIC
import SiRF

enum BinaryFramesFuzz {
  /// Reads the bytes as a stream and as a payload of both languages, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkSiRFStream(bytes)
    checkCASICStream(bytes)
    checkPayloads(bytes)
  }
}

/// Walks over a stream as a splitter does: each answer must move on, and must not depend on what follows.
private func checkSiRFStream(_ bytes: [UInt8]) {
  for place in bytes.indices where bytes[place] == 0xA0 {
    let rest = bytes.span.extracting(place..<bytes.count)
    let answer = SiRFFrame.recognize(rest)
    switch answer {
    case .message(let frame):
      precondition(9...rest.count ~= frame.length, "a frame lies inside its bytes")
      precondition(
        SiRFFrame.recognize(rest.extracting(0..<frame.length)) == answer, "what follows is no matter")
      precondition(
        SiRFFrame.recognize(rest.extracting(0..<(frame.length - 1))) == .needsMore, "no part of it is enough")
      checkSiRF(SiRFMessage(frame, rest))
    case .broken(let length): precondition(length == 2, "a broken frame loses its leader, nothing else")
    case .needsMore: precondition(rest.count < SiRFFrame.longestPayload + 8, "no frame waits for ever")
    case .notMine: break
    }
  }
}

private func checkCASICStream(_ bytes: [UInt8]) {
  for place in bytes.indices where bytes[place] == 0xBA {
    let rest = bytes.span.extracting(place..<bytes.count)
    let answer = CASICFrame.recognize(rest)
    switch answer {
    case .message(let frame):
      precondition(10...rest.count ~= frame.length, "a frame lies inside its bytes")
      precondition(
        CASICFrame.recognize(rest.extracting(0..<frame.length)) == answer, "what follows is no matter")
      precondition(
        CASICFrame.recognize(rest.extracting(0..<(frame.length - 1))) == .needsMore, "no part of it is enough"
      )
      checkCASIC(CASICMessage(frame, rest))
    case .broken(let length): precondition(length == 2, "a broken frame loses its leader, nothing else")
    case .needsMore: precondition(rest.count < CASICFrame.longestPayload + 10, "no frame waits for ever")
    case .notMine: break
    }
  }
}

/// Takes the bytes for a payload, since no fuzzer finds a checksum quickly.
private func checkPayloads(_ bytes: [UInt8]) {
  guard bytes.count > 1 else { return }
  let message = SiRFMessage(payload: bytes.span)
  precondition(message.payload == bytes, "a payload is written as it was read")
  checkSiRF(message)
  let kind = CASICKind(bytes[0], bytes[1])
  let payload = Array(bytes.dropFirst(2))
  let other = CASICMessage(kind, payload: payload.span)
  precondition(other.payload == payload && other.kind == kind, "a payload is written as it was read")
  checkCASIC(other)
}

/// What was read can be written, and reads the same again.
private func checkSiRF(_ message: SiRFMessage) {
  guard 1...SiRFFrame.longestPayload ~= message.payload.count else {
    return precondition(message.encoded == nil, "a payload without room is refused")
  }
  guard let bytes = message.encoded, case .message(let frame) = SiRFFrame.recognize(bytes.span) else {
    preconditionFailure("what was written has a frame")
  }
  precondition(frame.length == bytes.count, "a message is its frame")
  precondition(SiRFMessage(frame, bytes.span).payload == message.payload, "it is read as it was written")
}

private func checkCASIC(_ message: CASICMessage) {
  let count = message.payload.count
  guard count <= CASICFrame.longestPayload, count % 4 == 0 else {
    return precondition(message.encoded == nil, "a payload without room is refused")
  }
  guard let bytes = message.encoded, case .message(let frame) = CASICFrame.recognize(bytes.span) else {
    preconditionFailure("what was written has a frame")
  }
  precondition(frame.length == bytes.count, "a message is its frame")
  precondition(CASICMessage(frame, bytes.span).payload == message.payload, "it is read as it was written")
}
