package import GPSBridge
internal import GPSBase

/// Descriptions of how a receiver started and what happened to its memory.
package enum StartWords {
  /// The data with which the receiver started.
  package static func began(_ start: ReceiverStart) -> String {
    switch start.kind {
    case .cold: "with nothing from us"
    case .restored: "with its memory"
    case .hot: "before it was listened to"
    }
  }

  /// Text that completes the phrase "its memory …".
  package static func words(_ news: MemoryNews) -> String {
    switch news {
    case .kept(let pieces): "is kept: \(Plural.of(pieces, "piece"))"
    case .given(let pieces, let taken): "is given back: it took \(taken) of \(Plural.of(pieces, "piece"))"
    case .ofNoHelp: "did not help it to start, and is not given back"
    case .failed(let error): "is out of reach: \(error)"
    }
  }
}
