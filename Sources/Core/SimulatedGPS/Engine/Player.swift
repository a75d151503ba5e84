internal import GPSBridge
import GPSSystemCalls

/// Makes a source of emissions usable by several threads, one at a time.
///
/// A journey given as code is user code that runs inside this lock. It may read `standing`, which has a
/// separate lock, but must not call its own receiver's other methods.
final class Player: Sendable {
  private let source: Guarded<any EmissionSource>
  private let shown: Guarded<Standing>

  /// The state of the source after the last call to `work`.
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

  /// The state of the source after the last call to `work`; it can be read during a call.
  var standing: Standing { shown.withLock { $0 } }

  /// Runs `body` with the source; other callers wait.
  func work(_ body: (inout any EmissionSource) -> Void) {
    source.withLock { source in
      body(&source)
      let standing = Standing(source)
      shown.withLock { $0 = standing }
    }
  }

  /// Advances the source to a time and passes on its output; nil, before its first time, only plugs it in.
  func advance(to target: Duration?, _ receive: ([Emission], any EmissionSource) -> Void) {
    work { source in
      // Once plugged in, a source that waits to be opened stays at its first moment.
      guard target != nil || source.deviceName == nil else { return }
      let target = target ?? .zero
      var before: Duration
      repeat {
        before = source.now
        // Small steps: without a reader no output is kept, so memory stays bounded after a long time.
        let emissions = source.advance(to: min(target, before + .seconds(60)))
        if !emissions.isEmpty { receive(emissions, source) }
        // A source with too much output for one call does not advance; it is due again at once.
      } while source.now < target && source.now > before
    }
  }
}

extension SimulatedReceiverMachine: EmissionSource {}
