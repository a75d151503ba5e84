package import GNSS

/// What a receiver tells those who sit directly on it, on its queue and in order.
package enum ReceiverOutput: Sendable {
  case update(LocationUpdate)
  case fix(Fix)
  case sky(Sky)
  case sentence(ReceivedSentence)
  case event(ReceiverEvent)
  /// It is over; nothing comes behind it.
  case failed(LocationError)
}
