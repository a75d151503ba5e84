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
