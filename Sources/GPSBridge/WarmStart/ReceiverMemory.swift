public import UBX

/// What a receiver remembered when it was last asked, kept for it by this computer: a stick without a battery forgets it
/// with each plug that is pulled.
///
/// It tells where somebody was, and when. So it stands in files for one user alone, and ``MemoryFolder/forget(_:)``
/// takes it away.
public struct ReceiverMemory: Sendable, Hashable {
  /// Whose memory it is: another receiver can't use it, nor the same one with another firmware.
  public struct Owner: Sendable, Hashable {
    /// The chip's own number, as `dead-beef-01`.
    public let number: String
    /// Its firmware, as `SPG 3.01`.
    public let firmware: String

    /// Names an owner.
    public init(number: String, firmware: String) {
      self.number = number
      self.firmware = firmware
    }

    /// The owner that a receiver is; nil if it has no number of its own, or did not tell it.
    public init?(_ identity: ReceiverIdentity) {
      guard let number = identity.number else { return nil }
      self.init(
        number: number.description, firmware: identity.versions.firmware ?? identity.versions.software)
    }

    /// The name of its files: `dead-beef-01-SPG-3-01`.
    public var name: String {
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
  public struct Place: Sendable, Hashable {
    /// Degrees, north positive.
    public var latitude: Double
    /// Degrees, east positive.
    public var longitude: Double
    /// Meters above the ellipsoid.
    public var height: Double
    /// Meters that it may be off.
    public var accuracy: Double
    /// The time of the position in UTC, in seconds since 1970.
    public var time: Int64

    /// Notes a position.
    public init(latitude: Double, longitude: Double, height: Double, accuracy: Double, time: Int64) {
      (self.latitude, self.longitude, self.height) = (latitude, longitude, height)
      (self.accuracy, self.time) = (accuracy, time)
    }
  }

  /// Whose memory it is.
  public let owner: Owner
  /// What it remembered of the sky, as it came.
  public var pieces: [Message] = []
  /// When it told that, in seconds since 1970.
  public var saved: Int64?
  /// Where it was last.
  public var place: Place?
  /// How its last starts went, the newest at the end.
  public private(set) var starts: [ReceiverStart] = []

  /// So many starts of each kind are remembered.
  private static let mostStarts = 10

  /// Remembers nothing yet.
  public init(_ owner: Owner) { self.owner = owner }

  /// Notes a start.
  public mutating func note(_ start: ReceiverStart) {
    starts.append(start)
    let same = starts.indices.filter { starts[$0].kind == start.kind }
    if same.count > Self.mostStarts { starts.remove(at: same[0]) }
  }

  /// Whether starts with the memory are quicker than those without it; nil while there are too few of both to say so.
  ///
  /// The medians of five each are compared.
  public var isOfHelp: Bool? {
    let helped = median(.restored)
    let unaided = median(.cold)
    return helped.flatMap { helped in unaided.map { helped < $0 } }
  }

  private func median(_ kind: ReceiverStart.Kind) -> Duration? {
    let times = starts.filter { $0.kind == kind }.suffix(5).map(\.timeToFix).sorted()
    return times.count < 5 ? nil : times[2]
  }
}

/// How a receiver came to its first fix.
public struct ReceiverStart: Sendable, Hashable {
  /// What it began with.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// With nothing from us: what it knew itself, it did not say.
    case cold
    /// With the memory that we gave back to it.
    case restored
    /// It had a fix when it was first heard.
    case hot
  }

  /// What it began with.
  public var kind: Kind
  /// From the opening, or from its greeting, to the first fix.
  public var timeToFix: Duration
  /// How many pieces of memory it was given.
  public var given = 0
  /// How many of them it has taken.
  public var taken = 0
  /// When that was in UTC, in seconds since 1970; nil where the receiver did not tell the time.
  public var time: Int64?

  /// Notes a start.
  public init(_ kind: Kind, timeToFix: Duration) {
    self.kind = kind
    self.timeToFix = timeToFix
  }
}

/// News of a receiver's memory.
///
/// New versions may add more: keep a `default`.
public enum MemoryNews: Sendable, Hashable {
  /// The receiver told what it remembers, and it is kept: so many pieces.
  case kept(pieces: Int)
  /// The receiver was given its memory back, and took so many pieces of it.
  case given(pieces: Int, taken: Int)
  /// Nothing was given: starts with the memory were not quicker than those without it.
  case ofNoHelp
  /// A memory could not be read or written.
  case failed(PortMemory.FileError)
}
