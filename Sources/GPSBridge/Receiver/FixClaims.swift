internal import GNSS

/// The claims of a receiver about having a fix, and what follows where there is no location.
struct FixClaims: Sendable {
  /// Whether the receiver's last word was that it has no fix.
  private var saysNoFix = true
  /// Whether its last position was implausible: 0°, 0°.
  private var isImplausible = false
  /// How often a position was implausible.
  private(set) var refusedPositions = 0
  /// Whether the receiver has had time to report a fix since the device was opened.
  private var hasSpoken = false
  /// Whether there was a fix since the device was opened.
  private var hadFix = false

  /// The device was opened: what was said at an earlier opening no longer counts.
  mutating func opened() {
    hasSpoken = false
    hadFix = false
    saysNoFix = true
    isImplausible = false
  }

  /// The device was closed, and its position with it.
  mutating func closed() { saysNoFix = true }

  /// The device has been open for as long as an epoch may take; whether the receiver has said nothing until now.
  mutating func waited() -> Bool {
    defer { hasSpoken = true }
    return !hasSpoken
  }

  /// An epoch came, and a location was found in it or not; whether it is the first one of this opening.
  mutating func take(_ fix: Fix, isFound: Bool) -> Bool {
    hasSpoken = true
    saysNoFix = !isFound
    isImplausible = fix.isValid && fix.isOnNullIsland
    if isImplausible { refusedPositions += 1 }
    defer { if isFound { hadFix = true } }
    return isFound && !hadFix
  }

  /// Whether there is a fix, in the machine's words.
  func standing(_ freshness: FreshnessTracker) -> OpenDevice.Standing {
    switch freshness.freshness {
    case .live: .fix
    case .aging, .stale: saysNoFix ? .noFix : .fix
    case .lost: freshness.lastFix == nil ? .noFix : .lost
    }
  }

  /// Why there is no location, where the device or its state says so.
  func reason(in state: ReceiverState, hadLocation: Bool, wasOpen: Bool) -> NoLocationReason? {
    switch state {
    case .idle: .stopped
    // Nobody has looked yet: this says nothing about a cable.
    case .waitingForDevice(.notLookedFor): .starting
    case .waitingForDevice(let error):
      wasOpen ? .disconnected : NoLocationReason(error)
    case .waitingToRetry(let error), .failed(let error): NoLocationReason(error)
    case .detectingSpeed: .starting
    // u-blox messages are understood; the one with a position has not come.
    case .binary(.ubx): .searching
    case .binary: .notUnderstood
    case .silent: .silent
    case .noFix, .fix, .lost:
      saysNoFix ? reasonWithoutFix(hadLocation) : nil
    }
  }

  /// Why the receiver has no fix; before its first epoch it may have one.
  private func reasonWithoutFix(_ hadLocation: Bool) -> NoLocationReason {
    if isImplausible { return .implausible }
    if hadLocation { return .fixLost }
    return hasSpoken ? .searching : .starting
  }
}
