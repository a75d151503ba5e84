internal import Dispatch
internal import GPSBridge
import Locking

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
    var openRefusal: Scenario.OpenRefusal?
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
      lastEpoch = source.lastEpoch
    }
  }

  init(_ source: some EmissionSource) {
    drawer = Guarded(source)
    shown = Guarded(Standing(source))
  }

  /// How things stood after the last work; it may go on while this is read.
  var standing: Standing { shown.withLock { $0 } }

  /// Works on the source; other callers wait.
  @discardableResult func work<Result>(_ body: (inout any EmissionSource) -> Result?) -> Result? {
    queue.sync {
      // Swapped out and in, so that there is one reference and nothing has to be copied.
      var taken: (any EmissionSource)?
      drawer.withLock { swap(&$0, &taken) }
      guard var source = taken.take() else { return nil }
      let result = body(&source)
      let standing = Standing(source)
      shown.withLock { $0 = standing }
      taken = consume source
      drawer.withLock { swap(&$0, &taken) }
      return result
    }
  }
}
