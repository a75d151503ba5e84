internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats
internal import GPSSockets

// Outputs for sentences, which receive each epoch and reports without a fix.

extension ServerEngine {
  /// Starts sending sentences to an open output.
  func begin(_ carrier: SentenceCarrier, _ wishes: SentenceWishes, _ name: String) {
    guard !isOver, ending == nil else { return carrier.stop() }
    if let error = carrier.begin() { return stop(ServiceFault(error, name)) }
    outputs.add(carrier, SentenceFeed(wishes, coarse: cell))
    followWishes()
  }

  /// Sends an epoch to all outputs.
  func tellOutputs(of epoch: Epoch) {
    // Raw clients receive only the receiver's original bytes.
    let batch = outputs.epoch(epoch, forClients: wishes.wantsSentences, at: time.now)
    guard !batch.isEmpty else { return }
    let (view, device) = (view, devices[chosen.index].device)
    tell(batch.bytes, .report) { $0.nmea && $0.raw == 0 && view.means(device, $0) }
  }
}
