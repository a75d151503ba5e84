public import GPSEventRuntime
import GPSSystemCalls

/// A receiver on the network, reached through gpsd, a TCP server of sentences, or UDP datagrams.
///
/// ```swift
/// let receiver = Receiver(try NetworkDevice("gpsd://192.168.1.5"))        // or tcp://host:10110, udp://:10110
/// let shared = try Receiver.shared(named: "gpsd://192.168.1.5")           // one for the whole program
/// ```
///
/// The data is decoded by the same rules as from a cable: one fix per epoch, and a position that is not
/// renewed ages. From gpsd it requests the original sentences and messages rather than gpsd's reports.
///
/// A lost connection is retried after 1, 2, 4 and up to 30 seconds, or up to 2 for a server on this machine.
/// Nothing is ever sent to the receiver: its settings belong to its server.
public final class NetworkDevice: ReceiverDevice {
  private let address: NetworkAddress
  private let time: any TimeSource
  /// The links of all receivers that follow the device.
  private let links = Guarded<[Weak<NetworkLink>]>([])

  /// Parses an address, such as `gpsd://[::1]:2948/dev/ttyUSB0`, `tcp://host:10110` or `udp://:10110`.
  ///
  /// - Throws: An error that describes a malformed address. An unreachable server is reported later.
  public convenience init(_ address: String, time: some TimeSource = SystemTime()) throws(LocationError) {
    self.init(try NetworkAddress(address), time: time)
  }

  init(_ address: NetworkAddress, time: any TimeSource) { (self.address, self.time) = (address, time) }

  /// The place that the address names, in its shortest form; it accepts no commands.
  public var place: DevicePlace {
    var place = DevicePlace(key: address.text)
    place.takesCommands = false
    return place
  }

  /// Whether the receiver is connected; always true for datagrams.
  public var isPresent: Bool {
    address.kind == .udp || links.withLock { $0.contains { $0.value?.canBeOpened == true } }
  }

  /// Connects, and reports whether the receiver is present.
  public func follow(
    on loop: EventLoop, _ change: @escaping @Sendable (DevicePresence) -> Void
  ) -> any DeviceWatch {
    guard address.kind != .udp else {
      let place = place
      loop.async { change(.present(place)) }
      return NothingToWatch()
    }
    let link = NetworkLink(loop, time, address, change)
    links.withLock { links in
      links.removeAll { $0.value == nil }
      links.append(Weak(link))
    }
    link.begin()
    return link
  }

  /// Starts reading the receiver's data.
  public func open(
    _ place: DevicePlace, speed: Int?, on loop: EventLoop
  ) throws(LocationError) -> any ByteSource {
    guard address.kind != .udp else { return try DatagramSource(address, on: loop, time) }
    let link = links.withLock { links in
      links.lazy.compactMap(\.value).last { $0.loop === loop && $0.canBeOpened }
    }
    guard let link else { throw .notJoined }
    return NetworkSource(link)
  }
}

/// A weak reference.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object) { self.value = value }
}
