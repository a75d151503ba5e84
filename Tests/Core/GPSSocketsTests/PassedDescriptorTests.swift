import Glibc
import GPSSystemCalls
import Testing

@testable import GPSSockets

@Suite struct `A passed descriptor` {
  /// A copy without the mark that it is closed at an exec: so it looks as if another program had passed it.
  private func passed(_ descriptor: CInt) throws -> CInt {
    let copy = dup(descriptor)
    try #require(copy >= 0)
    return copy
  }

  @Test func `is a listener, with its address`() throws {
    let listener = try #require(try Kernel.listen(.host("127.0.0.1", port: 0)).first)
    let copy = try passed(listener)
    defer { for one in [listener, copy] { close(one) } }
    let port = try Kernel.port(of: listener)
    #expect(Kernel.kind(ofPassed: copy) == .listener(.four(0x7F00_0001, port: port)))
    #expect(Kernel.ownAddress(of: listener)?.text == "127.0.0.1:\(port)")
  }

  @Test func `is one of ours, and left alone, where no exec would have let it through`() throws {
    let listener = try #require(try Kernel.listen(.path("@gpsbridge-own-\(getpid())")).first)
    defer { close(listener) }
    #expect(Kernel.kind(ofPassed: listener) == .notPassed("this program has opened it itself"))
    #expect(Kernel.kind(ofPassed: 1_000_000) == .notPassed("it is not open"))
  }

  @Test func `is a connection, or a socket without one`() throws {
    var pair: [CInt] = [-1, -1]
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
    let alone = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let datagrams = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    let file = try passed(STDIN_FILENO)
    defer { for one in pair + [alone, datagrams, file] { close(one) } }
    #expect(Kernel.kind(ofPassed: pair[0]) == .connection)
    #expect(Kernel.kind(ofPassed: alone) == .other("it is a socket without a connection"))
    #expect(Kernel.kind(ofPassed: datagrams) == .other("it is a socket without connections"))
    #expect(Kernel.kind(ofPassed: file) == .other("it is not a socket"))
  }

  @Test func `never blocks once it is taken over, and is closed in child processes`() throws {
    var pair: [CInt] = [-1, -1]
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
    defer { for one in pair { close(one) } }
    try Kernel.takeOver(passed: pair[0])
    var buffer: [UInt8] = [0]
    #expect(throws: Errno.wouldBlock) { try Kernel.read(pair[0], into: &buffer) }
    #expect(fcntl(pair[0], F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `goes with a datagram, and is the same open file behind it`() throws {
    let name = "@gpsbridge-datagrams-\(getpid())"
    let receiver = try Kernel.datagramSocket(at: name)
    let sender = try Kernel.datagramSocket(to: name)
    var pair: [CInt] = [-1, -1]
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
    defer { for one in pair + [receiver, sender] { close(one) } }
    #expect(throws: Errno.wouldBlock) { try Kernel.receiveDatagram(receiver) }
    try Kernel.send(datagram: Array("alone".utf8), with: nil, to: sender)
    try Kernel.send(datagram: Array("with".utf8), with: pair[0], to: sender)
    let first = try Kernel.receiveDatagram(receiver)
    #expect(first.bytes == Array("alone".utf8) && first.descriptor == nil)
    let second = try Kernel.receiveDatagram(receiver)
    let copy = try #require(second.descriptor)
    defer { close(copy) }
    #expect(second.bytes == Array("with".utf8))
    _ = try Kernel.send(copy, [7][...])
    var buffer: [UInt8] = [0, 0]
    #expect(try Kernel.read(pair[1], into: &buffer) == 1)
    #expect(buffer[0] == 7)
  }

  @Test func `leads nowhere where nobody receives datagrams`() {
    #expect(throws: Errno.self) { try Kernel.datagramSocket(to: "@gpsbridge-nobody-\(getpid())") }
    #expect(throws: Errno.noSuchFile) { try Kernel.datagramSocket(to: "/nowhere/notify") }
    #expect(throws: Errno.nameTooLong) {
      try Kernel.datagramSocket(to: "/" + String(repeating: "a", count: 200))
    }
  }
}

@Suite struct `The address of an end` {
  @Test func `is written as a person writes it`() {
    #expect(EndAddress.four(0xC000_0201, port: 2947).text == "192.0.2.1:2947")
    #expect(EndAddress.six(0x2001_0DB8_0000_0000, 5, port: 80).text == "[2001:db8::5]:80")
    #expect(EndAddress.six(0, 1, port: 2947).text == "[::1]:2947")
    #expect(EndAddress.local("/run/x").text == "/run/x")
  }

  @Test func `is this machine's where it can't leave it`() {
    #expect(EndAddress.four(0x7F01_0203, port: 1).isOfThisMachine)
    #expect(EndAddress.six(0, 1, port: 1).isOfThisMachine && EndAddress.local("").isOfThisMachine)
    #expect(!EndAddress.four(0xC000_0201, port: 1).isOfThisMachine)
    #expect(!EndAddress.six(0, 2, port: 1).isOfThisMachine)
  }

  @Test(arguments: [
    ("10110", EndAddress.four(0x7F00_0001, port: 10110), true), ("10110", .six(0, 1, port: 10110), true),
    ("10110", .four(0x7F00_0001, port: 10111), false), ("10110", .six(0, 0, port: 10110), false),
    ("*:10110", .six(0, 0, port: 10110), true), ("*:10110", .four(0, port: 10110), true),
    ("*:10110", .four(0x7F00_0001, port: 10110), false),
    ("192.0.2.1:10110", .four(0xC000_0201, port: 10110), true),
    ("[2001:db8::5]:80", .six(0x2001_0DB8_0000_0000, 5, port: 80), true),
    ("/run/x", .local("/run/x"), true), ("/run/x", .local("/run/y"), false),
    ("@x", .local("@x"), true),
  ])
  func `is meant by the address that a service was given, or is not`(
    _ text: String, _ end: EndAddress, _ isMeant: Bool
  ) throws {
    #expect(try ServiceAddress(text).means(end) == isMeant)
  }

  @Test func `is that of IPv4 where a socket for both shows it so`() throws {
    let listener = try #require(try Kernel.listen(.everywhere(port: 0)).first)
    defer { close(listener) }
    let port = try Kernel.port(of: listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let peer = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(peer) }
    let answer = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(peer, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(answer == 0)
    #expect(Kernel.waiting(at: listener) == 1)
    #expect(throws: Errno.tooManyOpen) { try Kernel.accept(listener, sparing: .max) }
    let accepted = try #require(try Kernel.accept(listener, sparing: Kernel.sparedDescriptors))
    defer { close(accepted) }
    #expect(Kernel.peerAddress(of: accepted)?.withoutPort == .four(0x7F00_0001, port: 0))
  }
}
