internal import GPSSockets

/// An address at which clients reach the service, and its protocol.
public struct ServiceOutput: Sendable, Hashable {
  /// The protocol of an output.
  enum Language: Sendable, Hashable {
    case gpsd(ServiceAddress)
    case sentences(SentenceOutput)
  }

  let language: Language
  /// The address as it was given.
  let text: String

  /// The output's settings for sentences; nil for gpsd's protocol.
  var sentences: SentenceOutput? { if case .sentences(let sentences) = language { sentences } else { nil } }

  /// The path of a Unix socket in the file system; nil for other outputs.
  var path: String? {
    switch language {
    case .gpsd(.path(let path)): return path
    case .sentences(let sentences): return sentences.path
    case .gpsd: return nil
    }
  }

  /// Whether clients would find both outputs at the same address.
  func isSamePlace(as other: ServiceOutput) -> Bool {
    switch (language, other.language) {
    case (.gpsd(let address), .gpsd(let place)): address == place
    case (.sentences(let sentences), .sentences(let others)): sentences.isSamePlace(as: others)
    default: false
    }
  }

  /// Returns an output for gpsd's protocol.
  ///
  /// - Parameter address: `2947` for this machine only, `ADDRESS:PORT`, `*:PORT`, or a path.
  /// - Returns: The output for ``LocationServer/listen(_:)``.
  /// - Throws: A fault with what was found and what was expected.
  public static func gpsd(_ address: String = "2947") throws(ServiceFault) -> ServiceOutput {
    do throws(ServiceAddress.Invalid) {
      return ServiceOutput(language: .gpsd(try ServiceAddress(address)), text: address)
    } catch { throw ServiceFault(error, address) }
  }

  /// Returns an output for NMEA 0183 sentences: `tcp:HOST:PORT`, `udp:HOST:PORT` or `unix:PATH`.
  ///
  /// ```swift
  /// try server.listen(.nmea("tcp:127.0.0.1:10110"))
  /// try server.listen(.nmea("udp:239.192.0.4:10110,ttl=1,if=eth0,only=RMC+GGA,rate=1"))
  /// ```
  ///
  /// A receiver's own sentences are passed on as received; for a receiver with another protocol, sentences
  /// are generated from its fixes. Each epoch is sent in one piece. Without a fix, an RMC and a GGA without a
  /// position are sent each second.
  ///
  /// | Option | Effect |
  /// |---|---|
  /// | `from=fix` | generate sentences from fixes, even if the receiver sends its own |
  /// | `talker=GP` | talker of generated sentences; by default `GP` for GPS satellites only, else `GN` |
  /// | `only=RMC+GGA` | send only these sentences |
  /// | `rate=1` | send at most this many epochs per second |
  /// | `coarse=1km` | send a coarse position; see ``CoarseCell`` |
  /// | `ttl=1`, `if=eth0` | for UDP: the maximum number of hops and the interface to send from |
  ///
  /// - Parameter text: The address, followed by comma-separated options.
  /// - Returns: The output for ``LocationServer/listen(_:)``.
  /// - Throws: A fault with what was found and what was expected.
  public static func nmea(_ text: String) throws(ServiceFault) -> ServiceOutput {
    do throws(SentenceOutput.Invalid) {
      return ServiceOutput(language: .sentences(try SentenceOutput(text)), text: text)
    } catch { throw ServiceFault(.malformed, text, "found \(error.found); expected: \(error.expected)") }
  }

  /// Returns an output that sends the same sentences to a pseudo-terminal, for programs that need a port.
  ///
  /// ```swift
  /// try server.listen(.port(link: "/run/gpsbridge/tty"))
  /// ```
  ///
  /// Programs may set any speed; what they write is discarded. Sentences are not kept for a program that
  /// opens the port later. The link is removed when the output closes.
  ///
  /// - Parameter link: A path for a link to the pseudo-terminal, followed by options as in ``nmea(_:)``.
  /// - Returns: The output for ``LocationServer/listen(_:)``.
  /// - Throws: A fault with what was found and what was expected.
  public static func port(link: String) throws(ServiceFault) -> ServiceOutput {
    do throws(SentenceOutput.Invalid) {
      return ServiceOutput(language: .sentences(try SentenceOutput(link: link)), text: link)
    } catch { throw ServiceFault(.malformed, link, "found \(error.found); expected: \(error.expected)") }
  }
}
