import GPSDelivery
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing
import UBX

@testable import GPSBridge

@Suite struct `A source named in a line of text` {
  @Test func `is a serial port in all its spellings`() throws {
    for text in ["auto", "/dev/ttyACM0", "id:usb-u-blox", "path:pci-0", "serial:AB12", "usb:1546:01a8"] {
      guard case .serial(let selector) = try NamedSource(text) else {
        Issue.record("\(text) is no serial port")
        continue
      }
      #expect(selector.description == text)
    }
  }

  @Test func `is what somebody has registered, with all that stands behind the colon`() throws {
    let names = Notes<String>()
    let time = ManualTime()
    #expect(
      ReceiverSources.register(scheme: "air") { name throws(LocationError) in
        names.note(name)
        return FakeDevice(time)
      })
    #expect(ReceiverSources.schemes.contains("air"))
    let receiver = try Receiver.shared(named: "air:city?speed=3:4")
    #expect(names.entries == ["city?speed=3:4"])
    #expect(try Receiver.shared(named: "air:city?speed=3:4") === receiver)
    #expect(try Receiver.shared(named: "air:other") !== receiver)
    #expect(names.entries.count == 2)
  }

  @Test func `is made anew when nobody holds the receiver any more`() throws {
    let time = ManualTime()
    ReceiverSources.register(scheme: "passing") { _ throws(LocationError) in FakeDevice(time) }
    weak var first: Receiver?
    do {
      let receiver = try Receiver.shared(named: "passing:1")
      first = receiver
    }
    #expect(first == nil)
    #expect(try Receiver.shared(named: "passing:1").state == .idle)
  }

  @Test(arguments: ["auto", "id", "path", "serial", "usb", "", "a:b", "/dev"])
  func `cannot take the words of serial ports`(_ scheme: String) {
    #expect(
      !ReceiverSources.register(scheme: scheme) { _ throws(LocationError) in throw LocationError.cancelled })
  }

  @Test(arguments: ["unheard-of:x", "ttyACM0", "", "usb:xyz", "id:", "sim:walk"])
  func `is refused with what would have been right where it is none`(_ text: String) {
    ReceiverSources.register(scheme: "right") { _ throws(LocationError) in throw LocationError.cancelled }
    let error = #expect(throws: LocationError.self) { try Receiver.shared(named: text) }
    #expect(error?.code == .malformedSource && error?.message.contains("right:…") == true)
    #expect(error?.message.contains("Simulation.register()") == text.hasPrefix("sim:"))
  }

  @Test func `hands on the error of whoever makes it`() {
    ReceiverSources.register(scheme: "broken") { name throws(LocationError) in
      throw LocationError(.deviceNotFound, "there is no \(name)")
    }
    let error = #expect(throws: LocationError.self) { try Receiver.shared(named: "broken:walk") }
    #expect(error?.message == "there is no walk")
  }
}

@Suite(.timeLimit(.minutes(1))) struct `The receiver of the environment` {
  @Test(arguments: [nil, "", "auto"])
  func `is the one that is plugged in, where nothing is said`(_ text: String?) {
    #expect(Receiver.ofEnvironment(text) === Receiver.shared(.auto))
  }

  @Test func `is the one that is named`() {
    let receiver = Receiver.ofEnvironment("/dev/ttyACM77")
    #expect(receiver === Receiver.shared(.node("/dev/ttyACM77")))
  }

  @Test func `has the options of the first who asks, also where a closure changes them`() {
    let first = Receiver.shared(.node("/dev/ttyACM78")) {
      $0.linger = .seconds(9)
      $0.profile = [Setting.model(.automotive)]
    }
    let second = Receiver.shared(.node("/dev/ttyACM78")) { $0.linger = .seconds(1) }
    #expect(second === first)
    #expect(first.engine.options.linger == .seconds(9))
    #expect(first.engine.options.profile == [Setting.model(.automotive)])
    #expect(first.engine.options.silence == ReceiverOptions().silence)
  }

  @Test func `waits and says what was wrong where nothing can be meant`() async throws {
    let manager = LocationManager(Receiver.ofEnvironment("simulated"))
    let updates = manager.liveUpdates.subscribe()
    let first = await updates.next()?.reason
    #expect(first == .starting || first == .malformedSource)
    while manager.state == .idle || manager.state == .waitingForDevice(.notLookedFor) { await Task.yield() }
    guard case .waitingForDevice(let error) = manager.state else {
      throw Unexpected("it is \(manager.state)")
    }
    #expect(error.code == .malformedSource && error.description.contains("GPSBRIDGE_SOURCE"))
    updates.cancel()
  }
}
