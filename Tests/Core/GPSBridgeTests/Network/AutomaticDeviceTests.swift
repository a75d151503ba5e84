import Glibc
import GPSEventRuntime
import GPSSystemCalls
import SerialPorts
import SimulatedGPS
import Testing
import TestSupport

@testable import GPSBridge

@Suite(.timeLimit(.minutes(2))) struct `The receiver that is plugged in` {
  private typealias Words = `A conversation with a gpsd`
  private let time = ManualTime(utcSeconds: 1_795_000_000)
  private let port: FakeDevice
  private let server: ScriptedServer
  private let searched = Notes<String>()

  init() throws {
    port = FakeDevice(time)
    server = try ScriptedServer()
  }

  private func receiver(isOwner: Bool = true) -> Receiver {
    let address =
      isOwner ? NetworkAddress(.gpsd, host: "127.0.0.1", port: server.port, device: "/dev/fake0") : nil
    let device = AutomaticDevice(port, time: time) { [searched] node in
      searched.note(node)
      return address
    }
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    return Receiver(device, time: time, options: options)
  }

  private func wait(_ receiver: Receiver, _ duration: Duration) {
    for _ in 0..<4 { receiver.engine.loop.sync {} }
    time.jump(by: duration)
    for _ in 0..<4 { receiver.engine.loop.sync {} }
  }

  private func welcome() throws -> ScriptedServer.Guest {
    let guest = try server.guest()
    guest.say(Words.version)
    #expect(try guest.line().hasSuffix(#""device":"/dev/fake0"};"#))
    guest.say(Words.devices(Words.device("/dev/fake0")) + Words.watching)
    return guest
  }

  @Test func `is read from its port where that is free, and gpsd is not asked`() async {
    let receiver = receiver()
    let listening = receiver.onReport { _ in }
    await until { receiver.place?.node == "/dev/fake0" }
    #expect(searched.entries.isEmpty)
    listening.cancel()
  }

  @Test(arguments: [LocationError.Code.deviceBusy, .permissionDenied])
  func `is heard over the gpsd that has its port, and from the port when gpsd has gone`(
    refusal: LocationError.Code
  ) async throws {
    port.refuse(LocationError(refusal, "gpsd has it"))
    let receiver = receiver()
    let listening = receiver.onReport { _ in }
    do {
      let guest = try welcome()
      await until {
        // Whatever was being tried when gpsd answered, the news come again.
        wait(receiver, .milliseconds(100))
        return receiver.place?.takesCommands == false
      }
      #expect(receiver.place?.node == "gpsd://127.0.0.1:\(server.port)/dev/fake0")
      await Pace.play(0..<3, to: receiver, time) { guest.say($0) }
      await until { receiver.state == .fix }
      port.refuse(nil)
    }
    await until {
      wait(receiver, .milliseconds(250))
      return receiver.place?.node == "/dev/fake0" && receiver.state.error == nil
    }
    #expect(searched.entries.allSatisfy { $0 == "/dev/fake0" })
    listening.cancel()
  }

  @Test func `is waited for where its port is taken, and not by gpsd`() async {
    let busy = LocationError(.deviceBusy, "a terminal has it")
    port.refuse(busy)
    let receiver = receiver(isOwner: false)
    let listening = receiver.onReport { _ in }
    await until { receiver.state == .waitingToRetry(busy) }
    listening.cancel()
  }

  @Test func `is looked for at gpsd only where no port was named, and nobody forbids it`() {
    let other = SharedReceivers()
    var options = ReceiverOptions()
    #expect(other.receiver(for: .auto, options, among: []).engine.device is AutomaticDevice)
    #expect(other.receiver(for: .node("/dev/ttyUSB0"), options, among: []).engine.device is SerialDevice)
    options.joinsGPSD = false
    #expect(SharedReceivers().receiver(for: .auto, options, among: []).engine.device is SerialDevice)
  }
}

@Suite(.timeLimit(.minutes(2))) struct `The search for the gpsd that has a port` {
  private typealias Words = `A conversation with a gpsd`

  /// What a search finds while a server answers it.
  private func found(
    _ node: String, _ answer: @escaping @Sendable (ScriptedServer.Guest) throws -> Void
  ) throws -> NetworkAddress? {
    let server = try ScriptedServer()
    let port = server.port
    let found = Guarded<NetworkAddress?>(nil)
    let listener = Guarded(Handover(server))
    onThreads(2) { number in
      if number == 0 {
        let address = GPSDSearch(port: port, patience: 10_000).owner(of: node)
        found.withLock { $0 = address }
      } else if let guest = try? listener.withLock({ try $0.server.guest() }) {
        try? answer(guest)
      }
    }
    return found.withLock { $0 }
  }

  @Test func `finds it by the port's own name, and by a link to it`() throws {
    let folder = try TestFolder()
    let terminal = try PseudoTerminal()
    let link = folder.file("gps0")
    try folder.link("gps0", to: terminal.path)
    for path in [terminal.path, link] {
      let address = try found(terminal.path) { guest in
        guest.say(Words.version)
        guard try guest.line() == "?DEVICES;" else { return }
        guest.say(Words.devices(Words.device("/dev/other"), Words.device(path)))
        _ = guest.waitForEnd()
      }
      #expect(address?.device == path && address?.host == "127.0.0.1")
    }
  }

  @Test func `finds none where gpsd has other ports, and where it is no gpsd`() throws {
    let other = try found("/dev/null") { guest in
      guest.say(Words.version + Words.devices(Words.device("/dev/zero")))
      _ = guest.waitForEnd()
    }
    #expect(other == nil)
    let page = try found("/dev/null") { $0.say("HTTP/1.1 400\r\n") }
    #expect(page == nil)
    let mute = try found("/dev/null") { _ in }
    #expect(mute == nil)
    #expect(GPSDSearch(port: 1, patience: 100).owner(of: "/dev/null") == nil)
  }
}

/// A server that one thread hands to another.
private struct Handover: @unchecked Sendable {
  let server: ScriptedServer

  init(_ server: ScriptedServer) { self.server = server }
}
