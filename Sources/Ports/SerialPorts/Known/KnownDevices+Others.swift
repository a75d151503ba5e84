// Devices that are no receivers, though their maker or name suggests it.
extension KnownDevices {
  /// Devices that never say where they are while they're plugged in.
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

  /// Devices that were reported as receivers, but are in no table that we could check.
  static let suspected: [KnownDevice] = [
    KnownDevice(0x152A, 0x85C0, "Septentrio receiver", .unknown, .module("cdc_acm"))
  ]

  /// Makers of receivers whose ids we know nothing of.
  static let receiverMakers: [UInt16: String] = [
    0x099E: "Trimble", 0x1546: "u-blox", 0x2E69: "Swift Navigation",
  ]

  private static let loggers =
    "It keeps its tracks to itself until a program fetches them; GPSBabel may know how."
  private static let disks =
    "Plugged in, it is a disk with tracks on it: copy them from there."
}

// Boxes on a boat's network. They're no GPS, but what they pass on may come from one, and nothing else
// bears their ids: so the rules let people open them.
extension KnownDevices {
  /// Boxes that pass on the sentences of other instruments.
  static let gateways: [KnownDevice] = [
    KnownDevice(0x0403, 0xD9A9, "Actisense USG-1", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xD9AA, "Actisense NGT-1", .gateway, .module("ftdi_sio"), note: binary),
    KnownDevice(0x0403, 0xD9AB, "Actisense NGW-1", .gateway, .module("ftdi_sio"), note: binary),
    KnownDevice(0x0403, 0xFD48, "ShipModul MiniPlex", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xFD49, "ShipModul MiniPlex-2", .gateway, .module("ftdi_sio")),
    KnownDevice(0x0403, 0xFD4B, "ShipModul MiniPlex-3", .gateway, .module("ftdi_sio")),
  ]

  private static let binary =
    "It may speak NMEA 2000 in the maker's binary form, which gpsbridge does not read."
}
