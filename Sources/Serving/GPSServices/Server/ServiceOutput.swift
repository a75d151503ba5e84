internal import Glibc
internal import GPSSockets
internal import GPSSystemCalls

/// Where programs reach the service, and what is spoken there.
public struct ServiceOutput: Sendable, Hashable {
  /// What is spoken there.
  enum Language: Sendable, Hashable {
    case gpsd(ServiceAddress)
    case sentences(SentenceOutput)
  }

  let language: Language
  /// The address as it was given.
  let text: String

  /// Where sentences go, and which; nil where gpsd's language is spoken.
  var sentences: SentenceOutput? { if case .sentences(let sentences) = language { sentences } else { nil } }

  /// The path of its socket; nil for all that is not a socket of the file system.
  fileprivate var path: String? {
    switch language {
    case .gpsd(.path(let path)): return path
    case .sentences(let sentences):
      if case .clients(.path(let path)) = sentences.way { return path }
      return nil
    case .gpsd: return nil
    }
  }

  /// Whether clients find another output where they find this one.
  func isSamePlace(as other: ServiceOutput) -> Bool {
    switch (language, other.language) {
    case (.gpsd(let address), .gpsd(let place)): address == place
    case (.sentences(let sentences), .sentences(let others)): sentences.isSamePlace(as: others)
    default: false
    }
  }

  /// gpsd's port and language.
  ///
  /// - Parameter address: `2947` for this machine alone, `ADDRESS:PORT`, `*:PORT`, or a path.
  /// - Returns: The output, which ``LocationServer/listen(_:)`` takes.
  /// - Throws: A fault that says what was found and what is expected.
  public static func gpsd(_ address: String = "2947") throws(ServiceFault) -> ServiceOutput {
    do throws(ServiceAddress.Wrong) {
      return ServiceOutput(language: .gpsd(try ServiceAddress(address)), text: address)
    } catch {
      throw ServiceFault(.malformed, address, "found \(error.found); expected: \(error.expected)")
    }
  }

  /// Sentences of NMEA 0183 over a socket: `tcp:HOST:PORT`, `udp:HOST:PORT` or `unix:PATH`.
  ///
  /// ```swift
  /// try server.listen(.nmea("tcp:127.0.0.1:10110"))
  /// try server.listen(.nmea("udp:239.192.0.4:10110,ttl=1,if=eth0,only=RMC+GGA,rate=1"))
  /// ```
  ///
  /// A receiver that speaks sentences is told as it speaks; sentences are made of the fixes of one that speaks another
  /// language. Each epoch goes out in one piece. Each second without a fix there is an RMC and a GGA that say so.
  ///
  /// | Option | Effect |
  /// |---|---|
  /// | `from=fix` | sentences are made of fixes, also where the receiver speaks some |
  /// | `talker=GP` | the talker of those that are made; else `GP` where only satellites of GPS take part, and `GN` |
  /// | `only=RMC+GGA` | no other sentences |
  /// | `rate=1` | so many epochs a second at most |
  /// | `coarse=1km` | a coarse position; see ``CoarseCell`` |
  /// | `ttl=1`, `if=eth0` | over UDP: how many networks it may pass, and by which interface it leaves |
  ///
  /// - Parameter text: The address, and options behind commas.
  /// - Returns: The output, which ``LocationServer/listen(_:)`` takes.
  /// - Throws: A fault that says what was found and what is expected.
  public static func nmea(_ text: String) throws(ServiceFault) -> ServiceOutput {
    do throws(SentenceOutput.Wrong) {
      return ServiceOutput(language: .sentences(try SentenceOutput(text)), text: text)
    } catch {
      throw ServiceFault(.malformed, text, "found \(error.found); expected: \(error.expected)")
    }
  }

  /// The same sentences for programs that know only ports: a pseudo-terminal.
  ///
  /// ```swift
  /// try server.listen(.port(link: "/run/gpsbridge/tty"))
  /// ```
  ///
  /// Any speed may be set there, and what is written there is thrown away. Nothing is kept for a program that comes later. The
  /// link is removed at the end.
  ///
  /// - Parameter link: A path for a link that leads there, and options behind commas as in ``nmea(_:)``.
  /// - Returns: The output, which ``LocationServer/listen(_:)`` takes.
  /// - Throws: A fault that says what was found and what is expected.
  public static func port(link: String) throws(ServiceFault) -> ServiceOutput {
    do throws(SentenceOutput.Wrong) {
      return ServiceOutput(language: .sentences(try SentenceOutput(link: link)), text: link)
    } catch {
      throw ServiceFault(.malformed, link, "found \(error.found); expected: \(error.expected)")
    }
  }
}

/// Why an output can't be had.
public struct ServiceFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The text names no address.
    case malformed
    /// Another program listens there.
    case inUse = "in_use"
    /// Something that is not a socket has the path.
    case occupied
    /// This user may not listen there.
    case denied
    /// The machine has no such address, or the folder of the path is not there.
    case unavailable
    /// The system has refused it for another reason.
    case refused
  }

  /// The kind of reason.
  public let code: Code
  /// The address as it was given.
  public let address: String
  /// The reason, as words.
  public let reason: String

  init(_ code: Code, _ address: String, _ reason: String) {
    (self.code, self.address, self.reason) = (code, address, reason)
  }

  init(_ error: Errno, _ output: ServiceOutput) {
    guard error == .exists, let path = output.path else {
      self.init(error, output.text)
      return
    }
    let kind =
      switch Kernel.node(path).map({ $0.mode & S_IFMT }) {
      case S_IFREG: "a file"
      case S_IFDIR: "a folder"
      case S_IFCHR, S_IFBLK: "a device"
      case S_IFIFO: "a pipe"
      case nil: "a link that leads nowhere"
      default: "an entry that is not a socket"
      }
    self.init(
      .occupied, output.text, "found \(kind) of that name; expected a free name or a socket without a server")
  }

  init(_ error: Errno, _ address: String) {
    let code: Code =
      switch error {
      case .addressInUse, .exists: .inUse
      case .accessDenied, .notPermitted: .denied
      case Errno(EADDRNOTAVAIL), Errno(EAFNOSUPPORT), .noSuchFile, .notADirectory, .readOnly, .noSuchDevice:
        .unavailable
      default: .refused
      }
    self.init(code, address, error.words)
  }

  /// Both, for a person.
  public var description: String { "can't listen at \(address): \(reason)" }
}
