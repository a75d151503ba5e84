/// The receiver's present position, or why there is none.
///
/// A stale position can't be taken for a live one by accident: ``location`` is nil then, and ``reason`` is not.
///
/// ```swift
/// if let location = update.location { show(location) } else { show(update.reason) }   // right
/// show(update.lastKnown)               // NOT where it is: where it was, ask `age`
/// ```
public struct LocationUpdate: Sendable, Hashable {
  /// How fresh the last position is.
  public let freshness: Freshness
  /// How old the last position was when this was told; nil if there never was one.
  public let age: Duration?
  /// The last position that there was, however old: not where the receiver is.
  public let lastKnown: Location?
  /// The fault that keeps the receiver from being read, with its remedy; nil if there is none.
  public let error: LocationError?
  private let given: NoLocationReason?
  private let fading: Fading

  /// Tells a position and how fresh it is.
  ///
  /// - Parameters:
  ///   - lastKnown: The last position that there was.
  ///   - freshness: How fresh it is.
  ///   - age: How old it is.
  ///   - reason: The reason why there is no present position, if there is a better one than its age.
  ///   - error: The fault that keeps the receiver from being read.
  public init(
    lastKnown: Location?, freshness: Freshness, age: Duration?, reason: NoLocationReason? = nil,
    error: LocationError? = nil
  ) {
    self.init(lastKnown, freshness, age, reason, error, Fading(.standard, interval: .seconds(1)))
  }

  init(
    _ lastKnown: Location?, _ freshness: Freshness, _ age: Duration?, _ reason: NoLocationReason?,
    _ error: LocationError?, _ fading: Fading
  ) {
    self.lastKnown = lastKnown
    self.freshness = freshness
    self.age = age
    given = reason
    self.error = error
    self.fading = fading
  }

  /// The same as of a later moment: as old as the position is then, and no fresher than that age allows.
  ///
  /// Nobody has to have looked at the receiver meanwhile, as while the computer slept.
  public func at(_ now: ContinuousClock.Instant) -> LocationUpdate {
    guard let age = lastKnown?.age(at: now) else { return self }
    return LocationUpdate(lastKnown, max(freshness, fading.freshness(at: age)), age, given, error, fading)
  }

  /// The present position; nil if the last one is stale or lost.
  public var location: Location? { freshness.isCurrent ? lastKnown : nil }

  /// Why there is no present position; nil exactly if there is one.
  public var reason: NoLocationReason? {
    guard location == nil else { return nil }
    return given ?? (lastKnown == nil ? .searching : .outdated)
  }
}

extension LocationUpdate {
  /// The location, if it has just been found; nil if this update only says how an older one ages.
  ///
  /// ```swift
  /// if let location = update.newLocation { track.append(location) }   // each location once
  /// if let location = update.location { track.append(location) }      // WRONG: again whenever it grows older
  /// ```
  public var newLocation: Location? {
    // An update is live exactly when a fix has just come: later ones say how it grows old.
    freshness == .live ? lastKnown : nil
  }
}

extension LocationUpdate: CustomStringConvertible {
  /// One line for a person: the present position, or why there is none and what to do about it.
  public var description: String {
    if let location { return location.description }
    return error?.description ?? (reason ?? .searching).description
  }
}

/// Why there is no present position.
///
/// New reasons may come with new versions: compare with those you know, and show ``description`` for all.
public struct NoLocationReason: RawRepresentable, Sendable, Hashable, Codable {
  /// The word for it, in snake case.
  public let rawValue: String

  /// Names a reason.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The receiver has no consumer.
  public static let stopped = NoLocationReason(rawValue: "stopped")
  /// No receiver is plugged in.
  public static let noDevice = NoLocationReason(rawValue: "no_device")
  /// This user may not open the port.
  public static let permissionDenied = NoLocationReason(rawValue: "permission_denied")
  /// Another program has the port.
  public static let deviceBusy = NoLocationReason(rawValue: "device_busy")
  /// The name fits more than one device.
  public static let deviceAmbiguous = NoLocationReason(rawValue: "device_ambiguous")
  /// The name is no source of locations: it is malformed, or is no serial port.
  public static let malformedSource = NoLocationReason(rawValue: "malformed_source")
  /// The port could not be opened, or has failed; it is tried again.
  public static let portFailed = NoLocationReason(rawValue: "port_failed")
  /// The device is being looked for or opened, its speed detected, or its first epoch awaited.
  public static let starting = NoLocationReason(rawValue: "starting")
  /// The receiver was unplugged.
  public static let disconnected = NoLocationReason(rawValue: "disconnected")
  /// The port is open, and nothing comes.
  public static let silent = NoLocationReason(rawValue: "silent")
  /// Something comes, and it is not what a receiver says.
  public static let notUnderstood = NoLocationReason(rawValue: "not_understood")
  /// The receiver speaks, and has not had a fix yet.
  public static let searching = NoLocationReason(rawValue: "searching")
  /// The receiver speaks, and says that it has lost the fix.
  public static let fixLost = NoLocationReason(rawValue: "fix_lost")
  /// The receiver claims to have a fix, at a place where it cannot be.
  public static let implausible = NoLocationReason(rawValue: "implausible")
  /// There was a position, and the next ones did not come.
  public static let outdated = NoLocationReason(rawValue: "outdated")
}

extension NoLocationReason: CustomStringConvertible {
  /// A sentence for a person.
  public var description: String {
    switch self {
    case .stopped: "Nobody asks the receiver for a position."
    case .noDevice: "No receiver is plugged in."
    case .permissionDenied: "This user may not open the receiver's port."
    case .deviceBusy: "Another program uses the receiver."
    case .deviceAmbiguous: "What was named fits more than one device."
    case .malformedSource: "What was named is no receiver."
    case .portFailed: "The receiver's port can't be used."
    case .starting: "The receiver is being opened."
    case .disconnected: "The receiver was unplugged."
    case .silent: "The receiver says nothing."
    case .notUnderstood: "What comes from the port is not what a receiver says."
    case .searching: "The receiver has no fix yet."
    case .fixLost: "The receiver has lost its fix."
    case .implausible: "The receiver claims to be at 0°, 0°, which it only says when it does not know."
    case .outdated: "The last position is too old."
    default: "No position: \(rawValue)."
    }
  }
}

extension NoLocationReason {
  /// The reason that an error gives for a missing location.
  init(_ error: LocationError) {
    self =
      switch error.code {
      case .permissionDenied: .permissionDenied
      case .deviceBusy: .deviceBusy
      case .foreignTerminal: .malformedSource
      case .terminalGone: .disconnected
      case .deviceNotFound: .noDevice
      case .deviceAmbiguous: .deviceAmbiguous
      case .malformedSource, .unreadable: .malformedSource
      case .disconnected: .disconnected
      default: .portFailed
      }
  }
}
