import GPSSystemCalls
internal import SerialPorts

/// The kinds of sources that a program can name in a line of text, beside serial ports.
///
/// A program that brings its own kind registers it before it makes the first receiver of that kind:
///
/// ```swift
/// ReceiverSources.register(scheme: "sim") { name throws(LocationError) in try SimulatedDevice(named: name) }
/// let receiver = try Receiver.shared(named: "sim:city-walk")
/// ```
///
/// A simulated receiver is available only in a program that imports the module which makes it. Receivers on the network
/// are known everywhere: `gpsd://host`, `tcp://host:port` and `udp://:port`, see ``NetworkDevice``.
public enum ReceiverSources {
  /// Makes a device from the text after the colon.
  public typealias Maker = @Sendable (_ name: String) throws(LocationError) -> any ReceiverDevice

  /// Receivers on the network are known to every program.
  private static let makers = Guarded<[String: Maker]>(
    Dictionary(uniqueKeysWithValues: NetworkAddress.Kind.allCases.map { ($0.rawValue, network($0)) }))
  /// Words that name serial ports.
  private static let reserved: Set<String> = ["auto", "id", "path", "serial", "usb"]

  /// Registers a kind of source by the word before its colon; false if that word means serial ports.
  ///
  /// Registering a kind again replaces it for receivers made from then on.
  @discardableResult public static func register(scheme: String, _ make: @escaping Maker) -> Bool {
    guard !scheme.isEmpty, !scheme.contains(":"), !scheme.contains("/"), !reserved.contains(scheme) else {
      return false
    }
    // The replaced closure must be released outside the lock.
    let replaced = makers.withLock { $0.updateValue(make, forKey: scheme) }
    return withExtendedLifetime(replaced) { true }
  }

  /// The words that are registered, sorted.
  public static var schemes: [String] { makers.withLock { $0.keys.sorted() } }

  private static func network(_ kind: NetworkAddress.Kind) -> Maker {
    { name throws(LocationError) in try NetworkDevice("\(kind.rawValue):\(name)") }
  }

  /// The maker of a kind's devices.
  static func maker(of scheme: String) -> Maker? { makers.withLock { $0[scheme] } }
}

/// The source that a line of text names.
enum NamedSource: Sendable {
  case serial(SerialPortSelector)
  /// A kind that is registered, or may be later; the name is the text after the colon.
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
  /// The error for a text that names no source known to this program.
  fileprivate static func notASource(_ error: SerialPortSelectionError) -> LocationError {
    let schemes = ReceiverSources.schemes.map { "\($0):…" }
    var answer = LocationError(error)
    if !schemes.isEmpty {
      answer.message += " Other sources of this program: \(schemes.joined(separator: ", "))"
    }
    return answer
  }
}
