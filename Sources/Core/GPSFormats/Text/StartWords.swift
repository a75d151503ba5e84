package import GPSBridge
internal import GPSBase

/// Descriptions of how a receiver started and what happened to its memory.
package enum StartWords {
  package static func began(_ start: ReceiverStart) -> String {
    switch start.kind {
    case .cold: "without stored data"
    case .restored: "with its stored data"
    case .hot: "before it was opened"
    }
  }

  /// Text that completes the phrase "its memory …".
  package static func words(_ news: MemoryEvent) -> String {
    switch news {
    case .kept(let pieces): "is stored: \(Plural.of(pieces, "piece"))"
    case .given(let pieces, let taken): "is restored: it accepted \(taken) of \(Plural.of(pieces, "piece"))"
    case .ofNoHelp: "did not shorten its start, and is not restored"
    case .failed(let error): "is unavailable: \(error)"
    }
  }
}
