internal import GNSS

/// The receiver's reports about having a fix, and the reason for a missing location.
struct FixClaims: Sendable {
  /// Whether the receiver's last report was that it has no fix.
  private var saysNoFix = true
  /// Whether the last position was implausible: 0°, 0°.
  private var isImplausible = false
  private(set) var refusedPositions = 0
  /// Whether the receiver has had time to report a fix since the device was opened.
  private var hasSpoken = false
  /// Whether there was a fix since the device was opened.
  private var hadFix = false

  /// The device was opened; reports from an earlier opening no longer count.
  mutating func opened() {
    hasSpoken = false
    hadFix = false
    saysNoFix = true
    isImplausible = false
  }

  /// The device was closed, so its position is no longer valid.
  mutating func closed() { saysNoFix = true }

  /// Notes that the device was open long enough for an epoch; returns whether nothing was reported yet.
  mutating func waited() -> Bool {
    defer { hasSpoken = true }
    return !hasSpoken
  }

  /// Notes an epoch, with or without a location; returns whether it is the first fix of this opening.
  mutating func take(_ fix: Fix, isFound: Bool) -> Bool {
    hasSpoken = true
    saysNoFix = !isFound
    isImplausible = fix.isImplausible
    if isImplausible { refusedPositions += 1 }
    defer { if isFound { hadFix = true } }
    return isFound && !hadFix
  }

  /// The state of the fix, as the machine represents it.
  func standing(_ freshness: FreshnessTracker) -> OpenDevice.Standing {
    switch freshness.freshness {
    case .live: .fix
    case .aging, .stale: saysNoFix ? .noFix : .fix
    case .lost: freshness.lastFix == nil ? .noFix : .lost
    }
  }

  /// The reason for a missing location, if the device or its state explains it.
  func reason(in state: ReceiverState, hadLocation: Bool, wasOpen: Bool) -> NoLocationReason? {
    switch state {
    case .idle: .stopped
    // We have not looked for the device yet, so this is not evidence of an unplugged cable.
    case .waitingForDevice(.notLookedFor): .starting
    case .waitingForDevice(let error): wasOpen ? .disconnected : NoLocationReason(error)
    case .waitingToRetry(let error), .failed(let error): NoLocationReason(error)
    case .detectingSpeed: .starting
    // We decode u-blox messages, but the message with the position has not arrived.
    case .binary(.ubx): .searching
    case .binary: .notUnderstood
    case .silent: .silent
    case .noFix, .fix, .lost: saysNoFix ? reasonWithoutFix(hadLocation) : nil
    }
  }

  /// Why the receiver has no fix; before its first epoch, it may have one.
  private func reasonWithoutFix(_ hadLocation: Bool) -> NoLocationReason {
    if isImplausible { return .implausible }
    if hadLocation { return .fixLost }
    return hasSpoken ? .searching : .starting
  }
}
