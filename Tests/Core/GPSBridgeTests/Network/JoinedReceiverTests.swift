import GPSEventRuntime
import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// A receiver behind an address, on time that is moved by hand.
private final class Joined {
  let time = ManualTime(utcSeconds: 1_795_000_000)
  let receiver: Receiver
  private let reports = Notes<Report>()
  private var listening: ReceiverListening?

  init(_ address: String, _ change: (inout ReceiverOptions) -> Void = { _ in }) throws {
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    change(&options)
    receiver = Receiver(try NetworkDevice(address, time: time), time: time, options: options)
    listening = receiver.onReport { [reports] report in reports.note(report) }
  }

  deinit { listening?.cancel() }

  func stop() { listening?.cancel() }

  /// Lets time pass, after what is on its way has happened.
  func wait(_ duration: Duration) {
    for _ in 0..<4 { receiver.engine.loop.sync {} }
    time.jump(by: duration)
    for _ in 0..<4 { receiver.engine.loop.sync {} }
  }

  /// Sends epochs, one a second of its time.
  func hear(_ seconds: Range<Int>, from guest: ScriptedServer.Guest) async {
    await Pace.play(seconds, to: receiver, time) { guest.say($0) }
  }

  var events: [ReceiverEvent.Kind] {
    reports.entries.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
  }

  var fault: LocationError? { receiver.state.error }

  var epochs: [Epoch] {
    reports.entries.compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A receiver that a gpsd has` {
  private typealias Words = `A conversation with a gpsd`
  private let server: ScriptedServer

  init() throws { server = try ScriptedServer() }

  private func joined(_ change: (inout ReceiverOptions) -> Void = { _ in }) throws -> Joined {
    try Joined("gpsd://127.0.0.1:\(server.port)", change)
  }

  /// Takes the next client, up to its wish to hear the receiver.
  private func welcome() throws -> ScriptedServer.Guest {
    let guest = try server.guest()
    guest.say(Words.version)
    #expect(try guest.line() == #"?WATCH={"enable":true,"raw":1,"json":true};"#)
    guest.say(Words.devices(Words.device("/dev/ttyUSB0")) + Words.watching)
    return guest
  }

  private func epochs(_ seconds: Range<Int>) -> [UInt8] { seconds.flatMap { wireEpoch(second: $0) } }

  @Test func `is heard as over a cable, and has the address for its name`() async throws {
    let joined = try joined()
    let guest = try welcome()
    await joined.hear(0..<3, from: guest)
    await until { joined.receiver.state == .fix }
    #expect(joined.receiver.location?.coordinate.latitude == 48)
    #expect(joined.receiver.place?.node == "gpsd://127.0.0.1:\(server.port)")
    #expect(joined.receiver.place?.name.hasPrefix("/dev/ttyUSB0 of gpsd 3.22 at ") == true)
    // What is not said again grows old, whatever gpsd goes on telling.
    guest.say(#"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"lat":48.0,"lon":11.0}"# + "\r\n")
    joined.wait(.seconds(60))
    #expect(joined.receiver.state == .lost)
  }

  @Test func `is asked nothing and told nothing, and no speed is tried on it`() async throws {
    let joined = try joined {
      $0.profile = [Setting.updateRate(.hertz(5))]
      $0.conditionInterval = .seconds(1)
      $0.dialect = .ubx
    }
    let guest = try welcome()
    for second in 0..<10 {
      guest.say(epochs(second..<(second + 1)))
      await until { joined.receiver.counts.sentences >= 2 * second + 2 }
      joined.wait(.seconds(1))
    }
    let error = await #expect(throws: LocationError.self) {
      try await joined.receiver.send(bytes: [0x24, 0x0D, 0x0A])
    }
    #expect(error?.code == .unsupported)
    #expect(guest.unread.isEmpty)
    let tried = joined.events.contains {
      switch $0 {
      case .speedTried, .speedFound, .settingNotRestored: true
      default: false
      }
    }
    #expect(!tried)
  }

  @Test func `is joined again a second after the server has ended`() async throws {
    let joined = try joined()
    do {
      let guest = try welcome()
      await joined.hear(0..<3, from: guest)
      await until { joined.receiver.state == .fix }
    }
    await until { joined.fault != nil }
    #expect(joined.fault?.code == .notServed)
    #expect(joined.fault?.message.contains("has ended the connection") == true)
    #expect(joined.receiver.latest?.location == nil)
    joined.wait(.milliseconds(1000))
    let guest = try welcome()
    await joined.hear(10..<13, from: guest)
    await until { joined.receiver.state == .fix }
    let openings = joined.events.count { if case .opened = $0 { true } else { false } }
    #expect(openings == 2)
  }

  @Test func `is waited for where nobody listens, in pauses of two seconds at most on this machine`()
    async throws
  {
    let port = server.port
    var other: ScriptedServer? = try ScriptedServer()
    let free = try #require(other?.port)
    other = nil
    #expect(free != port)
    let joined = try Joined("gpsd://localhost:\(free)")
    await until { joined.fault != nil }
    #expect(joined.fault?.message == "cannot reach localhost:\(free): Connection refused")
    for _ in 0..<10 { joined.wait(.seconds(1)) }
    let back = try ScriptedServer(port: free)
    for _ in 0..<3 { joined.wait(.seconds(1)) }
    let guest = try back.guest()
    guest.say(Words.version)
    #expect(try guest.line().hasPrefix("?WATCH="))
  }

  @Test func `comes and goes with its cable, over one connection`() async throws {
    let joined = try joined()
    let guest = try server.guest()
    guest.say(Words.version)
    _ = try guest.line()
    guest.say(Words.devices() + Words.watching)
    await until { joined.fault != nil }
    #expect(joined.fault?.message.hasSuffix("has no receiver") == true)
    guest.say(Words.device("/dev/ttyUSB0") + "\r\n")
    await until { joined.receiver.place != nil && joined.fault == nil }
    await joined.hear(0..<3, from: guest)
    await until { joined.receiver.state == .fix }
    guest.say(#"{"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}"# + "\r\n")
    await until { joined.fault != nil }
    #expect(joined.fault?.message.contains("is gone") == true)
    guest.say(Words.device("/dev/ttyUSB0") + "\r\n")
    await until { joined.receiver.place != nil && joined.fault == nil }
    await joined.hear(10..<13, from: guest)
    await until { joined.receiver.state == .fix }
  }

  @Test func `without a word is silent, and that is said of the server`() async throws {
    let joined = try joined()
    let guest = try welcome()
    await until { joined.receiver.place != nil }
    joined.wait(.seconds(4))
    #expect(joined.receiver.state == .silent && joined.receiver.verdict.code == .notServed)
    // Opened again by itself, it is still heard.
    joined.wait(.seconds(20))
    await joined.hear(0..<3, from: guest)
    await until { joined.receiver.state == .fix }
  }

  @Test func `is left where the server says nothing, and where it says too much`() async throws {
    let joined = try joined()
    let mute = try server.guest()
    joined.wait(.seconds(16))
    #expect(joined.fault?.message.contains("does not identify itself as gpsd") == true)
    #expect(mute.waitForEnd())
    joined.wait(.seconds(1))
    let endless = try welcome()
    endless.say(Array(repeating: UInt8(ascii: "x"), count: 30_000))
    await until { joined.fault?.message.contains("more than 16384 bytes") == true }
    #expect(endless.waitForEnd())
  }

  @Test func `is let go when nobody listens any more`() async throws {
    let joined = try joined()
    let guest = try welcome()
    await until { joined.receiver.place != nil }
    joined.stop()
    joined.wait(.seconds(3))
    #expect(guest.waitForEnd())
    #expect(joined.receiver.state == .idle)
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A receiver behind a server of plain sentences` {
  @Test func `is heard, and joined again`() async throws {
    let server = try ScriptedServer()
    let joined = try Joined("tcp://127.0.0.1:\(server.port)")
    do {
      let guest = try server.guest()
      await joined.hear(0..<3, from: guest)
      await until { joined.receiver.state == .fix }
    }
    await until { joined.fault != nil }
    joined.wait(.seconds(1))
    let guest = try server.guest()
    await joined.hear(10..<13, from: guest)
    await until { joined.receiver.state == .fix }
    #expect(guest.unread.isEmpty)
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A receiver whose sentences come as datagrams` {
  @Test func `is heard, whoever sends them`() async throws {
    let (held, port) = Loopback.datagrams()
    close(held)
    let joined = try Joined("udp://127.0.0.1:\(port)")
    await until { joined.receiver.place != nil }
    await Pace.play(0..<3, to: joined.receiver, joined.time) { epoch in
      Loopback.send(String(decoding: epoch, as: UTF8.self), to: port)
      Loopback.send("", to: port)
    }
    await until { joined.receiver.state == .fix }
  }

  @Test func `says who is in the way where the port is another program's`() async throws {
    let (held, port) = Loopback.datagrams()
    defer { close(held) }
    let joined = try Joined("udp://127.0.0.1:\(port)")
    await until { joined.fault != nil }
    #expect(joined.fault?.code == .deviceBusy)
    #expect(joined.fault?.message == "cannot receive at udp://127.0.0.1:\(port): Address already in use")
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A server that sends a backlog` {
  private typealias Words = `A conversation with a gpsd`

  /// A car at 22 m/s.
  private func epoch(_ second: Int) -> [UInt8] {
    wireEpoch(second: second, latitude: 48 + Double(second) * 0.0002)
  }

  private func welcome(
    _ joined: Joined, at server: ScriptedServer, _ scheme: String
  ) async throws -> ScriptedServer.Guest {
    let guest = try server.guest()
    if scheme == "gpsd" {
      guest.say(Words.version)
      _ = try guest.line()
      guest.say(Words.devices(Words.device("/dev/ttyUSB0")) + Words.watching)
    }
    await until { joined.receiver.place != nil }
    return guest
  }

  @Test(arguments: ["tcp", "gpsd"])
  func `brings no old position as a live one, and no later one is suspect`(scheme: String) async throws {
    let server = try ScriptedServer()
    let joined = try Joined("\(scheme)://127.0.0.1:\(server.port)")
    let guest = try await welcome(joined, at: server, scheme)
    // A minute of the drive, as it waits in a server for who connects.
    guest.say((0..<60).flatMap(epoch))
    await until { joined.receiver.counts.sentences >= 120 }
    joined.wait(.seconds(1))
    for second in 60..<80 {
      guest.say(epoch(second))
      await until { joined.receiver.counts.sentences >= 2 * second + 2 }
      joined.wait(.seconds(1))
    }
    let all = joined.epochs
    #expect(all.count > 75)
    #expect(all.prefix(59).allSatisfy { $0.delay != nil && $0.update.location == nil }, "\(all)")
    #expect(all.suffix(15).allSatisfy { $0.delay == nil && $0.update.freshness == .live })
    #expect(all.allSatisfy { !$0.isSuspect } && joined.receiver.verdict.code != .spoofed)
  }
}
