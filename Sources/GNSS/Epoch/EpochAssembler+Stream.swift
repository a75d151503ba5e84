internal import NMEA
internal import UBX

extension EpochAssembler: StreamSink {
  mutating func receive(comment bytes: Span<UInt8>) {
    guard calendar.reference.honoursRecordingHeader, calendar.reference.day == nil else { return }
    calendar.reference.day = RecordingHeader.date(in: bytes)
  }

  mutating func receive(message frame: MessageFrame, _ bytes: Span<UInt8>) {
    if case .navPVT(let solution) = Message(frame, bytes) { take(solution) }
  }

  mutating func receive(body: Span<UInt8>) {
    var fault: FieldFault?
    guard let sentence = try? Sentence(body: body, fault: &fault) else { return }
    if case .unknown = sentence { counts.unknown += 1 }
    take(sentence)
  }

  mutating func take(_ sentence: Sentence) {}
}
