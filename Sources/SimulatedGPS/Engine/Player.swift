internal import GPSBridge
import GPSSystemCalls

/// A source of emissions that several threads may turn to, one at a time.
///
/// A journey that is given as code is the user's code, and runs in its lock: it may ask how things stand, which has a
/// lock of its own, and must not make its own receiver do something.
final class Player: Sendable {
  private let source: Guarded<any EmissionSource>
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
    self.source = Guarded(source)
    shown = Guarded(Standing(source))
  }

  /// How things stood after the last work; it may go on while this is read.
  var standing: Standing { shown.withLock { $0 } }

  /// Works on the source; other callers wait.
  func work(_ body: (inout any EmissionSource) -> Void) {
    source.withLock { source in
      body(&source)
      let standing = Standing(source)
      shown.withLock { $0 = standing }
    }
  }
}
