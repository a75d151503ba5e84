// Each message has five consecutive keys for its rate, one per port: I²C, UART1, UART2, USB, SPI.

extension ConfigurationKey {
  /// Returns the key for the rate of a message on a port; nil if the message has none.
  ///
  /// The value is N for every Nth epoch, or 0 for never. Sentences have class 0xF0, PUBX 0xF1, as in CFG-MSG.
  public static func output(of kind: MessageKind, on port: PortNumber) -> ConfigurationKey? {
    guard port.rawValue <= PortNumber.spi.rawValue, let row = outputs.first(where: { $0.0 == kind })
    else { return nil }
    return ConfigurationKey(rawValue: row.1 + UInt32(port.rawValue))
  }

  /// All keys for message rates, one per message and port.
  public static var allOutputs: [ConfigurationKey] {
    outputs.flatMap { row in (0...4).map { ConfigurationKey(rawValue: row.1 + $0) } }
  }

  /// The message and port of a rate setting, or nil for other settings.
  public var output: (kind: MessageKind, port: PortNumber)? {
    Self.outputs.first { 0...4 ~= Int64(rawValue) - Int64($0.1) }
      .map { ($0.0, PortNumber(rawValue: UInt8(rawValue - $0.1))) }
  }

  /// The table entry that corresponds to the key of a rate setting.
  static func outputSetting(_ key: ConfigurationKey) -> ConfigurationSetting? {
    outputs.first { 0...4 ~= Int64(key.rawValue) - Int64($0.1) }.map { row in
      let port = portNames[Int(key.rawValue - row.1)]
      return ConfigurationSetting(key.rawValue, "CFG-MSGOUT-" + row.2 + "_" + port, .unsigned)
    }
  }

  /// The key for a name that begins with `CFG-MSGOUT-`.
  static func output(named name: String) -> ConfigurationKey? {
    for row in outputs {
      for (place, port) in portNames.enumerated() where sameBytes("CFG-MSGOUT-" + row.2 + "_" + port, name) {
        return ConfigurationKey(rawValue: row.1 + UInt32(place))
      }
    }
    return nil
  }

  private static let portNames = ["I2C", "UART1", "UART2", "USB", "SPI"]

  private static let outputs: [(MessageKind, UInt32, String)] = [
    (.navPOSECEF, 0x2091_0024, "UBX_NAV_POSECEF"),
    (.navPOSLLH, 0x2091_0029, "UBX_NAV_POSLLH"),
    (.navSTATUS, 0x2091_001A, "UBX_NAV_STATUS"),
    (.navDOP, 0x2091_0038, "UBX_NAV_DOP"),
    (.navATT, 0x2091_001F, "UBX_NAV_ATT"),
    (.navSOL, 0x2091_0001, "UBX_NAV_SOL"),
    (.navPVT, 0x2091_0006, "UBX_NAV_PVT"),
    (.navODO, 0x2091_007E, "UBX_NAV_ODO"),
    (.navVELECEF, 0x2091_003D, "UBX_NAV_VELECEF"),
    (.navVELNED, 0x2091_0042, "UBX_NAV_VELNED"),
    (.navHPPOSECEF, 0x2091_002E, "UBX_NAV_HPPOSECEF"),
    (.navHPPOSLLH, 0x2091_0033, "UBX_NAV_HPPOSLLH"),
    (.navPVAT, 0x2091_062A, "UBX_NAV_PVAT"),
    (.navTIMEGPS, 0x2091_0047, "UBX_NAV_TIMEGPS"),
    (.navTIMEUTC, 0x2091_005B, "UBX_NAV_TIMEUTC"),
    (.navCLOCK, 0x2091_0065, "UBX_NAV_CLOCK"),
    (.navTIMELS, 0x2091_0060, "UBX_NAV_TIMELS"),
    (.navSVINFO, 0x2091_000B, "UBX_NAV_SVINFO"),
    (.navDGPS, 0x2091_0074, "UBX_NAV_DGPS"),
    (.navSBAS, 0x2091_006A, "UBX_NAV_SBAS"),
    (.navORB, 0x2091_0010, "UBX_NAV_ORB"),
    (.navSAT, 0x2091_0015, "UBX_NAV_SAT"),
    (.navCOV, 0x2091_0083, "UBX_NAV_COV"),
    (.navSVIN, 0x2091_0088, "UBX_NAV_SVIN"),
    (.navRELPOSNED, 0x2091_008D, "UBX_NAV_RELPOSNED"),
    (.navSIG, 0x2091_0345, "UBX_NAV_SIG"),
    (.navEOE, 0x2091_015F, "UBX_NAV_EOE"),
    (.rxmSFRBX, 0x2091_0231, "UBX_RXM_SFRBX"),
    (.rxmMEASX, 0x2091_0204, "UBX_RXM_MEASX"),
    (.rxmRAWX, 0x2091_02A4, "UBX_RXM_RAWX"),
    (.rxmRTCM, 0x2091_0268, "UBX_RXM_RTCM"),
    (.monIO, 0x2091_01A5, "UBX_MON_IO"),
    (.monRXBUF, 0x2091_01A0, "UBX_MON_RXBUF"),
    (.monTXBUF, 0x2091_019B, "UBX_MON_TXBUF"),
    (.monHW, 0x2091_01B4, "UBX_MON_HW"),
    (.monHW2, 0x2091_01B9, "UBX_MON_HW2"),
    (.monRXR, 0x2091_0187, "UBX_MON_RXR"),
    (.monSPAN, 0x2091_038B, "UBX_MON_SPAN"),
    (.monCOMMS, 0x2091_034F, "UBX_MON_COMMS"),
    (.monHW3, 0x2091_0354, "UBX_MON_HW3"),
    (.monRF, 0x2091_0359, "UBX_MON_RF"),
    (.monSYS, 0x2091_069D, "UBX_MON_SYS"),
    (.timTP, 0x2091_017D, "UBX_TIM_TP"),
    (.timTM2, 0x2091_0178, "UBX_TIM_TM2"),
    (.esfMEAS, 0x2091_0277, "UBX_ESF_MEAS"),
    (.esfSTATUS, 0x2091_0105, "UBX_ESF_STATUS"),
    (.logINFO, 0x2091_0259, "UBX_LOG_INFO"),
    (.secSIG, 0x2091_0634, "UBX_SEC_SIG"),
    (.hnrPVT, 0x2091_028B, "UBX_HNR_PVT"),
    (MessageKind(0xF0, 0x00), 0x2091_00BA, "NMEA_ID_GGA"),
    (MessageKind(0xF0, 0x01), 0x2091_00C9, "NMEA_ID_GLL"),
    (MessageKind(0xF0, 0x02), 0x2091_00BF, "NMEA_ID_GSA"),
    (MessageKind(0xF0, 0x03), 0x2091_00C4, "NMEA_ID_GSV"),
    (MessageKind(0xF0, 0x04), 0x2091_00AB, "NMEA_ID_RMC"),
    (MessageKind(0xF0, 0x05), 0x2091_00B0, "NMEA_ID_VTG"),
    (MessageKind(0xF0, 0x06), 0x2091_00CE, "NMEA_ID_GRS"),
    (MessageKind(0xF0, 0x07), 0x2091_00D3, "NMEA_ID_GST"),
    (MessageKind(0xF0, 0x08), 0x2091_00D8, "NMEA_ID_ZDA"),
    (MessageKind(0xF0, 0x09), 0x2091_00DD, "NMEA_ID_GBS"),
    (MessageKind(0xF0, 0x0A), 0x2091_00A6, "NMEA_ID_DTM"),
    (MessageKind(0xF0, 0x0B), 0x2091_0400, "NMEA_ID_RLM"),
    (MessageKind(0xF0, 0x0D), 0x2091_00B5, "NMEA_ID_GNS"),
    (MessageKind(0xF0, 0x0E), 0x2091_00E2, "NMEA_ID_THS"),
    (MessageKind(0xF0, 0x0F), 0x2091_00E7, "NMEA_ID_VLW"),
    (MessageKind(0xF1, 0x00), 0x2091_00EC, "PUBX_ID_POLYP"),
    (MessageKind(0xF1, 0x03), 0x2091_00F1, "PUBX_ID_POLYS"),
    (MessageKind(0xF1, 0x04), 0x2091_00F6, "PUBX_ID_POLYT"),
  ]
}
