// Ids that stand on receivers and on everything else: never in the rules. The list is here so that a
// user is told which chip it is, and why it was not opened.
extension KnownDevices {
  /// USB serial adapters, by the chip in them.
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

  /// Makers of boards that people build all sorts of things on; all of their ids count as such a board.
  static let boardMakers: [UInt16: String] = [
    0x1B4F: "SparkFun", 0x2341: "Arduino", 0x239A: "Adafruit", 0x2E8A: "Raspberry Pi", 0x303A: "Espressif",
  ]

  private static func chip(
    _ model: String, _ vendor: UInt16, _ products: [UInt16], _ driver: String
  ) -> [KnownDevice] {
    products.map { KnownDevice(vendor, $0, model, .bridge, .module(driver)) }
  }
}
