internal import NMEA

/// Oddities of real receivers, by their numbers in the project's list of quirks.
///
/// A set of numbers: `[9, 76]`. Numbers that a simulated receiver does not play are left out; see ``supported``.
public struct Quirks: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var bits: UInt128 = 0

  /// Takes the numbers that are played.
  public init(_ numbers: some Sequence<Int>) {
    for number in numbers where Self.supported.contains(where: { $0.number == number }) {
      bits |= 1 << UInt128(number)
    }
  }

  /// Takes the numbers that are played.
  public init(arrayLiteral numbers: Int...) { self.init(numbers) }

  /// Whether a number is in the set.
  @inline(__always)
  public func contains(_ number: Int) -> Bool { 0..<128 ~= number && bits >> UInt128(number) & 1 == 1 }

  /// The numbers in the set, rising.
  public var numbers: [Int] { (0..<128).filter { contains($0) } }

  /// Whether there are none.
  var isEmpty: Bool { bits == 0 }

  /// The quirks that can be played, and what each of them does.
  public static let supported: [(number: Int, does: String)] = [
    (1, "begins in the middle of a sentence when it is switched on"),
    (3, "ends lines with a line feed alone"),
    (4, "ends lines with two carriage returns"),
    (9, "writes the checksum in small letters"),
    (11, "sends no checksum"),
    (12, "pads sentences behind the checksum"),
    (17, "calls BeiDou BD where it would say GB, and the other way round"),
    (18, "tells BeiDou's satellites with the talker PQ and their system"),
    (38, "sends sentences without a time while it has no fix"),
    (40, "keeps the last position in RMC when the fix is lost"),
    (41, "says A in RMC with the mode N while it has no fix"),
    (45, "writes a position of zeros while it has no fix"),
    (46, "sends no altitude"),
    (47, "sends no geoid separation"),
    (48, "says 00 satellites in GGA"),
    (50, "sends nothing but RMC"),
    (54, "sends no course when it stands still"),
    (56, "sends a magnetic variation of zero"),
    (57, "writes 50.0 for a dilution that it does not know"),
    (58, "sends 0000 for the station of corrections"),
    (59, "sends GLL without time and status"),
    (68, "tells all satellites with the talker GP"),
    (72, "sends GSA with 24 places"),
    (73, "sends GSA without satellites"),
    (76, "pads the last GSV with empty groups"),
    (79, "writes an azimuth of 360 for north"),
    (80, "writes zero for every azimuth while it has no fix"),
    (81, "writes 00 for satellites that it does not hear"),
    (83, "writes zero for every signal"),
    (85, "sends GSV with every fifth epoch"),
  ]

  /// Changes the look of numbers and lines.
  func apply(to style: inout SentenceStyle) {
    if contains(3) { style.lineEnd = .lineFeed }
    if contains(4) { style.lineEnd = .doubleCarriageReturn }
    if contains(9) { style.checksum = .small }
    if contains(11) { style.checksum = .none }
    if contains(81) { style.silence = .zeros }
  }
}
