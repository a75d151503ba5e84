/// Why no port could be chosen, with those that could have been meant.
public struct SerialPortSelectionError: Error, Sendable, Hashable {
  /// The kind of failure; more may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The text is no selector.
    public static let malformed = Code(name: "malformed")
    /// No port is meant by it.
    public static let unknown = Code(name: "unknown")
    /// There is something else than a serial port at the path.
    public static let notAPort = Code(name: "notAPort")
    /// Several ports are meant by it.
    public static let ambiguous = Code(name: "ambiguous")
  }

  /// A port that may have been meant.
  public struct Candidate: Sendable, Hashable {
    /// The port.
    public var port: SerialPortDescription
    /// A selector that names this port and no other.
    public var selector: SerialPortSelector

    /// One line for a person: the node, what it is, and how to name it.
    public var text: String {
      let node = SerialPortSelector.node(port.node)
      let names = selector == node ? "\(node)" : "\(node) or \(selector)"
      let device = "\(port.node) (\(port.displayName))"
      return switch port.classification.kind {
      case .receiver: "\(device): name it with \(names)"
      case .other: "\(device) is known not to be a receiver"
      case .modemReceiver:
        "\(device) is a modem's GPS port: enable it in ModemManager, then name it with \(names)"
      case .binaryReceiver: "\(device) is a receiver that speaks no NMEA by default: name it with \(names)"
      case .gateway: "\(device) passes on what other instruments say: name it with \(names)"
      case .bridge, .unknown: "\(device) may be your receiver: name it with \(names)"
      }
    }
  }

  /// The kind of failure.
  public var code: Code
  /// The given text and its fault, in words.
  public var found: String
  /// The expectation, in words.
  public var expected: String
  /// The ports that may have been meant, in the order of their places.
  public var candidates: [Candidate]

  /// Makes an error.
  public init(code: Code, found: String, expected: String, candidates: [Candidate] = []) {
    self.code = code
    self.found = found
    self.expected = expected
    self.candidates = candidates
  }
}

extension SerialPortSelectionError: CustomStringConvertible {
  /// The failure in words, with each candidate on a line of its own.
  public var description: String {
    ([found + ": " + expected + (candidates.isEmpty ? "." : ":")] + candidates.map { "  " + $0.text })
      .joined(separator: "\n")
  }
}

extension SerialPortSelectionError {
  static func notASelector(_ text: String) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .malformed, found: "\(quoted(text)) names no port",
      expected: "expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP")
  }

  static func empty(_ text: String) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .malformed, found: "\(quoted(text)) names no port",
      expected: "expected something behind the colon")
  }

  static func notAPort(_ path: String) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .notAPort, found: "\(quoted(path)) is not a serial port",
      expected: "expected a terminal device, as /dev/ttyUSB0")
  }

  static func notANumberPair(_ text: String) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .malformed, found: "\(quoted(text)) names no USB device",
      expected: "expected two hexadecimal numbers of up to four digits, as in usb:1546:01a8")
  }

  /// The typed text in quotation marks: nothing in it can move a cursor, and an empty text is visible.
  static func quoted(_ text: String) -> String { "\"" + (DeviceText.shown(Array(text.utf8))) + "\"" }
}
