import Testing

@testable import SerialPorts

@Suite struct `The table of known devices` {
  @Test func `names no device twice`() {
    var seen: Set<USBIdentity> = []
    for device in KnownDevices.all {
      let pair = USBIdentity(vendor: device.identity.vendor, product: device.identity.product)
      #expect(seen.insert(pair).inserted, "\(pair) is there twice")
    }
  }

  @Test func `holds a device's kind where the kind's list is`() {
    #expect(KnownDevices.receivers.allSatisfy { $0.kind == .receiver })
    #expect(KnownDevices.binaryReceivers.allSatisfy { $0.kind == .binaryReceiver })
    #expect(KnownDevices.gateways.allSatisfy { $0.kind == .gateway })
    #expect(KnownDevices.bridges.allSatisfy { $0.kind == .bridge })
    #expect(KnownDevices.others.allSatisfy { $0.kind == .other })
    #expect(KnownDevices.suspected.allSatisfy { $0.kind == .unknown })
  }

  @Test func `claims nothing by a board maker's name`() {
    let claimed = KnownDevices.all.filter { $0.kind.rulesClass != nil }
    #expect(!claimed.contains { KnownDevices.boardMakers[$0.identity.vendor] != nil })
  }

  @Test(arguments: KnownDevices.all)
  func `gives each device a name and a note that are plain text`(_ device: KnownDevice) {
    #expect(device.model.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x24 })
    #expect(!device.model.isEmpty && device.note?.hasSuffix(".") != false)
  }

  @Test func `says of two UARTs that no driver serves them`() {
    let missing = KnownDevices.all.filter { $0.driver == .missing }.map { "\($0.identity)" }
    #expect(missing == ["1546:050c", "1546:050d"])
    #expect(
      KnownDevices.device(for: USBIdentity(vendor: 0x1546, product: 0x01A8))?.driver == .module("cdc_acm"))
  }

  @Test func `finds the interface that is meant, and no other`() {
    var identity = USBIdentity(vendor: 0x1546, product: 0x0506, interface: 2)
    #expect(KnownDevices.device(for: identity)?.model == "u-blox EVK-M101")
    identity.interface = 0
    #expect(KnownDevices.device(for: identity) == nil)
    // The whole USB device.
    identity.interface = nil
    #expect(KnownDevices.device(for: identity)?.model == "u-blox EVK-M101")
    // An entry for all interfaces.
    #expect(KnownDevices.device(for: USBIdentity(vendor: 0x1546, product: 0x01A7, interface: 9)) != nil)
  }

  @Test(
    arguments: [
      (0x1546, 0x01A7, "1546:01a7"), (0, 0, "0000:0000"), (0xFFFF, 0x0A, "ffff:000a"),
    ] as [(UInt16, UInt16, String)])
  func `writes ids as lsusb does`(vendor: UInt16, product: UInt16, text: String) {
    #expect("\(USBIdentity(vendor: vendor, product: product, interface: 3))" == text)
  }

  @Test(arguments: ["A50285BI", "1001A", "2", "u-blox", "99", "01234", "12345"])
  func `believes a serial number that tells devices apart`(_ serial: String) {
    #expect(KnownDevices.tellsApart(serial: serial))
  }

  @Test(arguments: ["", "0", "0001", "00000000", "1", "1111", "0123456789ABCDEF", "012345", "123456789"])
  func `does not believe one that each device has`(_ serial: String) {
    #expect(!KnownDevices.tellsApart(serial: serial))
  }
}
