import GNSS
import NMEA
import UBX

/// Writes down all that a stream comes apart into, in its order.
struct StreamRecorder: StreamSink {
  enum Event: Hashable {
    /// A sentence that was read.
    case content(Sentence)
    /// The body of a sentence that has no place of its own in a sink.
    case body([UInt8])
    /// The bytes of a sentence that was read.
    case sentence([UInt8])
    /// The body of a sentence that was refused although its checksum is right.
    case refused([UInt8], SentenceError)
    case fault(FieldFault)
    case message([UInt8])
    /// A frame of another protocol.
    case binary(BinaryProtocol, [UInt8])
    case correction([UInt8])
    case tagBlock(TagBlock)
    case comment([UInt8])
    case junk(Junk)
  }

  var events: [Event] = []

  mutating func receive(_ gga: GGA) { events.append(.content(.gga(gga))) }
  mutating func receive(_ rmc: RMC) { events.append(.content(.rmc(rmc))) }
  mutating func receive(_ gll: GLL) { events.append(.content(.gll(gll))) }
  mutating func receive(_ vtg: VTG) { events.append(.content(.vtg(vtg))) }
  mutating func receive(_ gsa: GSA) { events.append(.content(.gsa(gsa))) }
  mutating func receive(_ gsv: GSV) { events.append(.content(.gsv(gsv))) }
  mutating func receive(_ gns: GNS) { events.append(.content(.gns(gns))) }
  mutating func receive(_ gst: GST) { events.append(.content(.gst(gst))) }
  mutating func receive(_ zda: ZDA) { events.append(.content(.zda(zda))) }
  mutating func receive(body: Span<UInt8>) { events.append(.body(copy(body))) }
  mutating func receive(encapsulated body: Span<UInt8>) { events.append(.body(copy(body))) }
  mutating func receive(sentence bytes: Span<UInt8>) { events.append(.sentence(copy(bytes))) }
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>) { events.append(.fault(fault)) }
  mutating func receive(binary language: BinaryProtocol, _ bytes: Span<UInt8>) {
    events.append(.binary(language, copy(bytes)))
  }
  mutating func receive(correction bytes: Span<UInt8>) { events.append(.correction(copy(bytes))) }
  mutating func receive(tagBlock: TagBlock) { events.append(.tagBlock(tagBlock)) }
  mutating func receive(comment bytes: Span<UInt8>) { events.append(.comment(copy(bytes))) }
  mutating func receive(junk: Junk) { events.append(.junk(junk)) }

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    events.append(.message(copy(bytes)))
  }

  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {
    // A false beginning of a sentence was reported as junk already; here it comes with its first byte.
    if bytes.count > 0, bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "!") { return }
    events.append(.refused(copy(bytes), error))
  }

  private func copy(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}

/// A stream that has been taken apart.
struct TakenApart: Hashable {
  var events: [StreamRecorder.Event]
  var counts: StreamCounts

  /// Takes a stream apart that comes in pieces of these sizes, over and over; at once if none is given.
  init(_ stream: [UInt8], pieces: [Int] = [], _ strictness: Strictness = .standard) {
    var splitter = StreamSplitter(strictness)
    var recorder = StreamRecorder()
    var taken = 0
    var turn = 0
    while taken < stream.count {
      let size = pieces.isEmpty ? stream.count : pieces[turn % pieces.count]
      let next = min(taken + size, stream.count)
      splitter.split(stream.span.extracting(taken..<next), into: &recorder)
      taken = next
      turn += 1
    }
    splitter.finish(into: &recorder)
    events = recorder.events
    counts = splitter.counts
  }

  /// The texts of the sentences that were read.
  var sentences: [String] {
    events.compactMap {
      if case .sentence(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  /// The bytes that belong to nothing.
  var junk: [Junk] { events.compactMap { if case .junk(let junk) = $0 { junk } else { nil } } }
}

/// A body as it goes over the wire, without its line end, as text.
func text(_ body: String) -> String {
  let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
  return "$\(body)*\(digits.count < 2 ? "0" : "")\(digits)"
}

/// A message of corrections around a payload.
func correction(_ payload: [UInt8]) -> [UInt8] {
  let frame = [0xD3, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
  // Bit by bit, as the polynomial of CRC-24Q is written down.
  var sum: UInt32 = 0
  for byte in frame {
    for bit in (0..<8).reversed() {
      let top = (sum >> 23) & 1 ^ UInt32(byte >> UInt8(bit)) & 1
      sum = (sum << 1) & 0xFF_FFFF ^ (top == 1 ? 0x86_4CFB : 0)
    }
  }
  return frame + [UInt8(sum >> 16 & 0xFF), UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)]
}
