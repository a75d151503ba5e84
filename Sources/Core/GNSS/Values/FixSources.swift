extension Fix {
  /// The sentences and messages that contributed to an epoch or a sky.
  ///
  /// ```swift
  /// if !fix.sources.contains(.gsa) { print("the receiver does not report which satellites it uses") }
  /// print(fix.sources.names.joined(separator: ", "))  // "GGA, RMC, GSA"
  /// ```
  public struct Sources: OptionSet, Sendable, Hashable {
    /// One bit for each kind.
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    fileprivate init(bit: UInt32) { rawValue = 1 << UInt64(bit) }

    /// The names, in the order of the bits.
    private static let allNames = [
      "GGA", "GNS", "RMC", "GLL", "VTG", "GSA", "GSV", "GST", "GBS", "ZDA", "PUBX,00", "PUBX,04", "PGRME",
      "PGRMF", "PGRMV", "PGRMZ", "PSTI,030", "PASHR,POS", "PSRFEPE", "PQTMEPE", "NAV-PVT", "NAV-PVAT",
      "HNR-PVT", "NAV-SOL", "NAV-STATUS", "NAV-POSLLH", "NAV-HPPOSLLH", "NAV-POSECEF", "NAV-HPPOSECEF",
      "NAV-VELNED", "NAV-VELECEF", "NAV-DOP", "NAV-COV", "NAV-TIMEUTC", "NAV-TIMEGPS", "NAV-SAT", "NAV-SIG",
      "NAV-SVINFO", "SiRF MID 2", "SiRF MID 41", "SiRF MID 98", "SiRF MID 4", "CASIC NAV-PV",
      "CASIC satellites",
    ]

    /// The name of each member as its protocol writes it: `GSA`, `NAV-PVT`, `SiRF MID 2`.
    public var names: [String] {
      var names: [String] = []
      var rest = rawValue
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        if bit < Self.allNames.count { names.append(Self.allNames[bit]) }
        rest &= rest &- 1
      }
      return names
    }
  }
}

extension Fix.Sources {
  /// Position, quality, altitude, dilution and the number of satellites used.
  public static let gga = Self(bit: 0)
  /// The same values as in GGA, for several constellations.
  public static let gns = Self(bit: 1)
  /// Position, speed, course, date.
  public static let rmc = Self(bit: 2)
  /// Position.
  public static let gll = Self(bit: 3)
  /// Speed and course.
  public static let vtg = Self(bit: 4)
  /// Dimensions, dilutions and the satellites used.
  public static let gsa = Self(bit: 5)
  /// Satellites in view and their signals.
  public static let gsv = Self(bit: 6)
  /// Error statistics.
  public static let gst = Self(bit: 7)
  static let gbs = Self(bit: 8)
  package static let zda = Self(bit: 9)
  static let pubx00 = Self(bit: SourceKey.pubx00)
  static let pubx04 = Self(bit: SourceKey.pubx04)
  static let pgrme = Self(bit: SourceKey.pgrme)
  static let pgrmf = Self(bit: SourceKey.pgrmf)
  static let pgrmv = Self(bit: SourceKey.pgrmv)
  static let pgrmz = Self(bit: SourceKey.pgrmz)
  static let psti030 = Self(bit: SourceKey.psti030)
  static let pashrPOS = Self(bit: SourceKey.pashrPOS)
  static let psrfepe = Self(bit: SourceKey.psrfepe)
  static let pqtmepe = Self(bit: SourceKey.pqtmepe)
  /// u-blox's complete solution.
  public static let navPVT = Self(bit: SourceKey.navPVT)
  static let navPVAT = Self(bit: SourceKey.navPVAT)
  static let hnrPVT = Self(bit: SourceKey.hnrPVT)
  static let navSOL = Self(bit: SourceKey.navSOL)
  static let navSTATUS = Self(bit: SourceKey.navSTATUS)
  static let navPOSLLH = Self(bit: SourceKey.navPOSLLH)
  static let navHPPOSLLH = Self(bit: SourceKey.navHPPOSLLH)
  static let navPOSECEF = Self(bit: SourceKey.navPOSECEF)
  static let navHPPOSECEF = Self(bit: SourceKey.navHPPOSECEF)
  static let navVELNED = Self(bit: SourceKey.navVELNED)
  static let navVELECEF = Self(bit: SourceKey.navVELECEF)
  static let navDOP = Self(bit: SourceKey.navDOP)
  static let navCOV = Self(bit: SourceKey.navCOV)
  static let navTIMEUTC = Self(bit: SourceKey.navTIMEUTC)
  static let navTIMEGPS = Self(bit: SourceKey.navTIMEGPS)
  /// u-blox's satellites.
  public static let navSAT = Self(bit: 35)
  /// u-blox's signals.
  public static let navSIG = Self(bit: 36)
  /// The satellites of an older u-blox.
  public static let navSVINFO = Self(bit: 37)
  package static let sirfNavigation = Self(bit: SourceKey.sirfNavigation)
  static let sirfGeodetic = Self(bit: SourceKey.sirfGeodetic)
  static let sirfExtended = Self(bit: SourceKey.sirfExtended)
  static let sirfTracker = Self(bit: 41)
  static let casicPosition = Self(bit: SourceKey.casicPosition)
  static let casicSatellites = Self(bit: 43)

  /// Reports of the position, or of whether there is a fix.
  package static let position: Self = [
    .gga, .gns, .rmc, .gll, .pubx00, .pgrmf, .psti030, .pashrPOS, .navPVT, .navPVAT, .hnrPVT, .navSOL,
    .navSTATUS, .navPOSLLH, .navHPPOSLLH, .navPOSECEF, .navHPPOSECEF, .sirfNavigation, .sirfGeodetic,
    .sirfExtended, .casicPosition,
  ]
  /// Reports in u-blox's binary messages.
  package static let ubx: Self = [
    .navPVT, .navPVAT, .hnrPVT, .navSOL, .navSTATUS, .navPOSLLH, .navHPPOSLLH, .navPOSECEF, .navHPPOSECEF,
    .navVELNED, .navVELECEF, .navDOP, .navCOV, .navTIMEUTC, .navTIMEGPS, .navSAT, .navSIG, .navSVINFO,
  ]
  /// Reports in SiRF's binary messages.
  package static let sirf: Self = [.sirfNavigation, .sirfGeodetic, .sirfExtended, .sirfTracker]
  /// Reports in CASIC's binary messages.
  package static let casic: Self = [.casicPosition, .casicSatellites]
  /// Reports of whether there is a fix; a position alone does not show it.
  package static let judging: Self = [
    .gga, .gns, .rmc, .gll, .gsa, .pubx00, .pgrmf, .psti030, .pashrPOS, .navPVT, .navPVAT, .hnrPVT, .navSOL,
    .navSTATUS, .sirfNavigation, .sirfGeodetic, .sirfExtended, .casicPosition,
  ]
  /// Reports of the number of dimensions.
  package static let dimensions: Self = [
    .gsa, .pubx00, .pgrmf, .navPVT, .navPVAT, .hnrPVT, .navSOL, .navSTATUS, .sirfNavigation, .sirfGeodetic,
    .sirfExtended, .casicPosition,
  ]
  /// Reports of which satellites are used, or how many.
  package static let used: Self = [
    .gga, .gns, .gsa, .pubx00, .pashrPOS, .navPVT, .navPVAT, .navSOL, .navSAT, .navSIG, .navSVINFO,
    .sirfNavigation, .casicPosition, .casicSatellites,
  ]
  /// Reports of how the position was found.
  package static let quality: Self = [
    .gga, .gns, .rmc, .gll, .pubx00, .psti030, .pashrPOS, .navPVT, .navPVAT, .hnrPVT, .navSOL, .navSTATUS,
    .sirfNavigation, .sirfGeodetic, .sirfExtended,
  ]
  /// Reports of dilutions.
  package static let dilution: Self = [
    .gga, .gns, .gsa, .pubx00, .pashrPOS, .navDOP, .sirfGeodetic, .sirfNavigation, .sirfExtended,
    .casicPosition,
  ]
  /// Reports with a field for the time.
  package static let timed: Self = [
    .gga, .gns, .rmc, .pubx00, .pgrmf, .psti030, .navPVT, .navPVAT, .hnrPVT, .navSOL, .navSTATUS,
    .sirfExtended, .casicPosition,
  ]

  /// Reports with a field for the date.
  package static let dated: Self = timed.subtracting([.gga, .gns, .navSTATUS, .psti030])
    .union([.zda, .pubx04, .navTIMEUTC, .navTIMEGPS, .sirfGeodetic])

  /// The kind of report with a name; empty for satellites in view, which may belong to a different epoch.
  init(named name: UInt32) {
    self =
      switch name {
      case SourceKey.gga: .gga
      case SourceKey.gns: .gns
      case SourceKey.rmc: .rmc
      case SourceKey.gll: .gll
      case SourceKey.vtg: .vtg
      case SourceKey.gsa: .gsa
      case SourceKey.gst: .gst
      case SourceKey.gbs: .gbs
      case SourceKey.zda: .zda
      case SourceKey.numbered: Self(bit: name)
      default: []
      }
  }
}
