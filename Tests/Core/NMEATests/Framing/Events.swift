import NMEA
import TestSupport

/// All that a parser tells, in its order, in a form that can be compared.
struct Events: SentenceSink, Equatable {
  enum Event: Equatable {
    case sentence(Sentence)
    case body([UInt8])
    case fault(FieldFault, [UInt8])
    case rejection([UInt8], SentenceError)
  }

  var events: [Event] = []

  init() {}

  /// What a parser tells of a line with so much room around it: the quick way needs it, and looks around a sentence.
  init(of line: [UInt8], room: Int = 200, _ strictness: Strictness = .standard) {
    var parser = SentenceParser(strictness)
    let around = [UInt8](repeating: 0x0A, count: room)
    parser.parse((around + line + around).span, into: &self)
  }

  /// The frequent sentences.
  var sentences: [Sentence] { events.compactMap { if case .sentence(let one) = $0 { one } else { nil } } }
  /// The notes about fields that could not be read.
  var faults: [FieldFault] { events.compactMap { if case .fault(let fault, _) = $0 { fault } else { nil } } }
  /// The reasons of all rejections.
  var errors: [SentenceError] {
    events.compactMap { if case .rejection(_, let error) = $0 { error } else { nil } }
  }

  mutating func receive(_ gga: GGA) { events.append(.sentence(.gga(gga))) }
  mutating func receive(_ rmc: RMC) { events.append(.sentence(.rmc(rmc))) }
  mutating func receive(_ gll: GLL) { events.append(.sentence(.gll(gll))) }
  mutating func receive(_ vtg: VTG) { events.append(.sentence(.vtg(vtg))) }
  mutating func receive(_ gsa: GSA) { events.append(.sentence(.gsa(gsa))) }
  mutating func receive(_ gsv: GSV) { events.append(.sentence(.gsv(gsv))) }
  mutating func receive(_ gns: GNS) { events.append(.sentence(.gns(gns))) }
  mutating func receive(_ gst: GST) { events.append(.sentence(.gst(gst))) }
  mutating func receive(_ zda: ZDA) { events.append(.sentence(.zda(zda))) }
  mutating func receive(body: Span<UInt8>) { events.append(.body(copied(body))) }
  mutating func note(_ fault: FieldFault, in body: Span<UInt8>) { events.append(.fault(fault, copied(body))) }
  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {
    events.append(.rejection(copied(bytes), error))
  }

  private func copied(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
}

/// A sentence with any bytes in its body and the right checksum, without a line end.
func framed(_ body: [UInt8]) -> [UInt8] { wire(body).dropLast(2) }

/// A sentence with any text as its body.
func framed(_ body: String) -> [UInt8] { framed(Array(body.utf8)) }
