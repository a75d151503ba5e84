internal import Dispatch
internal import GPSBridge

/// A source of emissions that several threads may turn to, one at a time.
///
/// It is worked on outside of any lock, on a queue of its own: a journey that is given as code is the user's code.
final class Player: Sendable {
  private let queue = DispatchQueue(label: "gpsbridge.simulated")
  /// Empty while somebody works on it.
  private let drawer: Guarded<(any EmissionSource)?>
  private let shown: Guarded<Standing>

  /// How things stood after the last work.
  struct Standing: Sendable {
    var deviceName: String?
    var speed: Int?
    var openRefusal: OpenRefusal?
    var nextDue: Duration
    var nextTurn: Duration?
    var isOver: Bool
    var waitsForReader: Bool
    var startsWhenOpened: Bool
    var lastEpoch: SimulatedEpoch?

    init(_ source: any EmissionSource) {
      deviceName = source.deviceName
      speed = source.speed
      openRefusal = source.openRefusal
      nextDue = source.nextDue
      nextTurn = source.nextTurn
      isOver = source.isOver
      waitsForReader = source.waitsForReader
      startsWhenOpened = source.startsWhenOpened
      lastEpoch = (source as? SimulatedReceiverEngine)?.lastEpoch
    }
  }

  init(_ source: some EmissionSource) {
    drawer = Guarded(source)
    shown = Guarded(Standing(source))
  }

  /// How things stood after the last work; it may go on while this is read.
  var standing: Standing { shown.withLock { $0 } }

  /// Works on the source; whoever else wants to, waits.
  @discardableResult func work<Result>(_ body: (inout any EmissionSource) -> Result?) -> Result? {
    queue.sync {
      // Taken out, so that nobody else holds it and nothing of it need be copied.
      guard var source = drawer.withLock({ $0.take() }) else { return nil }
      let result = body(&source)
      let standing = Standing(source)
      shown.withLock { $0 = standing }
      drawer.withLock { [source] in $0 = source }
      return result
    }
  }
}
