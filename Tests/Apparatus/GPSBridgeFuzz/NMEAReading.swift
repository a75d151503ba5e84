import NMEA

/// One thing that came out of a text.
enum Event: Equatable {
  case sentence(Sentence)
  case fault(FieldFault, in: [UInt8])
  case rejected([UInt8], SentenceError)
}

/// All that a parser says about a text.
struct Reading {
  var events: [Event] = []
  /// Bytes that the parser is done with.
  var done = 0

  init(of bytes: [UInt8], _ strictness: Strictness) {
    var parser = SentenceParser(strictness)
    var sink = Collector()
    done = parser.parse(bytes.span, into: &sink)
    events = sink.events
  }
}

/// Keeps everything that a parser delivers.
private struct Collector: SentenceSink {
  var events: [Event] = []

  mutating func receive(_ gga: borrowing GGA) { events.append(.sentence(.gga(copy gga))) }
  mutating func receive(_ rmc: borrowing RMC) { events.append(.sentence(.rmc(copy rmc))) }
  mutating func receive(_ gll: borrowing GLL) { events.append(.sentence(.gll(copy gll))) }
  mutating func receive(_ vtg: borrowing VTG) { events.append(.sentence(.vtg(copy vtg))) }
  mutating func receive(_ gsa: borrowing GSA) { events.append(.sentence(.gsa(copy gsa))) }
  mutating func receive(_ gsv: borrowing GSV) { events.append(.sentence(.gsv(copy gsv))) }
  mutating func receive(_ gns: borrowing GNS) { events.append(.sentence(.gns(copy gns))) }
  mutating func receive(_ gst: borrowing GST) { events.append(.sentence(.gst(copy gst))) }
  mutating func receive(_ zda: borrowing ZDA) { events.append(.sentence(.zda(copy zda))) }
  mutating func receive(body: Span<UInt8>) { events += carefulEvents(body: body) }
  mutating func receive(encapsulated body: Span<UInt8>) {
    events.append(.sentence(.unknown(UnknownSentence(body: body, isEncapsulated: true))))
  }

  mutating func note(_ fault: FieldFault, in body: Span<UInt8>) {
    events.append(.fault(fault, in: array(body)))
  }

  mutating func reject(_ bytes: Span<UInt8>, _ error: SentenceError) {
    events.append(.rejected(array(bytes), error))
  }
}

/// The same without the parser: sentence by sentence, field by field, byte by byte.
func carefulEvents(_ bytes: [UInt8], _ strictness: Strictness) -> [Event] {
  var events: [Event] = []
  var place = 0
  while place < bytes.count {
    let rest = bytes.span.extracting(place...)
    switch SentenceFrame.recognize(rest, strictness) {
    case .needsMore: return events
    case .notMine: place += 1
    case .broken(let length, let error):
      events.append(.rejected(array(rest.extracting(..<length)), error))
      place += length
    case .sentence(let frame):
      let body = rest.extracting(1..<(1 + frame.bodyLength))
      if rest[0] == UInt8(ascii: "!") {
        events.append(.sentence(.unknown(UnknownSentence(body: body, isEncapsulated: true))))
      } else {
        events += carefulEvents(body: body)
      }
      place += frame.length
    }
  }
  return events
}

private func carefulEvents(body: Span<UInt8>) -> [Event] {
  var fault: FieldFault?
  do throws(SentenceError) {
    let sentence = try Sentence(body: body, fault: &fault)
    return [.sentence(sentence)] + (fault.map { [.fault($0, in: array(body))] } ?? [])
  } catch {
    return [.rejected(array(body), error)]
  }
}

private func array(_ bytes: Span<UInt8>) -> [UInt8] { bytes.indices.map { bytes[$0] } }
