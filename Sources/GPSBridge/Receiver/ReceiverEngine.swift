internal import Delivery
internal import Dispatch
internal import GNSS
import Locking

/// Does what the machine decides: opens, closes, sets timers, decodes, and tells.
///
/// Everything runs on one serial queue. The lock is not for that queue's sake but for those who ask from elsewhere; no
/// code of others runs while it is held.
final class ReceiverEngine: Sendable {
  let queue = DispatchQueue(label: "gpsbridge.receiver")
  let device: any ReceiverDevice
  let time: any TimeSource
  let options: ReceiverOptions
  let core: Guarded<ReceiverCore>
  /// Those who hear the bytes themselves.
  let chunks = Guarded(ChunkTable())
  private let shared = Guarded(ReceiverSnapshot())
  private let observers = Guarded(ObserverTable())
  private let demands = Guarded(0)

  init(_ device: any ReceiverDevice, _ time: any TimeSource, _ options: ReceiverOptions) {
    self.device = device
    self.time = time
    self.options = options
    core = Guarded(ReceiverCore(options, now: time.now, reference: Self.reference(time)))
    time.willServe(queue)
  }

  var snapshot: ReceiverSnapshot { shared.withLock { $0 } }
  var counts: StreamTotals { core.withLock { $0.counts } }

  /// The day that the host believes in.
  static func reference(_ time: any TimeSource) -> DateReference {
    .live(hostClock: UTC(secondsSince1970: Int64(time.utcSeconds)))
  }

  // MARK: Who listens

  /// Registers somebody who is called on the queue; the token ends it.
  @discardableResult func observe(_ body: @escaping @Sendable (Report) -> Void) -> Int {
    observers.withLock { $0.add(body) }
  }

  /// Ends what ``observe(_:)`` began; a call that is under way is not waited for.
  func stopObserving(_ token: Int) {
    // What the closure holds dies outside the lock.
    _ = observers.withLock { $0.remove(token) }
  }

  /// Nobody is told anything any more.
  func stopTelling() { _ = observers.withLock { $0.removeAll() } }

  /// Somebody wants the device open, or does not want it any more.
  func demand(_ demand: Demand) {
    demands.withLock { $0 += demand == .began ? 1 : -1 }
    queue.async { [weak self] in self?.followDemand() }
  }

  private func followDemand() {
    // A receiver that is gone opens nothing any more, whoever still holds a part of it.
    guard !core.withLock({ $0.settings.isClosed }) else { return }
    // Several may have come and gone: what counts is how many there are now.
    let isWanted = demands.withLock { $0 > 0 }
    step { $0.machine.demand(isWanted: isWanted) }
  }

  /// A listener wants reports that are made only on demand, or does not want them any more.
  func want(_ extras: Report.Extras, _ demand: Demand) {
    guard !extras.isEmpty else { return }
    let step = demand == .began ? 1 : -1
    queue.async { [weak self] in
      self?.core.withLock { core in
        if extras.contains(.sentences) { core.sentenceListeners += step }
        if extras.contains(.messages) { core.messageListeners += step }
        if extras.contains(.verdicts) { core.verdictListeners += step }
        // The first listener is told the present verdict.
        if core.verdictListeners == 0 { core.condition.forgetVerdict() }
      }
    }
  }

  /// The condition by now.
  var condition: ReceiverCondition {
    core.withLock { core in
      var condition = core.condition
      condition.take(counts: core.counts)
      return condition
    }
  }

  /// Tells all observers, on the queue; what anybody may ask is renewed before.
  func tell(_ outputs: [Report]) {
    guard !outputs.isEmpty else { return }
    for output in outputs {
      shared.withLock { $0.note(output) }
      for body in observers.withLock({ $0.all }) { body(output) }
    }
  }

  func note(_ place: DevicePlace?) { shared.withLock { $0.place = place } }
}
