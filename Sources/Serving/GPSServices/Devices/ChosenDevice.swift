internal import GNSS
internal import GPSBridge
internal import GPSDProtocol

/// The receiver that counts for clients that name none.
///
/// It follows `BestReceiver`. A client must not see one second twice, from two receivers: epochs of the new
/// one that are not newer than the last one of the old one are kept from it.
struct ChosenDevice: Sendable {
  /// Whether clients that name none get all receivers, and not this one.
  let tellsAll: Bool
  /// Chooses; nil where there is nothing to be chosen.
  private let best: BestReceiver?
  /// Its place among the receivers.
  private(set) var index = 0
  /// The time of the last epoch that was told before the change.
  private var barrier: UTC?

  /// A time that lies further back is no repetition, but another time: a recording has begun again.
  private static let furthestBack = 5.0

  init(_ receivers: [Receiver], tellsAll: Bool) {
    self.tellsAll = tellsAll
    best = receivers.count > 1 ? BestReceiver(receivers) : nil
  }

  var id: ServedDevice.ID { ServedDevice.ID(index) }

  /// Whether another one counts since this was last asked.
  ///
  /// - Parameter lastTime: The time of the last epoch of the one that has counted so far.
  /// - Returns: Whether there is a change to be told.
  mutating func hasChanged(lastTime: UTC?) -> Bool {
    guard let now = best?.choice.index, now != index else { return false }
    (index, barrier) = (now, lastTime)
    return true
  }

  /// Whether clients have had the moment of an epoch already, from the receiver that counted before.
  mutating func hasBeenTold(_ time: UTC?) -> Bool {
    guard let barrier, let time, !tellsAll else { return false }
    let ahead = barrier.seconds(since: time)
    if 0...Self.furthestBack ~= ahead { return true }
    self.barrier = nil
    return false
  }
}
