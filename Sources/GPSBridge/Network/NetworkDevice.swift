public import GPSEventRuntime
import GPSSystemCalls

/// A receiver on the network: that of a gpsd, that of a server of plain sentences, or one whose sentences come as datagrams.
///
/// ```swift
/// let receiver = Receiver(try NetworkDevice("gpsd://192.168.1.5"))        // or tcp://host:10110, udp://:10110
/// let shared = try Receiver.shared(named: "gpsd://192.168.1.5")           // one for the whole program
/// ```
///
/// What the receiver says is read by the same rules as from a cable: one fix an epoch, and a position that is not heard
/// again grows old. Of gpsd it asks for the sentences and messages themselves, not for gpsd's reading of them.
///
/// It is joined, lost, and joined again: after a second at first, then after two, four and at most thirty; a server on
/// this machine after two at most. Nothing is ever sent to the receiver, whose settings are its server's.
public final class NetworkDevice: ReceiverDevice {
  private let address: NetworkAddress
  private let time: any TimeSource
  /// The links of those who follow it.
  private let links = Guarded<[Weak<NetworkLink>]>([])

  /// Reads an address, as `gpsd://host`, `gpsd://[::1]:2948/dev/ttyUSB0`, `tcp://host:10110` or `udp://:10110`.
  ///
  /// - Throws: An error that says what is wrong with it; whether something is there shows only later.
  public convenience init(_ address: String, time: some TimeSource = SystemTime()) throws(LocationError) {
    self.init(try NetworkAddress(address), time: time)
  }

  init(_ address: NetworkAddress, time: any TimeSource) {
    self.address = address
    self.time = time
  }

  /// The address in its shortest form; nothing can be sent there.
  public var place: DevicePlace {
    var place = DevicePlace(key: address.text)
    place.takesCommands = false
    return place
  }

  /// Whether it is joined now; datagrams can be heard at any time.
  public var isPresent: Bool {
    address.kind == .udp || links.withLock { $0.contains { $0.value?.canBeOpened == true } }
  }

  /// Connects, and tells when the receiver can be heard, and when not.
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

  /// Hears the receiver from now on.
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

/// An object that is kept by others.
struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object) { self.value = value }
}
