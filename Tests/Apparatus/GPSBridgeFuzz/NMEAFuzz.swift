// Any bytes at all go through the parser, and must come out the same by every way there is.

import NMEA

enum NMEAFuzz {
  static func shake(_ bytes: [UInt8]) {
    checkReading(bytes)
    // Chance alone hardly ever finds a right checksum, and most of the parser lies behind one.
    checkReading(withRightChecksums(bytes))
  }
}

private func checkReading(_ bytes: [UInt8]) {
  _ = try? Sentence(bytes)
  for strictness in [Strictness.standard, .lenient] {
    let plain = Reading(of: bytes, strictness)
    checkPadding(bytes, strictness, plain)
    checkCut(bytes, strictness, plain)
    check(plain.events, carefulEvents(bytes, strictness), "the quick way and the careful way differ")
  }
  for case .sentence(let sentence) in Reading(of: bytes, .standard).events { checkWriting(sentence) }
}

/// The same text, with the two digits behind each star made right.
private func withRightChecksums(_ bytes: [UInt8]) -> [UInt8] {
  let digits = Array("0123456789ABCDEF".utf8)
  var text = bytes
  var sum: UInt8 = 0
  for index in text.indices {
    switch text[index] {
    case UInt8(ascii: "$"), UInt8(ascii: "!"): sum = 0
    case UInt8(ascii: "*") where index + 2 < text.count:
      text[index + 1] = digits[Int(sum >> 4)]
      text[index + 2] = digits[Int(sum & 15)]
    default: sum ^= text[index]
    }
  }
  return text
}

/// With much room around it, every sentence is read the quick way; without, by the careful one.
private func checkPadding(_ bytes: [UInt8], _ strictness: Strictness, _ plain: Reading) {
  let room = [UInt8](repeating: 0, count: 200)
  let padded = Reading(of: room + bytes + room, strictness)
  // The zeros end a sentence that was still open, and nothing else.
  check(
    Array(padded.events.prefix(plain.events.count)), plain.events, "room around the text changes what is read"
  )
}

/// However a stream is cut, the same comes out.
private func checkCut(_ bytes: [UInt8], _ strictness: Strictness, _ plain: Reading) {
  let cut = bytes.count / 2
  let first = Reading(of: Array(bytes[..<cut]), strictness)
  let second = Reading(of: Array(bytes[first.done...]), strictness)
  check(first.events + second.events, plain.events, "a cut changes what is read")
}

/// What was read can be written, and what was written is read as the same.
private func checkWriting(_ sentence: Sentence) {
  let text = sentence.encoded()
  guard text.count <= Strictness.standard.longest else { return }
  // Writing rounds to the places that a sentence has; from then on nothing changes any more.
  guard let once = try? Sentence(text) else { fatalError("what was written can't be read: \(shown(text))") }
  guard let twice = try? Sentence(once.encoded()) else { fatalError("can't be read again: \(shown(text))") }
  check(once == twice, "what was written is read as something else: \(shown(text))")
  if case .unknown = sentence { check(once == sentence, "an unknown sentence changes on its way") }
}

private func check(_ condition: Bool, _ broken: @autoclosure () -> String) {
  if !condition { fatalError(broken()) }
}

private func check(_ some: [Event], _ others: [Event], _ broken: String) {
  guard some != others else { return }
  let same = zip(some, others).prefix { $0 == $1 }.count
  fatalError("\(broken): \(some.dropFirst(same).first as Any), \(others.dropFirst(same).first as Any)")
}

private func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
