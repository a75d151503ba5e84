internal import GPSBase

/// The value of a request's member, with errors for wrong types; `null` counts as absent.
struct MemberValue: Sendable {
  /// The name of the request.
  let word: String
  let key: String
  let json: JSON5

  /// Returns a Boolean.
  func flag() throws(RequestError) -> Bool? {
    if json.content == .null { return nil }
    if let flag = json.bool { return flag }
    // Clients in some languages can only send numbers for Booleans.
    if let number = json.number, number == 0 || number == 1 { return number == 1 }
    throw wrong("true or false")
  }

  func number(in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    if json.content == .null { return nil }
    if let flag = json.bool, range.contains(0), range.contains(1) { return flag ? 1 : 0 }
    guard let number = json.number, let whole = Int(exactly: number), range.contains(whole) else {
      throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  func amount(in range: ClosedRange<Double>) throws(RequestError) -> Double? {
    if json.content == .null { return nil }
    guard let number = json.number, range.contains(number) else {
      throw wrong("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func text() throws(RequestError) -> String? {
    if json.content == .null { return nil }
    guard let text = json.text else { throw wrong("a string") }
    return text
  }

  /// Returns the name of a device; nil for an empty one.
  func device() throws(RequestError) -> String? {
    let name = try text()
    return name == "" ? nil : name
  }

  private func wrong(_ expected: String) -> RequestError { .invalid(word, "\(key) is \(expected)") }
}
