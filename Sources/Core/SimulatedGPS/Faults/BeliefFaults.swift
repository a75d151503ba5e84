internal import GPSBridge

/// Faults in the receiver's own data; they change an epoch before it is encoded.
struct BeliefFaults: Sendable {
  /// The first epoch of a period in which the clock or everything stands still.
  private var frozen: SimulatedEpoch?

  /// Applies the active faults to an epoch.
  mutating func apply(
    _ faults: [(fault: Scenario.Fault, since: Int64)], to epoch: inout SimulatedEpoch, at now: Int64
  ) {
    var isFrozen = false
    for (fault, since) in faults {
      switch fault {
      case .frozenTime:
        isFrozen = true
        epoch.timeOfDay = frozen.map(\.timeOfDay) ?? epoch.timeOfDay
        epoch.date = frozen.map(\.date) ?? epoch.date
      case .frozen:
        isFrozen = true
        if let frozen {
          let (number, instant, truth) = (epoch.number, epoch.instant, epoch.truth)
          epoch = frozen
          (epoch.number, epoch.instant, epoch.truth) = (number, instant, truth)
        }
      case .jump(let meters, let direction):
        guard epoch.hasFix else { continue }
        let (sine, cosine) = Trigonometry.sineCosine(direction * Trigonometry.radiansPerDegree)
        Self.move(&epoch, Vector(sine * meters, cosine * meters, 0))
      case .nullIsland:
        epoch.motion.latitude = 0
        epoch.motion.longitude = 0
      case .rollover: epoch.date = epoch.date?.advanced(by: -1024 * 7)
      case .spoofing(let drift, let timeJump):
        guard epoch.hasFix else { continue }
        Self.move(&epoch, Vector(0, drift * Double(now - since) / 1e9, 0))
        Self.shiftTime(&epoch, by: timeJump)
      default: break
      }
    }
    if !isFrozen { frozen = nil } else if frozen == nil { frozen = epoch }
  }

  static func interference(_ faults: [(fault: Scenario.Fault, since: Int64)], at now: Int64) -> Interference {
    var interference = Interference.none
    for (fault, since) in faults {
      switch fault {
      case .jamming(let decibels): interference.jamming += decibels * min(1, Double(now - since) / 20e9)
      case .spoofing: interference.isSpoofed = true
      default: break
      }
    }
    return interference
  }

  private static func move(_ epoch: inout SimulatedEpoch, _ offset: Vector) {
    let height = epoch.motion.altitude + epoch.geoidSeparation
    epoch.motion = ReceiverModel.moved(epoch.motion, offset, height: height)
  }

  private static func shiftTime(_ epoch: inout SimulatedEpoch, by seconds: Double) {
    guard let date = epoch.date, let time = epoch.timeOfDay, abs(seconds) < 1e10 else { return }
    let moved = UTC(date, time).secondsSince1970 + Int64(seconds)
    let utc = UTC(secondsSince1970: moved, nanosecond: Int32(time.nanosecond))
    epoch.date = utc.date
    epoch.timeOfDay = utc.timeOfDay
  }
}
