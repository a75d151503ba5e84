import GPSSystemCalls
internal import SerialPorts

/// The kinds of sources, besides serial ports, that can be named in text.
///
/// A program registers its own kind before it creates the first receiver of that kind:
///
/// ```swift
/// ReceiverSources.register(scheme: "sim") { name throws(LocationError) in try SimulatedDevice(named: name) }
/// let receiver = try Receiver.shared(named: "sim:city-walk")
/// ```
///
/// A simulated receiver is available only in a program that imports its module. Receivers on the network are
/// always available: `gpsd://host`, `tcp://host:port` and `udp://:port`, see ``NetworkDevice``.
package enum ReceiverSources {
  /// Creates a device from the text after the colon.
  package typealias Maker = @Sendable (_ name: String) throws(LocationError) -> any ReceiverDevice

  /// Receivers on the network are available in every program.
  private static let makers = Guarded<[String: Maker]>(
    Dictionary(uniqueKeysWithValues: NetworkAddress.Kind.allCases.map { ($0.rawValue, network($0)) }))
  private static let reserved: Set<String> = ["auto", "id", "path", "serial", "usb"]

  /// Registers a kind of source by its scheme; returns false if the scheme is invalid or reserved.
  ///
  /// Registering a scheme again replaces its maker for later receivers.
  @discardableResult package static func register(scheme: String, _ make: @escaping Maker) -> Bool {
    guard !scheme.isEmpty, !scheme.contains(":"), !scheme.contains("/"), !reserved.contains(scheme) else {
      return false
    }
    // The replaced closure must be released outside the lock.
    let replaced = makers.withLock { $0.updateValue(make, forKey: scheme) }
    return withExtendedLifetime(replaced) { true }
  }

  /// The registered schemes, sorted.
  package static var schemes: [String] { makers.withLock { $0.keys.sorted() } }

  private static func network(_ kind: NetworkAddress.Kind) -> Maker {
    { name throws(LocationError) in try NetworkDevice("\(kind.rawValue):\(name)") }
  }

  static func maker(of scheme: String) -> Maker? { makers.withLock { $0[scheme] } }
}

/// The source named by a text.
enum NamedSource: Sendable {
  case serial(SerialPortSelector)
  /// A kind that is or may be registered; the name is the text after the colon.
  case other(scheme: String, name: String)

  init(_ text: String) throws(LocationError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !text.hasPrefix("/"), ReceiverSources.maker(of: String(parts[0])) != nil {
      self = .other(scheme: String(parts[0]), name: String(parts[1]))
      return
    }
    do throws(SerialPortSelectionError) { self = .serial(try SerialPortSelector(text)) } catch {
      throw .notASource(error, isSimulated: text.hasPrefix("sim:"))
    }
  }
}

extension LocationError {
  /// The error for a text that does not name a known source.
  fileprivate static func notASource(_ error: SerialPortSelectionError, isSimulated: Bool) -> LocationError {
    let schemes = ReceiverSources.schemes.map { "\($0):…" }
    var answer = LocationError(error)
    if !schemes.isEmpty {
      answer.message += " Other sources of this program: \(schemes.joined(separator: ", "))"
    }
    if isSimulated {
      answer.message += " For simulated receivers, call Simulation.register() of SimulatedGPS first."
    }
    return answer
  }
}
