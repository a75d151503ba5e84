extension FakePort {
  /// A cheap u-blox stick, without a serial number.
  package static func ublox(_ name: String = "ttyACM0", at place: String = "1-1") -> FakePort {
    var port = FakePort(name, 0x1546, 0x01A8, at: place)
    port.maker = "u-blox AG - www.u-blox.com"
    port.words = "u-blox GNSS receiver"
    return port
  }

  package static func ftdi(_ name: String = "ttyUSB0", at place: String = "1-2") -> FakePort {
    var port = FakePort(name, 0x0403, 0x6015, at: place, driver: "ftdi_sio")
    port.maker = "FTDI"
    port.words = "FT230X Basic UART"
    port.serial = "DK0A1B2C"
    return port
  }

  /// A CP210x adapter; all of them have the same serial number.
  package static func cp210x(_ name: String = "ttyUSB0", at place: String = "1-3") -> FakePort {
    var port = FakePort(name, 0x10C4, 0xEA60, at: place, driver: "cp210x")
    port.maker = "Silicon Labs"
    port.words = "CP2102 USB to UART Bridge Controller"
    port.serial = "0001"
    return port
  }

  package static func pl2303(_ name: String = "ttyUSB0", at place: String = "1-4") -> FakePort {
    var port = FakePort(name, 0x067B, 0x2303, at: place, driver: "pl2303")
    port.maker = "Prolific Technology Inc."
    port.words = "USB-Serial Controller"
    return port
  }

  /// The positioning port of a modem, as marked by ModemManager's rules.
  package static func modem(_ name: String = "ttyUSB1", at place: String = "1-5") -> FakePort {
    var port = FakePort(name, 0x2C7C, 0x0125, at: place, driver: "option")
    port.maker = "Quectel"
    port.words = "EG25-G"
    port.interface = 1
    port.speed = "480"
    port.properties = ["ID_MM_PORT_TYPE_GPS": "1"]
    return port
  }

  /// Returns the port for a name in a test script: `ublox`, `ftdi`, `cp210x`, `pl2303`, `modem`.
  package static func named(_ word: String, _ name: String, at place: String) -> FakePort? {
    switch word {
    case "ublox": ublox(name, at: place)
    case "ftdi": ftdi(name, at: place)
    case "cp210x": cp210x(name, at: place)
    case "pl2303": pl2303(name, at: place)
    case "modem": modem(name, at: place)
    default: nil
    }
  }
}
