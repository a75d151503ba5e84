public import FoundationEssentials
public import GPSBridge
public import SerialPorts

// Without these, `localizedDescription` says "The operation could not be completed", and all that is known is lost.
//
// They are a module of their own, since Foundation's protocol brings in nearly all of FoundationEssentials: a third
// of the tool, which does not ask. Who links the library GPSBridge has them, without an import.

extension LocationError: LocalizedError {
  /// The message, and the remedy after it.
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
