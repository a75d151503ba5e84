/// Why no port could be chosen, with the candidates.
public struct SerialPortSelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The text is not a selector.
    public static let malformed = Code(name: "malformed")
    /// No port matches.
    public static let unknown = Code(name: "unknown")
    /// The path is not a serial port.
    public static let notAPort = Code(name: "notAPort")
    /// Several ports match.
    public static let ambiguous = Code(name: "ambiguous")
  }

  /// A port that may have been meant.
  public struct Candidate: Sendable, Hashable {
    /// The port.
    public var port: SerialPortDescription
    /// A selector that matches only this port.
    public var selector: SerialPortSelector

    /// A line for the user: the node, what it is, and how to select it.
    public var text: String {
      let node = SerialPortSelector.node(port.node)
      let names = selector == node ? "\(node)" : "\(node) or \(selector)"
      let device = "\(port.node) (\(port.displayName))"
      return switch port.classification.kind {
      case .receiver: "\(device): name it with \(names)"
      case .other: "\(device) is known not to be a receiver"
      case .modemReceiver:
        "\(device) is a modem's GPS port: enable it in ModemManager, then name it with \(names)"
      case .binaryReceiver: "\(device) is a receiver that sends no NMEA by default: name it with \(names)"
      case .gateway: "\(device) forwards the data of other instruments: name it with \(names)"
      case .bridge, .unknown: "\(device) may be your receiver: name it with \(names)"
      }
    }
  }

  /// The kind of failure.
  public var code: Code
  /// The given text and the problem with it, in words.
  public var found: String
  /// The expected form, in words.
  public var expected: String
  /// The ports that may have been meant, ordered by place.
  public var candidates: [Candidate]

  /// Creates an error.
  public init(code: Code, found: String, expected: String, candidates: [Candidate] = []) {
    (self.code, self.found, self.expected, self.candidates) = (code, found, expected, candidates)
  }

  /// The failure in words, followed by one line per candidate.
  public var description: String {
    ([found + ": " + expected + (candidates.isEmpty ? "." : ":")] + candidates.map { "  " + $0.text })
      .joined(separator: "\n")
  }

  static func notASelector(_ text: String) -> SerialPortSelectionError {
    malformed(text, "names no port", "auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP")
  }

  static func empty(_ text: String) -> SerialPortSelectionError {
    malformed(text, "names no port", "something after the colon")
  }

  static func notANumberPair(_ text: String) -> SerialPortSelectionError {
    malformed(
      text, "names no USB device", "two hexadecimal numbers of up to four digits, as in usb:1546:01a8")
  }

  private static func malformed(_ text: String, _ fault: String, _ expected: String) -> Self {
    Self(code: .malformed, found: "\(quoted(text)) \(fault)", expected: "expected \(expected)")
  }

  static func notAPort(_ path: String) -> SerialPortSelectionError {
    SerialPortSelectionError(
      code: .notAPort, found: "\(quoted(path)) is not a serial port",
      expected: "expected a terminal device, such as /dev/ttyUSB0")
  }

  /// The user's text in quotation marks, so that it cannot move the cursor, and an empty text is visible.
  static func quoted(_ text: String) -> String { "\"" + (DeviceText.shown(Array(text.utf8))) + "\"" }
}
