public import Foundation
internal import GPSBridge

/// Something that holds or does not hold, and can be watched by a ``CLMonitor``.
public protocol CLCondition: Sendable {}

extension CLMonitor {
  /// The receiver is within a circle.
  public struct CircularGeographicCondition: CLCondition, Hashable {
    /// The middle.
    public let center: CLLocationCoordinate2D
    /// Meters.
    public let radius: CLLocationDistance

    /// Makes a condition.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    func region(_ identifier: String) -> CircularRegion? {
      Coordinate(center).flatMap { CircularRegion(identifier: identifier, center: $0, radius: radius) }
    }
  }

  /// A condition has become true or false.
  public struct Event: Sendable, Hashable {
    /// Names the condition.
    public let identifier: String
    /// Whether it holds now.
    public let state: State
    /// The time of the location that decided it.
    public let date: Date

    /// Nothing: circles are not refined.
    public var refinement: (any CLCondition)? { nil }
    /// False: a receiver tells what it has.
    public var accuracyLimited: Bool { false }
    /// Whether the condition cannot be watched: its circle is none.
    public var conditionUnsupported: Bool { state == .unmonitored }
    /// False: there is no limit.
    public var conditionLimitExceeded: Bool { false }

    /// Whether a condition holds.
    public enum State: Sendable, Hashable, CaseIterable {
      /// No location has told yet, or none was accurate enough.
      case unknown
      /// It holds.
      case satisfied
      /// It does not.
      case unsatisfied
      /// It is not watched: there is no such circle.
      case unmonitored
    }
  }

  /// A condition, and what is known about it.
  public struct Record: Sendable, Hashable {
    let circle: CircularGeographicCondition
    /// The condition.
    public var condition: any CLCondition { circle }
    /// The latest event; before the first one, what was assumed.
    public internal(set) var lastEvent: Event
  }
}
