internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSFormats
internal import GPSSockets

// The outputs of sentences: told of each epoch and of silence.

extension ServerEngine {
  /// Begins to send sentences to an output that was opened.
  func begin(_ carrier: SentenceCarrier, _ wishes: SentenceWishes, _ name: String) {
    guard !isOver, ending == nil else { return carrier.stop() }
    if let error = carrier.begin() { return stop(ServiceFault(error, name)) }
    outputs.add(carrier, SentenceFeed(wishes, coarse: cell))
    followWishes()
  }

  /// Tells all outputs of an epoch.
  func tellOutputs(of epoch: Epoch) {
    // Bytes as they come are the receiver's alone.
    let batch = outputs.epoch(epoch, forClients: wishes.wantsSentences, at: time.now)
    guard !batch.isEmpty else { return }
    let (view, device) = (view, devices[chosen.index].device)
    tell(batch.bytes, .report) { $0.nmea && $0.raw == 0 && view.means(device, $0) }
  }
}
