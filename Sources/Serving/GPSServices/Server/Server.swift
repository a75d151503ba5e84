public import GPSBridge
public import GPSDProtocol
internal import Sockets

/// One receiver for every program of the machine: what gpsd is to its clients, over a receiver of one's own.
///
/// ```swift
/// let server = Server(receiver)
/// try await server.listen(.gpsd())
/// await server.run()
/// ```
///
/// It has its turns on the event loop of the receiver: between a fix and its sending lies no other thread.
public final class Server: Sendable {
  private let engine: ServerEngine

  /// Makes a server of a receiver, which is opened at once and stays open.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - name: What clients call it; the path of its port if not given.
  ///   - rules: What is told and allowed.
  ///   - limits: How much clients may have.
  public init(
    _ receiver: Receiver, named name: String? = nil, rules: ServiceRules = ServiceRules(version: "0"),
    limits: ServiceLimits = ServiceLimits()
  ) {
    engine = ServerEngine(receiver, name, rules, limits)
    engine.begin()
  }

  deinit { engine.shutDown() }

  /// Listens at an address.
  ///
  /// - Parameter output: The address, and what is spoken there.
  /// - Returns: The port, for an address whose port the system chooses; nil for a path.
  /// - Throws: A fault that names the address and the reason.
  @discardableResult public func listen(_ output: ServiceOutput) async throws(ServiceFault) -> UInt16? {
    try await engine.listen(output)
  }

  /// Serves until the task is cancelled or ``stop()`` is called.
  public func run() async { await engine.waitForEnd() }

  /// Stops listening, and ends all connections.
  public func stop() async { await engine.stop() }

  /// What has happened so far.
  public var counts: ServiceCounts {
    get async { await engine.counts }
  }
}

/// Where programs reach the service, and what is spoken there.
public struct ServiceOutput: Sendable, Hashable {
  let address: ServiceAddress

  /// gpsd's port and language.
  ///
  /// - Parameter address: `2947` for this machine alone, `ADDRESS:PORT`, `*:PORT`, or a path.
  /// - Throws: A fault that says what was found and what is expected.
  public static func gpsd(_ address: String = "2947") throws(ServiceFault) -> ServiceOutput {
    do throws(ServiceAddress.Wrong) {
      return ServiceOutput(address: try ServiceAddress(address))
    } catch {
      throw ServiceFault(address, "found \(error.found); expected: \(error.expected)")
    }
  }
}

/// Why an output can't be had.
public struct ServiceFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The address as it was given.
  public let address: String
  /// The reason, as words.
  public let reason: String

  init(_ address: String, _ reason: String) { (self.address, self.reason) = (address, reason) }

  /// Both, for a person.
  public var description: String { "can't listen at \(address): \(reason)" }
}

/// How much clients may have.
public struct ServiceLimits: Sendable, Hashable {
  /// Clients at a time.
  public var clients = 12_000
  /// Clients of one address at a time, for those from other machines.
  public var clientsOfOneAddress = 128
  /// After how long a client that takes nothing is let go.
  public var unread = Duration.seconds(30)
  /// After how long a client that wants nothing is let go.
  public var idle = Duration.seconds(900)

  /// The usual limits.
  public init() {}
}

/// What has happened to a server.
public struct ServiceCounts: Sendable, Hashable {
  /// Clients at the moment.
  public var clients = 0
  /// Connections in all.
  public var accepted = 0
  /// Connections that were one too many.
  public var refused = 0
  /// Reports that slow clients have missed.
  public var dropped = 0
  /// Clients that were let go because they took nothing.
  public var slowClosed = 0
  /// Epochs that were told.
  public var epochs = 0

  /// Nothing so far.
  public init() {}
}
