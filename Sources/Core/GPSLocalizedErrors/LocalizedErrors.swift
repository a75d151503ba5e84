public import FoundationEssentials
public import GPSBridge
public import SerialPorts

// Without these conformances, `localizedDescription` is "The operation could not be completed", and all
// details are lost.
//
// They are in a separate module because Foundation's protocol links nearly all of FoundationEssentials, a
// third of the tool's size, which the tool does not need. Programs that link the GPSBridge library get these
// conformances without an import.

extension LocationError: LocalizedError {
  /// The message, followed by the remedy.
  public var errorDescription: String? { description }
  /// The message only.
  public var failureReason: String? { message }
  /// The remedy, if there is one.
  public var recoverySuggestion: String? { remedy }
}

extension SerialPortError: LocalizedError {
  /// The whole error as one paragraph.
  public var errorDescription: String? { description }
  /// The fault only.
  public var failureReason: String? { found }
  /// The remedy.
  public var recoverySuggestion: String? { remedy }
}

extension SerialPortSelectionError: LocalizedError {
  /// The fault, the expectation, and one line per candidate.
  public var errorDescription: String? { description }
  /// The fault only.
  public var failureReason: String? { found }
}
