internal import GPSBase

enum Request: Sendable, Hashable {
  case version
  case devices
  case poll
  /// Changes the policy; nil asks for the current one.
  case watch(WatchChange?)
  /// Configures a device; nil asks for all devices.
  case device(WatchedDevice?)

  /// Parses a request.
  ///
  /// - Throws: An error with the message for the client.
  init(_ text: RequestText) throws(RequestError) {
    switch (String(decoding: text.word, as: UTF8.self), text.argument) {
    case ("VERSION", nil): self = .version
    case ("DEVICES", nil): self = .devices
    case ("POLL", nil): self = .poll
    case ("WATCH", let argument): self = .watch(argument.map { WatchChange($0) })
    case ("DEVICE", let argument):
      self = .device(
        try argument.map { bytes throws(RequestError) in
          try WatchedDevice(RequestArgument(bytes, of: "DEVICE"))
        })
    default: throw .unrecognized(text.bytes)
    }
  }
}

/// The reason why a request is not carried out.
struct RequestError: Error, Sendable, Hashable {
  /// The message, in gpsd's words where gpsd has some.
  let message: String
  /// Whether the text was not a request at all; the rest of its line is then skipped.
  let endsLine: Bool

  init(_ message: String, endsLine: Bool = false) { (self.message, self.endsLine) = (message, endsLine) }

  /// The maximum number of bytes of a request that an error message quotes.
  private static let longestQuote = 80

  static func unrecognized(_ bytes: [UInt8]) -> RequestError {
    RequestError("Unrecognized request '\(quoted(bytes[...]))'", endsLine: true)
  }

  static func invalid(_ word: String, _ reason: String) -> RequestError {
    RequestError("Invalid \(word): \(reason)")
  }

  /// A client's bytes as printable text.
  static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    let text = VisibleText.escaped(bytes.prefix(longestQuote))
    return bytes.count > longestQuote ? text + "…" : text
  }
}

/// The members of a request's argument, with errors for wrong types.
struct RequestArgument: Sendable {
  private let word: String
  private let json: JSON5

  /// Parses an argument.
  ///
  /// - Throws: An error with the message for the client if it is not an object.
  init(_ bytes: ArraySlice<UInt8>, of word: String) throws(RequestError) {
    self.word = word
    do throws(JSON5Error) { json = try JSON5Reader.read(Array(bytes)) } catch {
      throw .damaged(word, error, bytes)
    }
    guard case .object = json.content else {
      throw .invalid(word, "expected an object, found '\(RequestError.quoted(bytes))'")
    }
  }

  private func value(_ key: String) -> MemberValue? {
    json[key].map { MemberValue(word: word, key: key, json: $0) }
  }

  /// Returns a Boolean; nil if the key is absent or null.
  func flag(_ key: String) throws(RequestError) -> Bool? { try value(key)?.flag() }

  /// Returns an integer in a range; nil if the key is absent or null.
  func number(_ key: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    try value(key)?.number(in: range)
  }

  /// Returns a number in a range; nil if the key is absent or null.
  func amount(_ key: String, in range: ClosedRange<Double>) throws(RequestError) -> Double? {
    try value(key)?.amount(in: range)
  }

  /// Returns a string; nil if the key is absent or null.
  func text(_ key: String) throws(RequestError) -> String? { try value(key)?.text() }
}

extension RequestError {
  static func damaged(_ word: String, _ error: JSON5Error, _ bytes: ArraySlice<UInt8>) -> RequestError {
    invalid(word, "expected \(error.expected), in '\(quoted(bytes))'")
  }
}
