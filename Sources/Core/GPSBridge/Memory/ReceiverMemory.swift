package import UBX

/// A receiver's navigation data, stored on this computer because a receiver without a battery loses it when
/// unplugged.
///
/// The data reveals where and when the receiver was used, so its files are readable by one user only.
/// ``MemoryFolder/forget(_:)`` deletes them.
package struct ReceiverMemory: Sendable, Hashable {
  /// The receiver that can use the memory: no other receiver can, nor the same one with different firmware.
  package struct Owner: Sendable, Hashable {
    /// The chip's unique number, such as `dead-beef-01`.
    package let number: String
    /// The firmware version, such as `SPG 3.01`.
    package let firmware: String

    package init(number: String, firmware: String) { (self.number, self.firmware) = (number, firmware) }

    /// Creates the owner for a receiver; nil if the receiver has no unique number or did not report it.
    package init?(_ identity: ReceiverIdentity) {
      guard let number = identity.number else { return nil }
      self.init(
        number: number.description, firmware: identity.versions.firmware ?? identity.versions.software)
    }

    /// The base name of the owner's files: `dead-beef-01-SPG-3-01`.
    package var name: String {
      let safe = "\(number)-\(firmware)".utf8.map { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          byte
        default: UInt8(ascii: "-")
        }
      }
      return String(decoding: safe.prefix(100), as: UTF8.self)
    }
  }

  /// The last good position.
  package struct Place: Sendable, Hashable {
    /// The latitude in degrees, north positive.
    package var latitude: Double
    /// The longitude in degrees, east positive.
    package var longitude: Double
    /// The height in meters above the ellipsoid.
    package var height: Double
    /// The horizontal error in meters.
    package var accuracy: Double
    /// The time of the position in UTC, in seconds since 1970.
    package var time: Int64

    package init(latitude: Double, longitude: Double, height: Double, accuracy: Double, time: Int64) {
      (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
      (self.accuracy, self.time) = (accuracy, time)
    }
  }

  package let owner: Owner
  /// The navigation data, as the receiver sent it.
  package var pieces: [Message] = []
  /// When the receiver sent the pieces, in UTC, in seconds since 1970.
  package var saved: Int64?
  /// The last good position.
  package var place: Place?
  /// The last starts, oldest first.
  package private(set) var starts: [ReceiverStart] = []

  /// The most starts to keep of each kind.
  private static let mostStarts = 10

  package init(_ owner: Owner) { self.owner = owner }

  /// Adds a start, and drops the oldest of its kind if there are too many.
  package mutating func note(_ start: ReceiverStart) {
    starts.append(start)
    let same = starts.indices.filter { starts[$0].kind == start.kind }
    if same.count > Self.mostStarts { starts.remove(at: same[0]) }
  }

  /// Whether starts with the memory are faster than starts without it; nil while there are too few of either.
  ///
  /// It compares the medians of the last five starts of each kind.
  package var isOfHelp: Bool? {
    let helped = median(.restored)
    let unaided = median(.cold)
    return helped.flatMap { helped in unaided.map { helped < $0 } }
  }

  private func median(_ kind: ReceiverStart.Kind) -> Duration? {
    let times = starts.filter { $0.kind == kind }.suffix(5).map(\.timeToFix).sorted()
    return times.count < 5 ? nil : times[2]
  }
}
