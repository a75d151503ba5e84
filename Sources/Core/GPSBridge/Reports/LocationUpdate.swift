internal import GPSBase

/// The receiver's present position, or the reason why it is unknown.
///
/// A stale position can't be mistaken for a live one: ``location`` is then nil, and ``reason`` is set.
///
/// ```swift
/// if let location = update.location { show(location) } else { show(update.reason) }   // right
/// show(update.lastKnown)               // NOT where it is: where it was, ask `age`
/// ```
public struct LocationUpdate: Sendable, Hashable, CustomStringConvertible {
  /// The freshness of the last position.
  public let freshness: Freshness
  /// The age of the last position when this update was sent; nil if there has never been one.
  public let age: Duration?
  /// The last position, however old; the receiver may be elsewhere by now.
  public var lastKnown: Location? { known.location }
  /// The fault that prevents reading the receiver, with its remedy; nil if it can be read.
  public let error: LocationError?
  private let known: KnownLocation
  private let given: NoLocationReason?
  private let fading: Fading

  /// Creates an update from a position and its freshness.
  ///
  /// - Parameters:
  ///   - lastKnown: The last position.
  ///   - freshness: Its freshness.
  ///   - age: Its age.
  ///   - reason: The reason why there is no present position, if it is more exact than the position's age.
  ///   - error: The fault that prevents reading the receiver.
  public init(
    lastKnown: Location?, freshness: Freshness, age: Duration?, reason: NoLocationReason? = nil,
    error: LocationError? = nil
  ) { self.init(KnownLocation(lastKnown), freshness, age, reason, error, Self.usualFading) }

  private static let usualFading = Fading(.standard, interval: .seconds(1))

  init(
    _ known: KnownLocation, _ freshness: Freshness, _ age: Duration?, _ reason: NoLocationReason?,
    _ error: LocationError?, _ fading: Fading
  ) {
    self.known = known
    (self.freshness, self.age) = (freshness, age)
    given = reason
    (self.error, self.fading) = (error, fading)
  }

  /// The update at a later time: with the position's age then, and no fresher than that age allows.
  ///
  /// This is correct even if no code ran in between, such as while the computer was asleep.
  public func at(_ now: ContinuousClock.Instant) -> LocationUpdate {
    guard known.exists else { return self }
    let (age, freshness) = aged(at: Moment(now))
    return LocationUpdate(known, freshness, age, given, error, fading)
  }

  /// The position's age at a later time, without a copy of the position; nil if there has never been one.
  public func age(at now: ContinuousClock.Instant) -> Duration? { aged(at: Moment(now)).age }

  /// The position's freshness at a later time: no better than its age then allows.
  public func freshness(at now: ContinuousClock.Instant) -> Freshness { aged(at: Moment(now)).freshness }

  private func aged(at now: Moment) -> (age: Duration?, freshness: Freshness) {
    guard let age = known.age(at: now) else { return (age, freshness) }
    return (age, max(freshness, fading.freshness(at: age)))
  }

  /// The present position; nil if the last one is stale or lost.
  public var location: Location? { freshness.isCurrent ? lastKnown : nil }

  /// Why there is no present position; nil exactly if there is one.
  public var reason: NoLocationReason? {
    guard !known.exists || !freshness.isCurrent else { return nil }
    return given ?? (known.exists ? .outdated : .searching)
  }

  /// The location if it is new; nil if this update only reports that an older one has aged.
  ///
  /// ```swift
  /// if let location = update.newLocation { track.append(location) }   // each location once
  /// if let location = update.location { track.append(location) }      // WRONG: again whenever it grows older
  /// ```
  public var newLocation: Location? {
    // An update is live exactly when a fix has just arrived; later updates report how it ages.
    freshness == .live ? lastKnown : nil
  }

  var isNew: Bool { freshness == .live && known.exists }

  /// The present position on one line, or why it is unknown and what to do about it.
  public var description: String {
    if let location { return location.description }
    return error?.description ?? (reason ?? .searching).description
  }
}

/// The last location in a box, if there is one, so that copying or reading the update does not copy it.
indirect enum KnownLocation: Sendable, Hashable {
  case none
  case some(Location)

  init(_ location: Location?) { if let location { self = .some(location) } else { self = .none } }

  var location: Location? { if case .some(let location) = self { location } else { nil } }
  var exists: Bool { if case .none = self { false } else { true } }

  func age(at now: Moment) -> Duration? {
    if case .some(let location) = self { location.age(at: now) } else { nil }
  }
}

/// The parts of the last update that explain a missing location.
struct ToldUpdate: Sendable, Hashable {
  let freshness: Freshness
  let reason: NoLocationReason?
  let error: LocationError?
}

/// A reason why there is no present position.
///
/// New versions may add reasons: compare with the ones you know, and show ``description`` for all.
public struct NoLocationReason: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The identifier of the reason, in snake case.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The receiver has no consumer.
  public static let stopped = NoLocationReason(rawValue: "stopped")
  /// No receiver is plugged in.
  public static let noDevice = NoLocationReason(rawValue: "no_device")
  /// This user may not open the port.
  public static let permissionDenied = NoLocationReason(rawValue: "permission_denied")
  /// Another program has the port open.
  public static let deviceBusy = NoLocationReason(rawValue: "device_busy")
  /// The name matches more than one device.
  public static let deviceAmbiguous = NoLocationReason(rawValue: "device_ambiguous")
  /// The name is not a source of locations: it is malformed, or is not a serial port.
  public static let malformedSource = NoLocationReason(rawValue: "malformed_source")
  /// The port could not be opened, or has failed; we retry.
  public static let portFailed = NoLocationReason(rawValue: "port_failed")
  /// The receiver is being found or opened, its speed is being detected, or its first epoch has not arrived.
  public static let starting = NoLocationReason(rawValue: "starting")
  /// The receiver was unplugged.
  public static let disconnected = NoLocationReason(rawValue: "disconnected")
  /// The port is open, and no data arrives.
  public static let silent = NoLocationReason(rawValue: "silent")
  /// Data arrives, but not from a receiver that we can decode.
  public static let notUnderstood = NoLocationReason(rawValue: "not_understood")
  /// The receiver sends data, and has not had a fix yet.
  public static let searching = NoLocationReason(rawValue: "searching")
  /// The receiver reports that it has lost its fix.
  public static let fixLost = NoLocationReason(rawValue: "fix_lost")
  /// The receiver claims a fix at an impossible place.
  public static let implausible = NoLocationReason(rawValue: "implausible")
  /// There was a position, and no new one arrived in time.
  public static let outdated = NoLocationReason(rawValue: "outdated")

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .stopped: "No part of the program requests positions."
    case .noDevice: "No receiver is plugged in."
    case .permissionDenied: "This user has no permission to open the receiver's port."
    case .deviceBusy: "Another program uses the receiver."
    case .deviceAmbiguous: "The source matches more than one device."
    case .malformedSource: "The source is not a receiver."
    case .portFailed: "The receiver's port can't be used."
    case .starting: "The receiver is being opened."
    case .disconnected: "The receiver was unplugged."
    case .silent: "The receiver sends nothing."
    case .notUnderstood: "The port's data is not a receiver's."
    case .searching: "The receiver has no fix yet."
    case .fixLost: "The receiver has lost its fix."
    case .implausible: "The receiver reports 0°, 0°, as receivers without a position do."
    case .outdated: "The last position is too old."
    default: "No position: \(rawValue)."
    }
  }

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
