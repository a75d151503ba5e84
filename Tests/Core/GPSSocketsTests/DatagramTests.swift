import GPSSystemCalls
import Testing

@testable import GPSSockets

@Suite struct `A target of datagrams` {
  @Test(
    arguments: [
      ("127.0.0.1", .one), ("::1", .one), ("255.255.255.255", .broadcast), ("239.192.0.4", .group),
      ("ff02::1", .group),
      ("192.168.1.255", .one),
    ] as [(String, DatagramTarget.Reach)])
  func `is a machine, all of them, or a group`(host: String, reach: DatagramTarget.Reach) throws {
    #expect(try #require(DatagramTarget(host: host, port: 10110)).reach == reach)
  }

  @Test(arguments: ["", "*", "example.org", "127.0.0.256", "::g"]) func `is a number`(host: String) {
    #expect(DatagramTarget(host: host, port: 10110) == nil)
  }

  @Test func `is sent to without an answer, also where nobody listens`() throws {
    let target = try #require(DatagramTarget(host: "127.0.0.1", port: 9))
    let socket = try Kernel.datagramSocket(to: target, hops: 1, interface: "lo")
    defer { try? Kernel.close(socket) }
    try Kernel.send([1, 2, 3][...], by: socket, to: target)
    #expect(throws: Errno.noSuchDevice) {
      try Kernel.datagramSocket(to: target, hops: nil, interface: "nowhere0")
    }
  }

  @Test func `of a group takes hops and an interface`() throws {
    for host in ["239.192.0.4", "ff02::1"] {
      let target = try #require(DatagramTarget(host: host, port: 10110))
      try Kernel.close(try Kernel.datagramSocket(to: target, hops: 2, interface: "lo"))
    }
  }
}
