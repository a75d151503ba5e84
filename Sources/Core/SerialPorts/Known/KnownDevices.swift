internal import GPSBase

/// The table of USB ids, and the classification based on it.
///
/// ```swift
/// KnownDevices.classify(USBIdentity(vendor: 0x1546, product: 0x01A7)).kind  // receiver
/// KnownDevices.classify(USBIdentity(vendor: 0x10C4, product: 0xEA60)).kind  // bridge: anything may be behind it
/// ```
package enum KnownDevices {
  /// Classifies the device at a port.
  ///
  /// - Parameters:
  ///   - identity: The USB device's numbers; nil for a port that isn't on USB.
  ///   - isModemReceiver: Whether udev's property `ID_MM_PORT_TYPE_GPS` is 1, which ModemManager's rules set.
  ///   - driver: The kernel's driver of the port, named in the reason if the ids are unknown.
  ///   - rulesClass: udev's property `GPSBRIDGE_CLASS`. With it, a user marks the adapter with a certain
  ///     serial number as a receiver, or excludes a receiver. Unknown words are ignored.
  ///   - rulesModel: udev's property `GPSBRIDGE_MODEL`.
  /// - Returns: The kind, the reason, and the model if it is known.
  package static func classify(
    _ identity: USBIdentity?, isModemReceiver: Bool = false, driver: String? = nil,
    rulesClass: String? = nil, rulesModel: String? = nil
  ) -> Classification {
    // The rules of this machine override the table, unless both agree.
    if let kind = rulesClass.flatMap(SerialPortKind.init(rulesClass:)),
      kind != identity.flatMap(device(for:))?.kind
    {
      return Classification(
        kind: kind, reason: Reason.marked(kind, at: identity, model: rulesModel), model: rulesModel)
    }
    // ModemManager knows its modems port by port; a table of ids can't.
    if isModemReceiver { return Classification(kind: .modemReceiver, reason: Reason.modemReceiver) }
    guard let identity else { return Classification(kind: .unknown, reason: Reason.notOnUSB) }
    if let known = device(for: identity) {
      return Classification(
        kind: known.kind, reason: Reason.known(known, at: identity, driver: driver), model: known.model)
    }
    if let known = entry(for: identity) {
      return Classification(
        kind: .other, reason: Reason.otherInterface(of: known, at: identity), model: known.model)
    }
    if let maker = boardMakers[identity.vendor] {
      return Classification(
        kind: .bridge, reason: Reason.bridge("A board by \(maker)", at: identity), model: "\(maker) board")
    }
    return Classification(kind: .unknown, reason: Reason.unknown(identity, driver: driver))
  }

  /// All devices in the table, receivers first.
  package static let all: [KnownDevice] =
    receivers + binaryReceivers + gateways + bridges + others + suspected

  /// Returns the device with these numbers.
  ///
  /// An entry for one interface matches that interface, and identities without an interface, such as the
  /// identity of the whole USB device.
  package static func device(for identity: USBIdentity) -> KnownDevice? {
    guard let known = entry(for: identity) else { return nil }
    guard let wanted = known.identity.interface, let interface = identity.interface else { return known }
    return wanted == interface ? known : nil
  }

  /// Returns the entry for a device, regardless of the interface.
  static func entry(for identity: USBIdentity) -> KnownDevice? {
    index[USBIdentity(vendor: identity.vendor, product: identity.product)]
  }

  private static let index: [USBIdentity: KnownDevice] = all.reduce(into: [:]) { index, device in
    index[USBIdentity(vendor: device.identity.vendor, product: device.identity.product)] = device
  }

  /// Whether a serial number identifies a single device.
  ///
  /// Many do not: CP210x adapters leave the factory with "0001", others with zeros or with "0123456789". Such
  /// a number gets no link in /dev/gpsbridge/by-serial, and should not identify a receiver. The rules express
  /// the same test as udev patterns.
  package static func tellsApart(serial: String) -> Bool {
    serial.contains { $0 != "0" && $0 != "1" } && !serial.hasPrefix("012345") && !serial.hasPrefix("123456")
  }

  // Ids that belong to GPS receivers only. udev-rules/61-gpsbridge.rules has the same ids, and a test compares
  // the two. An id is added when a driver's table, usb.ids or the rules of a different project name it.
  //
  // Never add a whole vendor: modems and a Wi-Fi board also have 1546, and cameras have 152a.

  /// Receivers that send NMEA by default.
  static let receivers: [KnownDevice] = [
    // Antaris to generation 9, and all cheap USB sticks with these chips.
    KnownDevice(0x1546, 0x01A4, "u-blox Antaris 4", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01A5, "u-blox 5", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01A6, "u-blox 6", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01A7, "u-blox 7", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01A8, "u-blox 8", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01A9, "u-blox 9", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x01AB, "u-blox X20", .receiver, .module("cdc_acm")),
    KnownDevice(0x1546, 0x0502, "u-blox C099-F9P", .receiver, .module("ftdi_sio")),
    KnownDevice(
      0x1546, 0x0506, interface: 2, "u-blox EVK-M101", .receiver, .module("ftdi_sio"),
      note: "The kernel supports this id since 6.18."),
    KnownDevice(0x1546, 0x050C, "u-blox X20 UART1", .receiver, .missing, note: teachFTDI("050c")),
    KnownDevice(0x1546, 0x050D, "u-blox X20 UART2", .receiver, .missing, note: teachFTDI("050d")),

    KnownDevice(
      0x067B, 0xAAA0, "Pharos PS-360", .receiver, .module("pl2303"), note: "It sends at 4800 baud."),
    KnownDevice(0x0E8D, 0x3329, "MediaTek MT3329", .receiver, .module("cdc_acm")),
    KnownDevice(0x10C4, 0x826B, "Fastrax GPS demo module", .receiver, .module("cp210x")),
    KnownDevice(0x10C4, 0x8411, "Kyocera GPS module", .receiver, .module("cp210x")),
    KnownDevice(
      0x1163, 0x0100, "DeLorme Earthmate", .receiver, .module("cypress_m8"),
      note: "Old ones send Rockwell binary instead of NMEA."),
    KnownDevice(0x1163, 0x0200, "DeLorme Earthmate LT-20", .receiver, .module("cypress_m8")),
    KnownDevice(0x19CF, 0x3000, "Parrot NMEA GPS Flight Recorder", .receiver, .module("cp210x")),
    KnownDevice(0x1D50, 0x60C7, "Zubax GNSS", .receiver, .module("cdc_acm")),
    KnownDevice(0x413C, 0x8133, "Dell 5720 GPS port", .receiver),
    KnownDevice(0x413C, 0x9500, "Dell DW700 GPS", .receiver, .module("cp210x")),
  ]

  /// Receivers that use their own protocol until they are configured for NMEA.
  static let binaryReceivers: [KnownDevice] = [
    KnownDevice(
      0x091E, 0x0003, "Garmin GPS", .binaryReceiver, .module("garmin_gps"),
      note: "gpsbridge cannot read it; gpsd can, through the driver garmin_gps, which some systems block."),
    KnownDevice(
      0x09D7, 0x0100, "NovAtel receiver", .binaryReceiver, .module("usb_serial_simple"),
      note:
        "Its commands, such as LOG THISPORT GPGGA ONTIME 1, switch NMEA on; then choose it: usb:09d7:0100."
    ),
    KnownDevice(
      0x2639, 0x0017, "Xsens MTi-G", .binaryReceiver, .module("xsens_mt"),
      note: "Its maker's tools switch NMEA on if its firmware has it; then choose it: usb:2639:0017."),
  ]

  // A suggestion; it is not known to work with every firmware version.
  private static func teachFTDI(_ product: String) -> String {
    "To try the driver of FTDI's chips, as root: modprobe ftdi_sio, then "
      + "echo 1546 \(product) > /sys/bus/usb-serial/drivers/ftdi_sio/new_id."
  }

  // Ids that receivers share with other devices; these are never in the rules. The list lets us name the chip
  // and explain why the port was not opened.
  /// USB serial adapters, by their chip.
  static let bridges: [KnownDevice] =
    chip("Prolific PL2303 adapter", 0x067B, [0x2303, 0x2304], "pl2303")
    + chip("Prolific PL2303G adapter", 0x067B, [0x23A3, 0x23B3, 0x23C3, 0x23D3, 0x23E3, 0x23F3], "pl2303")
    + chip("Silicon Labs CP210x adapter", 0x10C4, [0xEA60, 0xEA61, 0xEA70, 0xEA71], "cp210x")
    + chip("FTDI FT232 adapter", 0x0403, [0x6001, 0x6014, 0x6015], "ftdi_sio")
    + chip("FTDI FT2232 or FT4232 adapter", 0x0403, [0x6010, 0x6011], "ftdi_sio")
    + chip("WCH CH340 adapter", 0x1A86, [0x7522, 0x7523, 0x5523], "ch341")
    + chip("WCH CH34x or CH9102 adapter", 0x1A86, [0x55D2, 0x55D3, 0x55D4], "cdc_acm")
    + chip("ATEN UC-232A adapter", 0x0557, [0x2008], "pl2303")
    + chip("STM32 board", 0x0483, [0x5740], "cdc_acm")

  /// Makers of general-purpose boards; all of their ids count as boards.
  static let boardMakers: [UInt16: String] = [
    0x1B4F: "SparkFun", 0x2341: "Arduino", 0x239A: "Adafruit", 0x2E8A: "Raspberry Pi", 0x303A: "Espressif",
  ]

  private static func chip(
    _ model: String, _ vendor: UInt16, _ products: [UInt16], _ driver: String
  ) -> [KnownDevice] { products.map { KnownDevice(vendor, $0, model, .bridge, .module(driver)) } }

  // Devices that are not receivers, though their maker or name suggests it.
  /// Devices that never report a position over USB.
  static let others: [KnownDevice] =
    [0x1010, 0x1102, 0x1104, 0x1107, 0x110A, 0x1141, 0x1143, 0x1146].map {
      KnownDevice(0x1546, $0, "u-blox cellular modem", .other, note: "A modem belongs to ModemManager.")
    } + [
      KnownDevice(
        0x1546, 0x0503, "u-blox C099 Wi-Fi board", .other, .module("ftdi_sio"),
        note: "Its receiver has a port of its own, 1546:0502."),
      KnownDevice(0x0DF7, 0x0900, "i-gotU logger", .other, note: loggers),
      KnownDevice(0x091E, 0x2459, "Garmin handheld", .other, note: disks),
      KnownDevice(0x091E, 0x253C, "Garmin handheld", .other, note: disks),
      KnownDevice(0x1163, 0x2020, "DeLorme PN-40 handheld", .other, note: loggers),
      KnownDevice(0x120F, 0x5260, "Magellan Triton handheld", .other, note: disks),
      KnownDevice(0x1390, 0x7474, "TomTom watch", .other, note: loggers),
    ]

  /// Devices that were reported as receivers, but are not in any table that we could check.
  static let suspected: [KnownDevice] = [
    KnownDevice(0x152A, 0x85C0, "Septentrio receiver", .unknown, .module("cdc_acm"))
  ]

  /// Makers of receivers whose ids we do not know.
  static let receiverMakers: [UInt16: String] = [
    0x099E: "Trimble", 0x1546: "u-blox", 0x2E69: "Swift Navigation",
  ]

  private static let loggers =
    "It sends its tracks only on request; GPSBabel may be able to fetch them."
  private static let disks =
    "Plugged in, it is a disk with tracks on it: copy them from there."

  // Gateways on a boat's network. They are not GPS receivers, but may forward sentences from one, and their ids
  // are unique, so the rules let users open them.
  /// Gateways that forward the sentences of other instruments.
  static let gateways: [KnownDevice] = [
    KnownDevice(0x0403, 0xD9A9, "Actisense USG-1", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xD9AA, "Actisense NGT-1", .gateway, .module("ftdi_sio"), note: binary),
    KnownDevice(0x0403, 0xD9AB, "Actisense NGW-1", .gateway, .module("ftdi_sio"), note: binary),
    KnownDevice(0x0403, 0xFD48, "ShipModul MiniPlex", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xFD49, "ShipModul MiniPlex-2", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xFD4B, "ShipModul MiniPlex-3", .gateway, .module("ftdi_sio")),
  ]

  private static let binary =
    "It may send NMEA 2000 in the maker's binary form, which gpsbridge does not read."
}

/// A device with a known USB id.
package struct KnownDevice: Sendable, Hashable {
  /// The USB numbers, with an interface if the entry is limited to it.
  package var identity: USBIdentity
  /// The display name: "u-blox 7".
  package var model: String
  package var kind: SerialPortKind
  package var driver: Driver
  /// Further advice, in sentences for the user.
  package var note: String?

  init(
    _ vendor: UInt16, _ product: UInt16, interface: UInt8? = nil, _ model: String, _ kind: SerialPortKind,
    _ driver: Driver = .unsaid, note: String? = nil
  ) {
    identity = USBIdentity(vendor: vendor, product: product, interface: interface)
    (self.model, self.kind, self.driver, self.note) = (model, kind, driver, note)
  }

  package enum Driver: Sendable, Hashable {
    /// A kernel module, by name.
    case module(String)
    /// The kernel has no driver for this id, so only the USB device exists, but not a port.
    case missing
    /// The driver is not known.
    case unsaid
  }
}

/// The numbers that identify a USB device: 1546:01a7.
public struct USBIdentity: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The maker's number, `idVendor` in sysfs.
  public var vendor: UInt16
  /// The number of the product, assigned by its maker, `idProduct` in sysfs.
  public var product: UInt16
  /// The interface that the port belongs to, `bInterfaceNumber` in sysfs.
  public var interface: UInt8?

  /// Creates an identity; without an interface it stands for the whole device.
  public init(vendor: UInt16, product: UInt16, interface: UInt8? = nil) {
    (self.vendor, self.product, self.interface) = (vendor, product, interface)
  }

  /// The pair in the notation of `lsusb`.
  public var description: String {
    [vendor, product].map { VisibleText.hexadecimal(UInt32($0), digits: 4) }.joined(separator: ":")
  }
}
