internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSBase
internal import GPSTrackRows
internal import GPSWebHost

/// The part of the history that a request asks for.
struct TrackQuery: Sendable, Hashable {
  /// The receiver, counted from 0; nil for all.
  var receiver: Int?
  /// The first time, or nil for no lower bound.
  var from: UTC?
  /// The last time, or nil for no upper bound.
  var to: UTC?
  /// The time between two positions, or nil for all positions.
  var step: Duration?
  /// Whether records also have the climb, the dilutions and the lag.
  var hasMore = false

  /// Creates a query for everything.
  init() {}

  /// Parses the parameters `device`, `from`, `to`, `step` and `more`; ignores others.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - devices: The names of the receivers, in order.
  /// - Throws: A refusal with the found and the expected value.
  init(_ request: WebRequest, devices: [String]) throws(RefusedQuery) {
    if let name = request.parameter("device") {
      guard let index = devices.firstIndex(of: name) else {
        let known = devices.isEmpty ? "there is none" : devices.joined(separator: ", ")
        throw RefusedQuery("device", found: name, expected: "the name of a receiver: \(known)")
      }
      receiver = index
    }
    from = try Self.moment("from", of: request, isEnd: false)
    to = try Self.moment("to", of: request, isEnd: true)
    if let from, let to, to < from {
      throw RefusedQuery(
        "to", found: request.parameter("to") ?? "", expected: "a time that is not before from")
    }
    step = try Self.step(of: request)
    hasMore = try Self.more(of: request)
  }

  /// Whether a request wants all values of a row.
  static func more(of request: WebRequest) throws(RefusedQuery) -> Bool {
    guard let text = request.parameter("more") else { return false }
    guard text == "yes" else { throw RefusedQuery("more", found: text, expected: "yes") }
    return true
  }

  /// The time between two positions that a request wants, or nil for all positions.
  static func step(of request: WebRequest) throws(RefusedQuery) -> Duration? {
    guard let text = request.parameter("step") else { return nil }
    guard let seconds = number(text), 1...86_400 ~= seconds else {
      throw RefusedQuery("step", found: text, expected: "seconds from 1 to 86400")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  func receivers(of count: Int) -> Range<Int> {
    guard let receiver else { return 0..<count }
    return (0..<count).contains(receiver) ? receiver..<(receiver + 1) : 0..<0
  }

  /// Whether a row's time lies in the requested range; both bounds are inclusive.
  func contains(_ row: TrackRow) -> Bool {
    if let from, row.milliseconds < TrackRow.milliseconds(from) { return false }
    if let to, row.milliseconds > TrackRow.milliseconds(to) { return false }
    return true
  }

  /// Whether two rows fall in the same step, so that the second is left out.
  ///
  /// Steps are counted from 1970 and not from the first position, so dropping old rows changes no answer.
  func isSameStep(_ row: TrackRow, _ next: TrackRow) -> Bool {
    guard let step else { return false }
    let length = max(1, Int64(step / .milliseconds(1)))
    return row.milliseconds.floored(by: length) == next.milliseconds.floored(by: length)
  }

  /// Whether the step leaves out a row after the one before it; the edges of a gap are always kept.
  func leavesOut(_ row: TrackRow, behind before: TrackRow?) -> Bool {
    guard let before else { return false }
    return contains(before) && isSameStep(before, row) && before.hasPosition == row.hasPosition
  }

  /// The time in a parameter, or nil if the parameter is missing.
  static func moment(_ name: String, of request: WebRequest, isEnd: Bool) throws(RefusedQuery) -> UTC? {
    guard let text = request.parameter(name) else { return nil }
    guard let moment = MomentText.read(text, isEnd: isEnd) else {
      throw RefusedQuery(name, found: text, expected: MomentText.forms)
    }
    return moment
  }

  /// Parses a number; nil if it has a sign, an exponent or any other character.
  static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 20, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }) else { return nil }
    return Double(text)
  }
}

/// A parameter that can't be read, and the answer to it.
struct RefusedQuery: Error, Sendable, Hashable {
  /// The message: the parameter, the value found, and the values expected.
  let words: String

  init(_ name: String, found: String, expected: String) {
    // The text comes from outside and becomes part of an answer.
    let (name, found) = (VisibleText.replaced(name, limit: 64), VisibleText.replaced(found, limit: 64))
    words = "\(name)=\(found): expected \(expected)"
  }

  /// The answer with the status 400.
  var answer: WebAnswer { WebAnswer(400, saying: words) }
}

/// Times in an address: ISO 8601, or seconds since 1970.
enum MomentText {
  /// The accepted forms, for messages.
  static let forms = "2026-11-20T10:30:00Z, 2026-11-20, or seconds since 1970"

  /// Parses a time; nil for anything else.
  ///
  /// A date alone means its first moment, or its last one if `isEnd`. A time without a zone is UTC.
  static func read(_ text: String, isEnd: Bool) -> UTC? {
    guard text.utf8.count <= 40 else { return nil }
    if let seconds = seconds(text) { return seconds }
    guard let day = DayText.parse(text) else {
      // A space is a plus sign that was not escaped.
      return UTC(iso8601: text.map { $0 == " " ? "+" : String($0) }.joined(), offsets: true)
    }
    let midnight = Int64(day.daysSince1970) * 86_400
    return isEnd
      ? UTC(secondsSince1970: midnight + 86_399, nanosecond: 999_999_999) : UTC(secondsSince1970: midnight)
  }

  /// Parses `1795160000` or `1795160000.25`; signs are not accepted.
  private static func seconds(_ text: String) -> UTC? {
    let pieces = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard 1...11 ~= pieces[0].utf8.count, pieces[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let whole = Int64(pieces[0]), let fraction = nanoseconds(pieces.count == 2 ? pieces[1] : "0")
    else { return nil }
    return UTC(secondsSince1970: whole, nanosecond: fraction)
  }

  /// Parses one to nine decimals.
  private static func nanoseconds(_ digits: Substring) -> Int32? {
    guard 1...9 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int32(digits + String(repeating: "0", count: 9 - digits.utf8.count))
  }
}
