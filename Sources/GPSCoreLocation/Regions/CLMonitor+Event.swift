public import Foundation
internal import GPSBridge

extension CLMonitor {
  /// That the receiver is within a circle.
  public struct CircularGeographicCondition: Sendable, Hashable {
    /// The middle.
    public let center: CLLocationCoordinate2D
    /// Metres.
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
    /// When the location was found that decided it.
    public let date: Date

    /// Whether a condition holds.
    public enum State: Sendable, Hashable, CaseIterable {
      /// No location has told yet, or none was accurate enough.
      case unknown
      /// It holds.
      case satisfied
      /// It does not.
      case unsatisfied
    }
  }

  /// A condition, and what is known about it.
  public struct Record: Sendable, Hashable {
    /// The condition.
    public let condition: CircularGeographicCondition
    /// What was found out last; before anything was, what was assumed.
    public internal(set) var lastEvent: Event
  }
}
