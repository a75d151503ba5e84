extension SerialPortKind {
  /// The word with which udev's rules mark this kind, in the property `GPSBRIDGE_CLASS`; nil where they don't.
  public var rulesClass: String? {
    switch self {
    case .receiver: "gnss"
    case .binaryReceiver: "gnss-binary"
    case .gateway: "nmea-gateway"
    case .bridge, .modemReceiver, .other, .unknown: nil
    }
  }

  /// Reads the word back.
  ///
  /// "none" is how a person tells the rules to leave a device alone; a word of somebody else's is nil.
  public init?(rulesClass: String) {
    if rulesClass == "none" {
      self = .other
    } else if let kind = SerialPortKind.allCases.first(where: { $0.rulesClass == rulesClass }) {
      self = kind
    } else {
      return nil
    }
  }
}
