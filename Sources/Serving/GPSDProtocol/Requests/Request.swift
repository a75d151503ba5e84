internal import GPSBase

/// What a client wants.
enum Request: Sendable, Hashable {
  case version
  case devices
  case poll
  /// The policy is to change; nil asks for it.
  case watch(WatchChange?)
  /// A device is to be set; nil asks for all of them.
  case device(DeviceChange?)

  /// Reads a request.
  ///
  /// - Throws: The message for the client.
  init(_ text: RequestText) throws(RequestError) {
    switch (String(decoding: text.word, as: UTF8.self), text.argument) {
    case ("VERSION", nil): self = .version
    case ("DEVICES", nil): self = .devices
    case ("POLL", nil): self = .poll
    case ("WATCH", let argument):
      self = .watch(argument.map { WatchChange($0) })
    case ("DEVICE", let argument):
      self = .device(
        try argument.map { bytes throws(RequestError) in try DeviceChange(Argument(bytes, of: "DEVICE")) })
    default: throw .unrecognized(text.bytes)
    }
  }
}

/// Why a request is not carried out.
struct RequestError: Error, Sendable, Hashable {
  /// In gpsd's words where it has some.
  let message: String
  /// Whether it was no request at all: then the rest of its line is none either.
  let endsLine: Bool

  init(_ message: String, endsLine: Bool = false) {
    self.message = message
    self.endsLine = endsLine
  }

  /// So much of what a client has said is repeated to it.
  private static let longestQuote = 80

  static func unrecognized(_ bytes: [UInt8]) -> RequestError {
    RequestError("Unrecognized request '\(quoted(bytes[...]))'", endsLine: true)
  }

  static func invalid(_ word: String, _ reason: String) -> RequestError {
    RequestError("Invalid \(word): \(reason)")
  }

  /// What a client has said, fit to be shown.
  static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    let text = VisibleText.escaped(bytes.prefix(longestQuote))
    return bytes.count > longestQuote ? text + "…" : text
  }
}

/// The members of an argument, each taken once, with a message for a wrong type.
struct Argument: Sendable {
  private let word: String
  private let json: JSON5

  /// Reads an argument.
  ///
  /// - Throws: The message for the client, if it is not an object.
  init(_ bytes: ArraySlice<UInt8>, of word: String) throws(RequestError) {
    self.word = word
    do throws(JSON5Error) {
      json = try JSON5Reader.read(Array(bytes))
    } catch {
      throw .damaged(word, error, bytes)
    }
    guard case .object = json.content else {
      throw .invalid(word, "expected an object, found '\(RequestError.quoted(bytes))'")
    }
  }

  private func value(_ key: String) -> MemberValue? {
    json[key].map { MemberValue(word: word, key: key, json: $0) }
  }

  /// Yes or no; nil where the key is absent or null.
  func flag(_ key: String) throws(RequestError) -> Bool? { try value(key)?.flag() }

  /// A whole number of a range; nil where the key is absent or null.
  func number(_ key: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    try value(key)?.number(in: range)
  }

  /// A number of a range; nil where the key is absent or null.
  func amount(_ key: String, in range: ClosedRange<Double>) throws(RequestError) -> Double? {
    try value(key)?.amount(in: range)
  }

  /// A text; nil where the key is absent or null.
  func text(_ key: String) throws(RequestError) -> String? { try value(key)?.text() }
}

extension RequestError {
  /// What is wrong with the form of an argument.
  static func damaged(_ word: String, _ error: JSON5Error, _ bytes: ArraySlice<UInt8>) -> RequestError {
    invalid(word, "expected \(error.expected), in '\(quoted(bytes))'")
  }
}
