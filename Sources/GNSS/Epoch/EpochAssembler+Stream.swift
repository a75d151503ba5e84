internal import NMEA
internal import UBX

extension EpochAssembler: StreamSink {
  mutating func receive(comment bytes: Span<UInt8>) {
    guard calendar.reference.honorsRecordingHeader, calendar.reference.day == nil else { return }
    calendar.reference.day = RecordingHeader.date(in: bytes)
  }

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    if case .navPVT(let solution) = Message(frame, bytes) { take(solution) }
  }

  mutating func receive(sentence bytes: Span<UInt8>) {
    guard givesSentences else { return }
    var sentence: [UInt8] = []
    sentence.reserveCapacity(bytes.count)
    for index in bytes.indices { sentence.append(bytes[index]) }
    output.append(.sentence(sentence))
  }

  mutating func receive(body: Span<UInt8>) {
    var fault: FieldFault?
    do throws(SentenceError) {
      let sentence = try Sentence(body: body, fault: &fault)
      if case .unknown = sentence { counts.unknown += 1 }
      take(sentence)
    } catch {
      counts.refused += 1
    }
  }

  mutating func receive(encapsulated body: Span<UInt8>) { counts.unknown += 1 }

  /// Takes a sentence that is too rare to be handed over by its type.
  ///
  /// Headings (HDT, THS) are no part of a fix: where a thing points is not where it goes.
  mutating func take(_ sentence: Sentence) {
    switch sentence {
    case .gbs(let gbs): take(gbs)
    case .hdg(let hdg): take(hdg)
    case .vendor(let vendor): take(vendor)
    default: break
    }
  }
}
