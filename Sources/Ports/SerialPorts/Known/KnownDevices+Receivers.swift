// Ids of GPS receivers and of nothing else: udev-rules/61-gpsbridge.rules says the same, and a test holds
// the two equal. An id comes in when a driver's table, usb.ids or another project's rules name it.
//
// Never a whole vendor: 1546 also stands on modems and on a Wi-Fi board, 152a on cameras.
extension KnownDevices {
  /// Receivers that speak NMEA as they come.
  static let receivers: [KnownDevice] = [
    // Antaris to generation 9, and every cheap stick with such a chip in it.
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
      note: "The kernel knows this id since 6.18."),
    KnownDevice(0x1546, 0x050C, "u-blox X20 UART1", .receiver, .missing, note: teachFTDI("050c")),
    KnownDevice(0x1546, 0x050D, "u-blox X20 UART2", .receiver, .missing, note: teachFTDI("050d")),

    KnownDevice(
      0x067B, 0xAAA0, "Pharos PS-360", .receiver, .module("pl2303"), note: "It talks at 4800 baud."),
    KnownDevice(0x0E8D, 0x3329, "MediaTek MT3329", .receiver, .module("cdc_acm")),
    KnownDevice(0x10C4, 0x826B, "Fastrax GPS demo module", .receiver, .module("cp210x")),
    KnownDevice(0x10C4, 0x8411, "Kyocera GPS module", .receiver, .module("cp210x")),
    KnownDevice(
      0x1163, 0x0100, "DeLorme Earthmate", .receiver, .module("cypress_m8"),
      note: "Old ones speak Rockwell binary instead of NMEA."),
    KnownDevice(0x1163, 0x0200, "DeLorme Earthmate LT-20", .receiver, .module("cypress_m8")),
    KnownDevice(0x19CF, 0x3000, "Parrot NMEA GPS Flight Recorder", .receiver, .module("cp210x")),
    KnownDevice(0x1D50, 0x60C7, "Zubax GNSS", .receiver, .module("cdc_acm")),
    KnownDevice(0x413C, 0x8133, "Dell 5720 GPS port", .receiver),
    KnownDevice(0x413C, 0x9500, "Dell DW700 GPS", .receiver, .module("cp210x")),
  ]

  /// Receivers that speak a protocol of their own until they're told otherwise.
  static let binaryReceivers: [KnownDevice] = [
    KnownDevice(
      0x091E, 0x0003, "Garmin GPS", .binaryReceiver, .module("garmin_gps"),
      note: "gpsbridge cannot read it; gpsd can, through garmin_gps, which some systems keep from loading."),
    KnownDevice(
      0x09D7, 0x0100, "NovAtel receiver", .binaryReceiver, .module("usb_serial_simple"),
      note: "Its commands switch NMEA on, as LOG THISPORT GPGGA ONTIME 1 does; then choose it: usb:09d7:0100."
    ),
    KnownDevice(
      0x2639, 0x0017, "Xsens MTi-G", .binaryReceiver, .module("xsens_mt"),
      note: "Its maker's tools switch NMEA on, where its firmware has it; then choose it: usb:2639:0017."),
  ]

  // A thing to try, and not known to work with each version of the firmware.
  private static func teachFTDI(_ product: String) -> String {
    "To try the driver of FTDI's chips, as root: modprobe ftdi_sio, then "
      + "echo 1546 \(product) > /sys/bus/usb-serial/drivers/ftdi_sio/new_id."
  }
}
