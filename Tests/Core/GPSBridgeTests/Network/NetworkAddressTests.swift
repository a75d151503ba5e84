import GPSBase
import Testing

@testable import GPSBridge

@Suite struct `An address of a receiver on the network` {
  @Test func `has gpsd's port unless it names another`() throws {
    let plain = try NetworkAddress("gpsd://localhost")
    #expect(plain == NetworkAddress(.gpsd, host: "localhost", port: 2947))
    #expect(try NetworkAddress("gpsd://localhost:2947/").text == "gpsd://localhost")
    #expect(try NetworkAddress("gpsd://gps.example.org:2948").port == 2948)
    #expect(plain.hostAndPort == "localhost:2947")
  }

  @Test func `has IPv6 in brackets, with a zone where the link needs one`() throws {
    #expect(try NetworkAddress("gpsd://[::1]").host == "::1")
    let link = try NetworkAddress("tcp://[fe80::1%eth0]:10110")
    #expect(link.host == "fe80::1%eth0" && link.port == 10_110)
    #expect(link.text == "tcp://[fe80::1%eth0]:10110")
  }

  @Test(arguments: [
    ("gpsd://h/dev/ttyUSB0", "/dev/ttyUSB0"), ("gpsd://h//dev/ttyUSB0", "/dev/ttyUSB0"),
    ("gpsd://h/dev/my%20gps", "/dev/my gps"), ("gpsd://h/%2Fdev%2Fx", "/dev/x"),
    ("gpsd://[::1]:5/dev/gps%C3%A9", "/dev/gpsé"), ("gpsd://h/tcp:%2f%2Fa:1", "tcp://a:1"),
    ("gpsd://h/sim:walk", "sim:walk"), ("gpsd://h/dev/serial/by-path/pci-0:1", "/dev/serial/by-path/pci-0:1"),
  ])
  func `names one of gpsd's receivers by its path, with one slash in front`(
    text: String, path: String
  ) throws {
    let address = try NetworkAddress(text)
    #expect(address.device == path)
    #expect(try NetworkAddress(address.text) == address)
  }

  @Test(arguments: [
    ("udp://:10110", ""), ("udp://0.0.0.0:10110", "0.0.0.0"), ("udp://239.192.0.4:10110", "239.192.0.4"),
    ("udp://[ff02::1]:10110", "ff02::1"), ("udp://localhost:10110", "127.0.0.1"),
  ])
  func `of datagrams is one of this machine's, a group, or none`(text: String, host: String) throws {
    let address = try NetworkAddress(text)
    #expect(address.host == host && address.port == 10_110)
  }

  @Test(arguments: [
    "", "gpsd", "gpsd:", "gpsd:localhost", "gpsd:/localhost", "gpsd://", "gpsd:///dev/ttyUSB0",
    "gpsd://:2947", "gpsd://h:", "gpsd://h:0", "gpsd://h:65536", "gpsd://h:+1", "gpsd://h:1:2", "gpsd://::1",
    "gpsd://[::1", "gpsd://[::1]x", "gpsd://[]", "gpsd://[host]", "gpsd://a b", "gpsd://user@host",
    "gpsd://h/%", "gpsd://h/%4", "gpsd://h/%zz", "gpsd://h/%00", "gpsd://h/%FF", "gpsd://h/a%0Ab",
    "gpsd://host?x", "tcp://host", "tcp://host:", "tcp://host:1/x", "tcp://:1", "udp://10110", "udp://",
    "udp://host:1", "udp://1.2.3:4", "udp://1.2.3.+4:5", "http://host:1", "GPSD://host",
    "gpsd://\(String(repeating: "a", count: 300))",
  ])
  func `that names none is refused, with one that would`(text: String) {
    let error = #expect(throws: LocationError.self) { try NetworkAddress(text) }
    #expect(error?.code == .malformedSource && error?.remedy?.hasPrefix("Write it like ") == true)
    #expect((error?.message.count ?? 0) < 200)
  }

  @Test func `is known to every program`() throws {
    #expect(Set(ReceiverSources.schemes).isSuperset(of: ["gpsd", "tcp", "udp"]))
    let receiver = try Receiver.shared(named: "gpsd://localhost:1")
    #expect(try Receiver.shared(named: "gpsd://localhost:1") === receiver)
    #expect(throws: LocationError.self) { try Receiver.shared(named: "tcp://localhost") }
  }

  @Test func `waits longer and longer before it asks again, and not long on this machine`() {
    var pauses = NetworkLink.usualPauses
    #expect((0..<7).map { _ in pauses.next() } == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    pauses.lasted(.seconds(30))
    pauses.longest = NetworkLink.longestPauseHere
    #expect((0..<4).map { _ in pauses.next() } == [1, 2, 2, 2].map { .seconds($0) })
  }

  @Test func `waits longer and longer though a server answers, until it has answered for half a minute`() {
    var pauses = NetworkLink.usualPauses
    let waited = [0.1, 29, 5, 30, 1].map { time in
      defer { pauses.lasted(.seconds(time)) }
      return pauses.next()
    }
    #expect(waited == [1, 2, 4, 8, 1].map { .seconds($0) })
  }
}
