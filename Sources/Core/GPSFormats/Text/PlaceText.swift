package import GNSS
internal import GPSBase
internal import GPSGeodesy

/// The error for a text that names no place, with the fault and the accepted forms.
package struct PlaceTextError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The fault in the text.
  package let found: String

  package static let expected =
    "degrees (48.1173,11.5167 or 48° 07′ 02.3″ N 11° 31′ 00″ E), UTM (32U 687299 5332401), "
    + "MGRS (32U PU 87299 32401), a locator (JN58sc84) or a geo: URI"

  /// The fault and the accepted forms, in one line.
  package var description: String { "\(found); expected: \(Self.expected)" }
}

extension Coordinate {
  /// Reads a place as people write it: in degrees, in UTM, in MGRS, as a locator, or as a `geo:` URI.
  ///
  /// Nothing is guessed: without direction letters, latitude comes first, and two numbers with decimal commas
  /// are refused, because a comma separates latitude from longitude. A grid square stands for its center.
  package init(reading text: String) throws(PlaceTextError) {
    var trimmed = Substring(text)
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    let text = String(trimmed)
    guard text.utf8.count <= 200 else { throw PlaceTextError(found: "the text has more than 200 bytes") }
    if text.prefix(4).lowercased() == "geo:" {
      self = try GeoURI(reading: text).coordinate
    } else if let place = UTMPosition(reading: text)?.coordinate ?? MGRSPosition(text)?.coordinate
      ?? Maidenhead.place(text)
    {
      self = place
    } else {
      self = try DegreesText(text).place()
    }
  }
}

extension UTMPosition {
  /// Reads `32U 687299 5332401`; the letter is a band, never a hemisphere.
  init?(reading text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    guard words.count == 3, let band = words[0].last?.uppercased().first, let zone = Int(words[0].dropLast()),
      let easting = Double(words[1]), let northing = Double(words[2]), easting >= 100_000
    else { return nil }
    self.init(zone: zone, band: band, easting: easting, northing: northing)
  }
}

/// Two angles: degrees, optional minutes and seconds, optional letters for north, south, east and west.
private struct DegreesText {
  /// Marks of degrees (0), minutes (1) and seconds (2).
  private static let units: [Character: Int] = [
    "°": 0, "º": 0, "'": 1, "′": 1, "’": 1, "\"": 2, "″": 2, "”": 2,
  ]

  private struct Angle {
    var numbers: [Substring] = []
    var side: Character?
    var hasMarks = false
  }

  private var angles: [Angle] = []
  private let text: String

  init(_ text: String) throws(PlaceTextError) {
    self.text = text
    let halves = text.split(separator: ",", omittingEmptySubsequences: false)
    guard halves.count <= 2 else {
      throw PlaceTextError(found: "\(text.quoted) has \(halves.count - 1) commas; decimals need a point")
    }
    for half in halves { try read(half) }
    if angles.count == 1, angles[0].side == nil, !angles[0].hasMarks, angles[0].numbers.count % 2 == 0 {
      let numbers = angles[0].numbers
      angles = [numbers.prefix(numbers.count / 2), numbers.suffix(numbers.count / 2)].map {
        Angle(numbers: Array($0))
      }
    }
    guard angles.count == 2 else { throw Self.unread(text) }
    // Without marks and letters, `48,5 11` may be a comma of decimals.
    let isPlain = angles.allSatisfy { $0.side == nil && !$0.hasMarks }
    guard !isPlain || angles[0].numbers.count == angles[1].numbers.count else {
      throw PlaceTextError(found: "\(text.quoted) has minutes in one angle only; mark them, as in 48° 30′")
    }
  }

  /// Reads the angles of a part without a comma.
  private mutating func read(_ part: Substring) throws(PlaceTextError) {
    func skip(_ rest: Substring) -> Substring { rest.drop { $0.isWhitespace || $0 == ":" } }
    var open = Angle()
    var rest = skip(part)
    while let first = rest.first {
      if let side = first.uppercased().first, "NSEW".contains(side) {
        rest = rest.dropFirst()
        // A letter ends an angle, or begins one if it stands before the first number.
        if open.numbers.isEmpty {
          guard open.side == nil else { throw Self.unread(text) }
          open.side = side
        } else if open.side == nil {
          open.side = side
          angles.append(open)
          open = Angle()
        } else {
          angles.append(open)
          open = Angle(side: side)
        }
      } else {
        let number = rest.prefix { $0.isNumeral || $0 == "+" || $0 == "-" || $0 == "−" }
        guard !number.isEmpty else { throw Self.unread(text) }
        rest = skip(rest.dropFirst(number.count))
        if let unit = rest.first.flatMap({ Self.units[$0] }) {
          rest = rest.dropFirst()
          // Degrees begin the next angle.
          if unit == 0, !open.numbers.isEmpty {
            guard open.side == nil else { throw Self.unread(text) }
            angles.append(open)
            open = Angle()
          }
          guard unit == open.numbers.count else {
            throw PlaceTextError(
              found:
                "\(text.quoted) has a mark of \(["degrees", "minutes", "seconds"][unit]) at the wrong place")
          }
          open.hasMarks = true
        }
        open.numbers.append(number)
      }
      rest = skip(rest)
    }
    if !open.numbers.isEmpty { angles.append(open) } else if open.side != nil { throw Self.unread(text) }
  }

  private static func unread(_ text: String) -> PlaceTextError {
    PlaceTextError(found: text.isEmpty ? "the place is empty" : "\(text.quoted) is not a place")
  }

  func place() throws(PlaceTextError) -> Coordinate {
    let sides = angles.map(\.side)
    let isTurned = sides[0] == "E" || sides[0] == "W"
    let (north, east) = isTurned ? (angles[1], angles[0]) : (angles[0], angles[1])
    guard (north.side == nil) == (east.side == nil), north.side.map({ "NS".contains($0) }) ?? true,
      east.side.map({ "EW".contains($0) }) ?? true
    else { throw PlaceTextError(found: "\(text.quoted) needs the letter of a side for both angles, or none") }
    return try Self.coordinate(degrees(north.numbers, north.side), degrees(east.numbers, east.side), text)
  }

  static func coordinate(_ latitude: Double, _ longitude: Double, _ text: String) throws(PlaceTextError)
    -> Coordinate
  {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw PlaceTextError(
        found: abs(latitude) > 90
          ? "the latitude of \(text.quoted) is beyond 90 degrees"
          : "the longitude of \(text.quoted) is beyond 180 degrees")
    }
    return place
  }

  private func degrees(_ numbers: [Substring], _ side: Character?) throws(PlaceTextError) -> Double {
    guard 1...3 ~= numbers.count else { throw Self.unread(text) }
    var (sum, unit, isNegative) = (0.0, 1.0, side == "S" || side == "W")
    for (index, number) in numbers.enumerated() {
      var digits = number
      if let sign = digits.first, "+-−".contains(sign) {
        guard index == 0, side == nil else {
          throw PlaceTextError(found: "\(text.quoted) has a sign that contradicts its other marks")
        }
        isNegative = sign != "+"
        digits = digits.dropFirst()
      }
      guard let value = digits.first?.isNumeral == true ? Double(digits) : nil, value.isFinite else {
        throw PlaceTextError(found: "\(String(number).quoted) is not a number")
      }
      guard index == 0 || value < 60, index == numbers.count - 1 || !digits.contains(".") else {
        throw PlaceTextError(
          found: index > 0 && value >= 60
            ? "\(text.quoted) has \(digits) minutes or seconds; they are less than 60"
            : "\(text.quoted) has decimals before its last part")
      }
      sum += value * unit
      unit /= 60
    }
    return isNegative ? -sum : sum
  }
}

/// A place and a radius in meters, in the form of flags: `48.1173,11.5167,100m`.
package struct CircleText: Hashable, Sendable {
  package let place: Coordinate
  package let meters: Double

  /// Reads a place in any form, a comma, and a positive distance.
  ///
  /// The distance needs its unit, unless the place itself has a comma: the last number of `48 30,11 20` is not one.
  package init(reading text: String) throws(PlaceTextError) {
    guard let comma = text.lastIndex(of: ",") else { throw Self.fault(text) }
    var distance = text[text.index(after: comma)...].drop(while: \.isWhitespace)
    while distance.last?.isWhitespace == true { distance.removeLast() }
    let before = text[..<comma]
    let isBare = distance.allSatisfy { $0.isNumeral }
    guard let meters = Measure.meters(String(distance)), meters > 0,
      !isBare || before.contains(where: { $0 == "," }) && before.prefix(4).lowercased() != "geo:"
    else { throw Self.fault(text) }
    place = try Coordinate(reading: String(text[..<comma]))
    self.meters = meters
  }

  private static func fault(_ text: String) -> PlaceTextError {
    PlaceTextError(found: "\(text.quoted) does not end with a comma and a distance above 0, such as 100m")
  }
}

/// A place as RFC 5870 writes it: `geo:48.117300,11.516667,520;u=4`.
package struct GeoURI: Sendable, Hashable {
  package let coordinate: Coordinate
  /// Meters above the ellipsoid, if the URI has them.
  package let altitude: Double?
  /// The uncertainty in meters, if the URI has it.
  package let uncertainty: Double?

  /// Reads a URI in the reference system of GPS; other systems are refused.
  package init(reading text: String) throws(PlaceTextError) {
    let parts = text.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
    guard text.prefix(4).lowercased() == "geo:", let first = parts.first else {
      throw PlaceTextError(found: "\(text.quoted) is not a geo: URI")
    }
    var numbers: [Double] = []
    for number in first.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = Self.number(number, signed: true) else {
        throw PlaceTextError(found: "\(String(number).quoted) is not a number of a geo: URI")
      }
      numbers.append(value)
    }
    guard 2...3 ~= numbers.count else {
      throw PlaceTextError(found: "\(text.quoted) has \(numbers.count) numbers; a geo: URI has two or three")
    }
    var (uncertainty, seen): (Double?, [String]) = (nil, [])
    for parameter in parts.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = pair[0].lowercased()
      guard !name.isEmpty, !seen.contains(name) else {
        throw PlaceTextError(found: "\(text.quoted) has an empty or a doubled parameter")
      }
      seen.append(name)
      let value = pair.count == 2 ? pair[1] : ""
      switch name {
      case "crs":
        guard value.lowercased() == "wgs84" else {
          throw PlaceTextError(
            found: "\(String(value).quoted) is a reference system that is not read, only wgs84 is")
        }
      case "u":
        guard let meters = Self.number(value, signed: false) else {
          throw PlaceTextError(found: "\(String(value).quoted) is not an uncertainty in meters")
        }
        uncertainty = meters
      default: continue
      }
    }
    let place = try DegreesText.coordinate(numbers[0], numbers[1], text)
    // A pole has every longitude; the RFC makes all of them the same place.
    coordinate =
      abs(place.latitude) == 90 ? Coordinate(latitude: place.latitude, longitude: 0) ?? place : place
    altitude = numbers.count == 3 ? numbers[2] : nil
    self.uncertainty = uncertainty
  }

  private static func number(_ text: Substring, signed: Bool) -> Double? {
    let digits = signed && text.first == "-" ? text.dropFirst() : text
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }) else {
      return nil
    }
    return Double(text)
  }
}

extension Character {
  fileprivate var isNumeral: Bool { "0"..."9" ~= self || self == "." }
}

extension String {
  fileprivate var quoted: String { "'" + VisibleText.replaced(self, limit: 60) + "'" }
}
