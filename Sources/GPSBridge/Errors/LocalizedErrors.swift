public import FoundationEssentials
public import SerialPorts

// Without this, `localizedDescription` says "The operation could not be completed", and all that is known is lost. The
// errors of serial ports are here too, since their module does without Foundation.

extension LocationError: LocalizedError {
  /// The message, and the remedy behind it.
  public var errorDescription: String? { description }
  /// The message alone.
  public var failureReason: String? { message }
  /// The remedy, if something can be done.
  public var recoverySuggestion: String? { remedy }
}

extension SerialPortError: LocalizedError {
  /// All of it in words, in one paragraph.
  public var errorDescription: String? { description }
  /// The fault alone.
  public var failureReason: String? { found }
  /// The remedy.
  public var recoverySuggestion: String? { remedy }
}

extension SerialPortSelectionError: LocalizedError {
  /// The fault, the expectation, and each candidate on a line of its own.
  public var errorDescription: String? { description }
  /// The fault alone.
  public var failureReason: String? { found }
}
