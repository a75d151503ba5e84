import Testing

@testable import SerialPorts

private func classify(
  _ vendor: UInt16, _ product: UInt16, interface: UInt8? = nil, driver: String? = nil
) -> Classification {
  KnownDevices.classify(USBIdentity(vendor: vendor, product: product, interface: interface), driver: driver)
}

@Suite struct `A classification` {
  @Test func `of a u-blox stick says that it is opened`() {
    let classification = classify(0x1546, 0x01A7, interface: 0, driver: "cdc_acm")
    #expect(
      classification
        == Classification(
          kind: .receiver,
          reason: "u-blox 7 (1546:01a7): only GPS receivers have this id, so it is opened automatically.",
          model: "u-blox 7"))
  }

  @Test func `of an adapter says why it stays shut, and how to choose it`() {
    let classification = classify(0x10C4, 0xEA60, driver: "cp210x")
    #expect(classification.kind == .bridge)
    #expect(
      classification.reason
        == "Silicon Labs CP210x adapter (10c4:ea60): a receiver or any other device may be attached. It is never "
        + "opened unasked: opening raises DTR, which resets some boards. If it is your receiver, choose it: "
        + "usb:10c4:ea60.")
  }

  @Test(
    arguments: [
      (0x067B, 0x2303), (0x067B, 0x23F3), (0x10C4, 0xEA71), (0x0403, 0x6001), (0x0403, 0x6015),
      (0x1A86, 0x7523),
      (0x1A86, 0x55D4), (0x0557, 0x2008), (0x0483, 0x5740), (0x2341, 0x0043), (0x2E8A, 0x0005),
      (0x303A, 0x1001),
      (0x239A, 0x8029), (0x1B4F, 0x9206),
    ] as [(UInt16, UInt16)])
  func `of what may be anything is a bridge`(vendor: UInt16, product: UInt16) {
    let classification = classify(vendor, product)
    #expect(classification.kind == .bridge)
    #expect(classification.reason.contains("opening raises DTR"))
  }

  @Test(
    arguments: [
      (0x1546, 0x1102), (0x1546, 0x1010), (0x1546, 0x1146), (0x1546, 0x0503), (0x0DF7, 0x0900),
      (0x091E, 0x2459),
      (0x091E, 0x253C), (0x120F, 0x5260), (0x1390, 0x7474), (0x1163, 0x2020),
    ] as [(UInt16, UInt16)])
  func `of a modem, a logger or a handheld is none of a receiver`(vendor: UInt16, product: UInt16) {
    let classification = classify(vendor, product)
    #expect(classification.kind == .other)
    #expect(classification.reason.contains("this is not a live GPS receiver, so it is not opened. "))
  }

  @Test(
    arguments: [(0x091E, 0x0003, "gpsd can"), (0x09D7, 0x0100, "LOG"), (0x2639, 0x0017, "usb:2639:0017")]
      as [(UInt16, UInt16, String)])
  func `of a receiver with a protocol of its own says so`(vendor: UInt16, product: UInt16, advice: String) {
    let classification = classify(vendor, product)
    #expect(classification.kind == .binaryReceiver)
    #expect(classification.reason.contains("binary protocol"))
    #expect(classification.reason.contains(advice))
  }

  @Test func `of a gateway does not promise a GPS`() {
    let classification = classify(0x0403, 0xFD4B)
    #expect(classification.kind == .gateway)
    #expect(classification.reason.contains("does not show whether a GPS is among them"))
    #expect(classification.reason.hasSuffix("choose it: usb:0403:fd4b."))
  }

  @Test func `of a port that no driver serves says what to try`() {
    let without = classify(0x1546, 0x050C)
    #expect(without.kind == .receiver)
    #expect(without.reason.contains("no kernel driver supports this id"))
    #expect(without.reason.hasSuffix("echo 1546 050c > /sys/bus/usb-serial/drivers/ftdi_sio/new_id."))
    // Once somebody has tried, there is a port, and nothing to advise.
    let with = classify(0x1546, 0x050C, interface: 0, driver: "ftdi_sio")
    #expect(with.kind == .receiver && with.reason.hasSuffix("so it is opened automatically."))
  }

  @Test func `of the EVK-M101 depends on the interface`() {
    #expect(classify(0x1546, 0x0506, interface: 2).kind == .receiver)
    let other = classify(0x1546, 0x0506, interface: 0)
    #expect(other.kind == .other)
    #expect(
      other.reason
        == "u-blox EVK-M101 (1546:0506): its receiver is at interface 2, and this is interface 0, so it is not "
        + "opened.")
  }

  @Test func `of a modem's GPS port tells how to switch it on, whatever its id`() {
    for identity in [
      nil, USBIdentity(vendor: 0x2C7C, product: 0x0125), USBIdentity(vendor: 0x1546, product: 0x01A8),
    ] {
      let classification = KnownDevices.classify(identity, isModemReceiver: true, driver: "option")
      #expect(classification.kind == .modemReceiver)
      #expect(classification.reason.contains("mmcli -m N --location-enable-gps-unmanaged"))
    }
  }

  @Test func `of what nobody knows says what little there is`() {
    #expect(KnownDevices.classify(nil).kind == .unknown)
    #expect(KnownDevices.classify(nil).reason.hasPrefix("This port is not on USB"))
    let unknown = classify(0x1234, 0x0005, driver: "ftdi_sio")
    #expect(unknown.kind == .unknown && unknown.model == nil)
    #expect(
      unknown.reason
        == "1234:0005 is not in the table of known devices; its driver is ftdi_sio, so it is not opened unasked. "
        + "If it is your receiver, choose it: usb:1234:0005.")
    #expect(
      classify(0x1546, 0x01FF).reason.contains("a device by u-blox, which makes receivers and other things"))
  }

  @Test func `of an id that could not be checked does not claim it`() {
    let suspected = classify(0x152A, 0x85C0, driver: "cdc_acm")
    #expect(suspected.kind == .unknown && suspected.model == "Septentrio receiver")
    #expect(suspected.reason.contains("we could not check this id"))
    // The same maker's id on a camera.
    #expect(classify(0x152A, 0x8400).model == nil)
  }

  @Test(arguments: KnownDevices.all)
  func `is in whole sentences`(_ device: KnownDevice) {
    let classification = KnownDevices.classify(device.identity, driver: nil)
    #expect(classification.reason.hasSuffix(".") && !classification.reason.contains(".."))
    #expect(!classification.reason.contains("  ") && classification.model == device.model)
  }
}

@Suite struct `A mark of udev's rules` {
  private let adapter = USBIdentity(vendor: 0x10C4, product: 0xEA60)
  private let stick = USBIdentity(vendor: 0x1546, product: 0x01A8)

  @Test func `makes a receiver of an adapter`() {
    let marked = KnownDevices.classify(
      adapter, driver: "cp210x", rulesClass: "gnss", rulesModel: "GPS on the mast")
    #expect(marked.kind == .receiver && marked.model == "GPS on the mast")
    #expect(
      marked.reason
        == "GPS on the mast: udev's rules on this machine mark it as a GPS receiver, so it is opened "
        + "automatically.")
    #expect(KnownDevices.classify(adapter, rulesClass: "gnss").reason.hasPrefix("10c4:ea60: "))
    #expect(KnownDevices.classify(nil, rulesClass: "nmea-gateway").kind == .gateway)
    #expect(KnownDevices.classify(nil, rulesClass: "gnss-binary").kind == .binaryReceiver)
  }

  @Test func `keeps hands off a receiver, and says nothing new of one that the table knows`() {
    let other = KnownDevices.classify(stick, rulesClass: "none")
    #expect(other.kind == .other && other.reason.contains("GPSBRIDGE_CLASS is none"))
    let known = KnownDevices.classify(stick, rulesClass: "gnss", rulesModel: "u-blox 8")
    #expect(known == KnownDevices.classify(stick))
  }

  @Test(arguments: ["", "GNSS", "gnss ", "bridge", "modemReceiver", "\u{0}"])
  func `counts for nothing where the word is a stranger's`(_ word: String) {
    #expect(KnownDevices.classify(adapter, rulesClass: word) == KnownDevices.classify(adapter))
  }

  @Test func `is read as it is written`() {
    for kind in SerialPortKind.allCases {
      guard let word = kind.rulesClass else { continue }
      #expect(SerialPortKind(rulesClass: word) == kind)
    }
    #expect(SerialPortKind.allCases.compactMap(\.rulesClass) == ["gnss", "gnss-binary", "nmea-gateway"])
  }
}
