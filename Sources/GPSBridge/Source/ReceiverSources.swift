import Locking
internal import SerialPorts

/// The kinds of sources that a program can name in a line of text, beside serial ports.
///
/// Whoever brings a kind of his own registers it, before the first receiver of it is wanted:
///
/// ```swift
/// ReceiverSources.register(scheme: "sim") { name throws(LocationError) in try SimulatedDevice(named: name) }
/// let receiver = try Receiver.shared(named: "sim:city-walk")
/// ```
///
/// Nothing is made up: a simulated receiver is there only in a program that has asked for the module that makes it.
public enum ReceiverSources {
  /// Makes a device of what stands behind the colon.
  public typealias Maker = @Sendable (_ name: String) throws(LocationError) -> any ReceiverDevice

  private static let makers = Guarded<[String: Maker]>([:])
  /// What a serial port is named by belongs to serial ports.
  private static let reserved: Set<String> = ["auto", "id", "path", "serial", "usb"]

  /// Registers a kind of source by the word before its colon; false if that word means serial ports.
  ///
  /// A kind that is registered again replaces what was there, for receivers that are made from then on.
  @discardableResult public static func register(scheme: String, _ make: @escaping Maker) -> Bool {
    guard !scheme.isEmpty, !scheme.contains(":"), !scheme.contains("/"), !reserved.contains(scheme) else {
      return false
    }
    // What was there dies outside the lock.
    let replaced = makers.withLock { $0.updateValue(make, forKey: scheme) }
    return withExtendedLifetime(replaced) { true }
  }

  /// The words that are registered, sorted.
  public static var schemes: [String] { makers.withLock { $0.keys.sorted() } }

  /// Who makes devices of a kind.
  static func maker(of scheme: String) -> Maker? { makers.withLock { $0[scheme] } }
}

/// What a line of text names.
enum NamedSource: Sendable {
  case serial(SerialPortSelector)
  /// A kind that is, or may yet be, registered; the name is what stands behind the colon.
  case other(scheme: String, name: String)

  init(_ text: String) throws(LocationError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !text.hasPrefix("/"), ReceiverSources.maker(of: String(parts[0])) != nil {
      self = .other(scheme: String(parts[0]), name: String(parts[1]))
      return
    }
    do throws(SerialPortSelectionError) {
      self = .serial(try SerialPortSelector(text))
    } catch {
      throw .notASource(error)
    }
  }
}

extension LocationError {
  /// What was given names no source that this program knows.
  fileprivate static func notASource(_ error: SerialPortSelectionError) -> LocationError {
    let schemes = ReceiverSources.schemes.map { "\($0):…" }
    var answer = LocationError(error)
    if !schemes.isEmpty {
      answer.message += " Other sources of this program: \(schemes.joined(separator: ", "))"
    }
    return answer
  }
}
