import DiscoverySupport
import GPSEventRuntime
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(2))) struct `A device that is named by its port` {
  private let loop = EventLoop.shared

  /// The first presence that a device reports, while a test does something with it.
  private func withPresence(
    of device: SerialDevice, _ body: (DevicePresence) throws -> Void = { _ in }
  ) async throws -> DevicePresence {
    let told = Notes<DevicePresence>()
    let watch = device.follow(on: loop) { told.note($0) }
    defer { watch.cancel() }
    await until { !told.entries.isEmpty }
    let presence = try #require(told.entries.first)
    try body(presence)
    return presence
  }

  private func place(_ presence: DevicePresence) throws -> DevicePlace {
    guard case .present(let place) = presence else {
      Issue.record("\(presence)")
      throw LocationError(.deviceNotFound, "it is not present")
    }
    return place
  }

  private func refusal(_ device: SerialDevice, _ place: DevicePlace) -> LocationError? {
    #expect(throws: LocationError.self) { try device.open(place, speed: nil, on: loop).close() }
  }

  private func monitor(_ system: FakeSystem) -> SerialPortMonitor {
    var patience = MonitorEngine.Patience()
    // Nothing happens by the clock.
    (patience.afterHangUp, patience.forUdev, patience.betweenLooks) =
      (.seconds(3600), .seconds(3600), .seconds(3600))
    return SerialPortMonitor(roots: system.roots, patience: patience)
  }

  @Test(arguments: [FakePort.pl2303("ttyACM0", at: "1-1"), .ublox("ttyACM0", at: "1-2")])
  func `is not opened if another USB device has its node by now`(_ next: FakePort) async throws {
    let system = try FakeSystem()
    var first = FakePort.ublox("ttyACM0", at: "1-1")
    first.serial = "A1"
    try system.plug(first)
    let device = SerialDevice(.auto, monitor: monitor(system))
    _ = try await withPresence(of: device) { presence in
      let place = try place(presence)
      #expect(place.node == "/dev/ttyACM0")
      // The node stays, so no event reports the exchange.
      try system.remove("/sys\(first.plugPath)")
      for block in next.blocks { try system.add(block) }
      try system.link("/sys/class/tty/ttyACM0", to: "../..\(next.path)")
      let error = refusal(device, place)
      #expect(error?.code == .deviceNotFound)
      #expect(error?.message.contains("/dev/ttyACM0 is ") == true, "\(String(describing: error))")
      #expect(error?.message.contains("which was there before, is missing") == true)
    }
  }

  @Test func `is opened, or tried, while the same USB device has its node`() async throws {
    let system = try FakeSystem()
    try system.plug(.ublox("ttyACM77", at: "1-1"))
    let device = SerialDevice(.auto, monitor: monitor(system))
    _ = try await withPresence(of: device) { presence in
      // There is no such node beside the tree of the test.
      let error = refusal(device, try place(presence))
      #expect(error?.message.contains("there is no such device") == true, "\(String(describing: error))")
    }
  }

  @Test func `says for a number that no terminal has that the next one is another program's`() async throws {
    let presence = try await withPresence(of: SerialDevice(.node("/dev/pts/99999")))
    guard case .absent(let error) = presence else { throw Unexpected("\(presence)") }
    #expect(error.code == .deviceNotFound && error.isFinal)
    #expect(
      error.message
        == "there is no terminal /dev/pts/99999, and the next one with its number belongs to another program")
    #expect(error.remedy == "name a link to the terminal, such as the one that --pty makes")
  }

  @Test func `says for a link whose terminal was replaced to start the program again that makes it`() {
    let error = LocationError.terminalReplaced("/tmp/gps0")
    #expect(error.code == .deviceNotFound && !error.isFinal)
    #expect(error.message == "/tmp/gps0 leads to a new terminal that reuses the number of the earlier one")
    #expect(error.remedy == "restart the program that makes the link")
  }
}
