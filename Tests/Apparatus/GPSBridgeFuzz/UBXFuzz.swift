import UBX

enum UBXFuzz {
  /// Reads the bytes as a stream and as a payload, and checks what must be true of any bytes.
  static func shake(_ bytes: [UInt8]) {
    checkStream(bytes)
    checkPayload(bytes)
  }
}

/// Walks over a stream as a splitter does: each answer must move on, and must not depend on what follows.
private func checkStream(_ bytes: [UInt8]) {
  var place = 0
  while place < bytes.count {
    let rest = bytes.span.extracting(place..<bytes.count)
    let answer = MessageFrame.recognize(rest)
    switch answer {
    case .notMine:
      checkPrefixes(rest, answer, decidedAt: rest[0] == 0xB5 ? 2 : 1)
      place += 1
    case .broken(let length, let error):
      precondition(length == 2, "a broken frame loses its leader, nothing else")
      checkPrefixes(rest, answer, decidedAt: decision(rest, error))
      place += length
    case .message(let frame):
      precondition(8...rest.count ~= frame.length, "a frame lies inside its bytes")
      checkPrefixes(rest, answer, decidedAt: frame.length)
      checkRoundTrip(Message(frame, rest))
      place += frame.length
    case .needsMore:
      precondition(rest.count < MessageFrame.longestPayload + 8, "no frame waits for ever")
      checkPrefixes(rest, answer, decidedAt: rest.count + 1)
      place += 1
    }
  }
}

/// How many bytes it takes to know that a frame is broken.
private func decision(_ bytes: Span<UInt8>, _ error: MessageError) -> Int {
  switch error {
  case .tooLong: 6
  case .checksum: 8 + Int(bytes[4]) + Int(bytes[5]) << 8
  }
}

/// Every shorter piece needs more until the answer is there, and every longer one has the same answer.
private func checkPrefixes(_ bytes: Span<UInt8>, _ answer: MessageFrame.Answer, decidedAt: Int) {
  for length in [0, 1, 2, 5, 6, 7, decidedAt - 1, decidedAt, decidedAt + 1, bytes.count]
  where 0...bytes.count ~= length {
    let expected = length < decidedAt ? .needsMore : answer
    let found = MessageFrame.recognize(bytes.extracting(0..<length))
    precondition(found == expected, "answers agree between prefixes")
  }
}

/// What was read can be written, and reads the same again.
private func checkRoundTrip(_ message: Message) {
  guard let bytes = try? message.encoded() else { preconditionFailure("what was read can be written") }
  guard case .message(let frame) = MessageFrame.recognize(bytes.span) else {
    preconditionFailure("what was written has a frame")
  }
  precondition(frame.length == bytes.count, "a message is its frame")
  precondition(frame.kind == message.kind, "a message keeps its kind")
  let again = Message(frame, bytes.span)
  precondition(again.payload == message.payload, "a message is read as it was written")
}

/// Takes the bytes for a payload, since no fuzzer finds a checksum quickly: of NAV-PVT, and of the kind that the first
/// two bytes name.
private func checkPayload(_ bytes: [UInt8]) {
  checkSolution(bytes)
  guard bytes.count > 2 else { return }
  let kind = kinds[Int(bytes[0]) % kinds.count]
  checkSameBytes(kind, bytes.span.extracting(1..<bytes.count))
  checkSameBytes(MessageKind(bytes[0], bytes[1]), bytes.span.extracting(2..<bytes.count))
}

/// Every kind with a name, and so every kind that has a type.
private let kinds = MessageKind.named

/// A payload that was read is written byte for byte, whatever the message is.
private func checkSameBytes(_ kind: MessageKind, _ payload: Span<UInt8>) {
  guard payload.count <= MessageFrame.longestPayload else { return }
  let original = payload.indices.map { payload[$0] }
  guard let bytes = try? Message.unknown(kind, payload: original).encoded(),
    case .message(let frame) = MessageFrame.recognize(bytes.span)
  else { preconditionFailure("any payload has a frame") }
  let message = Message(frame, bytes.span)
  precondition(message.kind == kind, "a message keeps its kind")
  precondition(message.payload == original, "what was read is written byte for byte")
}

/// What is true of each solution.
private func checkSolution(_ bytes: [UInt8]) {
  let solution = NavPVT(payload: bytes.span)
  precondition((solution != nil) == (bytes.count == 84 || bytes.count >= 92), "only the length decides")
  guard let solution else { return }
  checkRoundTrip(.navPVT(solution))
  precondition(solution.payload == bytes, "a solution is written byte for byte")
  if let position = solution.position {
    let isOnGlobe = -90...90 ~= position.latitude && -180...180 ~= position.longitude
    precondition(isOnGlobe, "a position is on the globe")
  }
  if let time = solution.time {
    precondition(time.second <= 60 && time.nanosecond < 1_000_000_000, "a time is a time")
  }
}
