import GNSS

enum BinaryFramesFuzz {
  /// Reads the bytes as a stream and as a payload of both languages, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkStream(bytes, of: SiRFFrame.self, shortest: 9, longest: SiRFFrame.longestPayload + 8) {
      checkSiRF(SiRFMessage(frame: $0))
    }
    checkStream(bytes, of: CASICFrame.self, shortest: 10, longest: CASICFrame.longestPayload + 10) {
      checkCASIC(CASICMessage(frame: $0))
    }
    checkPayloads(bytes)
  }
}

/// Walks over a stream as a splitter does: each answer must move on, and must not depend on what follows.
private func checkStream<Frame: BinaryFrame>(
  _ bytes: [UInt8], of format: Frame.Type, shortest: Int, longest: Int, check: (Span<UInt8>) -> Void
) {
  for place in bytes.indices where bytes[place] == Frame.leader.0 {
    let rest = bytes.span.extracting(place..<bytes.count)
    let answer = Frame.recognize(rest)
    switch answer {
    case .frame(let length):
      precondition(shortest...rest.count ~= length, "a frame lies inside its bytes")
      let frame = rest.extracting(0..<length)
      precondition(Frame.recognize(frame) == answer, "what follows is no matter")
      precondition(
        Frame.recognize(frame.extracting(0..<(length - 1))) == .needsMore, "no part of it is enough")
      check(frame)
    case .broken(let length): precondition(length == 2, "a broken frame loses its leader, nothing else")
    case .needsMore: precondition(rest.count < longest, "no frame waits for ever")
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
  guard let bytes = message.encoded else { preconditionFailure("what was written has a frame") }
  precondition(SiRFFrame.recognize(bytes.span) == .frame(length: bytes.count), "a message is its frame")
  precondition(SiRFMessage(frame: bytes.span).payload == message.payload, "it is read as it was written")
}

private func checkCASIC(_ message: CASICMessage) {
  let count = message.payload.count
  guard count <= CASICFrame.longestPayload, count % 4 == 0 else {
    return precondition(message.encoded == nil, "a payload without room is refused")
  }
  guard let bytes = message.encoded else { preconditionFailure("what was written has a frame") }
  precondition(CASICFrame.recognize(bytes.span) == .frame(length: bytes.count), "a message is its frame")
  precondition(CASICMessage(frame: bytes.span).payload == message.payload, "it is read as it was written")
}
