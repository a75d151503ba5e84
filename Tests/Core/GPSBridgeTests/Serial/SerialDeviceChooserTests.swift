import SerialPorts
import Testing

@testable import GPSBridge

@Suite struct `The choice of a port` {
  private let mine = SerialPortDescription.usb("/dev/ttyACM0", at: "usb-1")
  private let other = SerialPortDescription.usb("/dev/ttyACM1", at: "usb-2")

  private func node(_ chooser: inout SerialDeviceChooser) -> String? { try? chooser.choose().node }

  @Test func `is the only receiver where nothing is named`() {
    var chooser = SerialDeviceChooser(.auto)
    #expect(node(&chooser) == nil)
    chooser.take(.appeared(.bridge("/dev/ttyUSB0", at: "usb-9")))
    #expect(node(&chooser) == nil)
    chooser.take(.appeared(mine))
    #expect(node(&chooser) == "/dev/ttyACM0")
  }

  @Test func `stays with the same device when another one comes that is first by its place`() {
    var chooser = SerialDeviceChooser(.auto)
    chooser.take(.appeared(other))
    #expect(node(&chooser) == "/dev/ttyACM1")
    chooser.take(.appeared(mine))
    #expect(node(&chooser) == "/dev/ttyACM1")
  }

  @Test func `finds the same device under another name`() {
    var chooser = SerialDeviceChooser(.node("/dev/ttyACM0"))
    chooser.take(.appeared(mine))
    #expect(node(&chooser) == "/dev/ttyACM0")
    chooser.take(.disappeared(mine))
    #expect(node(&chooser) == nil)
    chooser.take(.appeared(.usb("/dev/ttyACM5", at: "usb-1")))
    #expect(node(&chooser) == "/dev/ttyACM5")
  }

  @Test func `does not take another device for it that got its name`() {
    var chooser = SerialDeviceChooser(.node("/dev/ttyUSB0"))
    let first = SerialPortDescription.usb("/dev/ttyUSB0", at: "usb-1", 0x067B, 0x2303, driver: "pl2303")
    chooser.take(.appeared(first))
    #expect(node(&chooser) == "/dev/ttyUSB0")
    chooser.take(.disappeared(first))
    chooser.take(.appeared(.bridge("/dev/ttyUSB0", at: "usb-2")))
    let error = #expect(throws: SerialPortSelectionError.self) { try chooser.choose() }
    #expect(error?.description.contains("/dev/ttyUSB0 is") == true)
  }

  @Test func `takes the same kind of device at another place by its old name`() {
    var chooser = SerialDeviceChooser(.node("/dev/ttyACM0"))
    chooser.take(.appeared(mine))
    _ = node(&chooser)
    chooser.take(.disappeared(mine))
    chooser.take(.appeared(.usb("/dev/ttyACM0", at: "usb-7")))
    #expect(node(&chooser) == "/dev/ttyACM0")
  }

  @Test func `takes a bridge unasked only where a receiver was found behind it before`() {
    let bridge = SerialPortDescription.bridge("/dev/ttyUSB0", at: "usb-9")
    var chooser = SerialDeviceChooser(.auto, remembered: [bridge.key])
    chooser.take(.appeared(bridge))
    #expect(node(&chooser) == "/dev/ttyUSB0")
    var stranger = SerialDeviceChooser(.auto, remembered: ["usb-8"])
    stranger.take(.appeared(bridge))
    #expect(node(&stranger) == nil)
  }

  @Test func `prefers a receiver to a bridge that is remembered`() {
    let bridge = SerialPortDescription.bridge("/dev/ttyUSB0", at: "usb-0")
    var chooser = SerialDeviceChooser(.auto, remembered: [bridge.key])
    chooser.take(.appeared(bridge))
    chooser.take(.appeared(mine))
    #expect(node(&chooser) == "/dev/ttyACM0")
  }

  @Test func `says which ports could be meant`() {
    var chooser = SerialDeviceChooser(.serial("0001"))
    chooser.take(.appeared(.bridge("/dev/ttyUSB0", at: "usb-1")))
    chooser.take(.appeared(.bridge("/dev/ttyUSB1", at: "usb-2")))
    let error = #expect(throws: SerialPortSelectionError.self) { try chooser.choose() }
    #expect(error?.candidates.map(\.port.node) == ["/dev/ttyUSB0", "/dev/ttyUSB1"])
  }

  @Test func `knows that a receiver with USB of its own has no speed, and a bridge of that class has one`() {
    #expect(mine.hasNoLine)
    #expect(!SerialPortDescription.usb("/dev/ttyACM0", at: "usb-1", 0x1A86, 0x55D3).hasNoLine)
    #expect(!SerialPortDescription.bridge("/dev/ttyUSB0", at: "usb-1").hasNoLine)
  }
}

@Suite struct `A shared receiver` {
  private let ports = [
    SerialPortDescription.usb("/dev/ttyACM0", at: "usb-1"), .bridge("/dev/ttyUSB0", at: "usb-2"),
  ]

  @Test func `is the same one for the same selector, while somebody holds it`() {
    let shared = SharedReceivers()
    let one = shared.receiver(for: .path("usb-1"), among: ports)
    #expect(shared.receiver(for: .path("usb-1"), among: ports) === one)
    #expect(shared.receiver(for: .path("usb-2"), among: ports) !== one)
  }

  @Test func `is another one when nobody has held it any more`() {
    let shared = SharedReceivers()
    weak let first = shared.receiver(for: .auto, among: [])
    #expect(first == nil)
    let second = shared.receiver(for: .auto, among: [])
    #expect(second.state == .idle)
  }
}
