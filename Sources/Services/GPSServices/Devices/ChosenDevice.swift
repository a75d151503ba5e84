internal import GNSS
internal import GPSBridge
internal import GPSDProtocol

/// The receiver for clients that do not name one.
///
/// It follows `BestReceiver`. A client must not receive the same second from two receivers, so epochs of the
/// new receiver are held back until they are newer than the last epoch of the old one.
struct ChosenDevice: Sendable {
  /// Whether clients that do not name a receiver get all of them instead of this one.
  let tellsAll: Bool
  /// Makes the choice; nil if there is only one receiver.
  private let best: BestReceiver?
  private(set) var index = 0
  /// The time of the last epoch sent before the change.
  private var barrier: UTC?

  /// A time that is further back, in seconds, is a new start of a recording and not a repetition.
  private static let furthestBack = 5.0

  init(_ receivers: [Receiver], tellsAll: Bool) {
    self.tellsAll = tellsAll
    best = receivers.count > 1 ? BestReceiver(receivers) : nil
  }

  var id: ServedDevice.ID { ServedDevice.ID(index) }

  /// Updates the choice.
  ///
  /// - Parameter lastTime: The time of the previous receiver's last epoch.
  /// - Returns: Whether the choice changed since the last call.
  mutating func hasChanged(lastTime: UTC?) -> Bool {
    guard let now = best?.choice.index, now != index else { return false }
    (index, barrier) = (now, lastTime)
    return true
  }

  /// Whether clients already received the time of an epoch from the previous receiver.
  mutating func hasBeenTold(_ time: UTC?) -> Bool {
    guard let barrier, let time, !tellsAll else { return false }
    let ahead = barrier.seconds(since: time)
    if 0...Self.furthestBack ~= ahead { return true }
    self.barrier = nil
    return false
  }
}
