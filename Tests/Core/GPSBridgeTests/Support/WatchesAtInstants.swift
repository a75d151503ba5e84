import GNSS
import GPSBase

@testable import GPSBridge

// A receiver converts the time of a report once for all its watches; tests have instants.

extension BacklogWatch {
  mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, newest: EpochTime? = nil) -> Duration? {
    take(fix, at: Moment(now), newest: newest)
  }
}

extension DemandWatch {
  mutating func take(_ time: UTC?, bytes: Int, at now: ContinuousClock.Instant) {
    take(time, bytes: bytes, at: Moment(now))
  }
}

extension EchoWatch {
  mutating func take(_ satellites: Satellites, at now: ContinuousClock.Instant) {
    take(satellites, at: Moment(now))
  }
}

extension JumpWatch {
  mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, hasClock: Bool = true) {
    take(fix, at: Moment(now), hasClock: hasClock)
  }
}

extension SignalFallWatch {
  mutating func take(_ sky: Sky, speed: Double?, at now: ContinuousClock.Instant) {
    take(sky, speed: speed, at: Moment(now))
  }
}
