import Glibc

/// The kernel's settings of a terminal as Swift values; only this file uses the constants.
struct TerminalAttributes: Sendable {
  /// The corresponding C type is `struct termios`.
  var values: termios

  init(_ values: termios) { self.values = values }

  /// Selects raw mode: no echo, no line buffering, no signals, no conversion of line ends.
  ///
  /// A read returns as soon as there is one byte (VMIN 1, VTIME 0). Receiving is on, and the carrier line is
  /// ignored (CREAD, CLOCAL), because a receiver on three wires has none. Bytes with wrong parity are passed
  /// on unchanged; the driver counts them.
  mutating func makeRaw() {
    unsafe cfmakeraw(&values)
    values.c_cflag |= tcflag_t(CREAD | CLOCAL)
    values.c_iflag &= ~tcflag_t(INPCK | IXOFF | IXANY)
  }

  /// Whether all settings except the speed, which may have no constant, are equal.
  func isSame(as other: TerminalAttributes) -> Bool {
    var (characters, otherCharacters) = (values.c_cc, other.values.c_cc)
    let hasSameCharacters = unsafe withUnsafeBytes(of: &characters) { one in
      unsafe withUnsafeBytes(of: &otherCharacters) { unsafe one.elementsEqual($0) }
    }
    return values.c_iflag == other.values.c_iflag && values.c_oflag == other.values.c_oflag
      && values.c_cflag == other.values.c_cflag && values.c_lflag == other.values.c_lflag
      && hasSameCharacters
  }

  /// Whether received bytes are sent back.
  ///
  /// The corresponding C constant is `ECHO`.
  var isEchoing: Bool { values.c_lflag & tcflag_t(ECHO) != 0 }

  /// Whether bytes are held until the end of a line.
  ///
  /// The corresponding C constant is `ICANON`.
  var isInLines: Bool { values.c_lflag & tcflag_t(ICANON) != 0 }

  /// Whether the last close lowers DTR, which resets many boards.
  ///
  /// The corresponding C constant is `HUPCL`.
  var hangsUpOnClose: Bool {
    get { values.c_cflag & tcflag_t(HUPCL) != 0 }
    set { set(tcflag_t(HUPCL), newValue) }
  }

  /// The corresponding C constants are `CS5` to `CS8`.
  var dataBits: LineSettings.DataBits {
    get {
      switch values.c_cflag & tcflag_t(CSIZE) {
      case tcflag_t(CS5): .five
      case tcflag_t(CS6): .six
      case tcflag_t(CS7): .seven
      default: .eight
      }
    }
    set {
      values.c_cflag &= ~tcflag_t(CSIZE)
      switch newValue {
      case .five: values.c_cflag |= tcflag_t(CS5)
      case .six: values.c_cflag |= tcflag_t(CS6)
      case .seven: values.c_cflag |= tcflag_t(CS7)
      case .eight: values.c_cflag |= tcflag_t(CS8)
      }
    }
  }

  /// The corresponding C constants are `PARENB`, `PARODD` and, for a constant bit, `CMSPAR`.
  var parity: LineSettings.Parity {
    get {
      guard values.c_cflag & tcflag_t(PARENB) != 0 else { return .none }
      let isOdd = values.c_cflag & tcflag_t(PARODD) != 0
      let isFixed = values.c_cflag & tcflag_t(CMSPAR) != 0
      return isFixed ? (isOdd ? .mark : .space) : (isOdd ? .odd : .even)
    }
    set {
      set(tcflag_t(PARENB), newValue != .none)
      set(tcflag_t(PARODD), newValue == .odd || newValue == .mark)
      set(tcflag_t(CMSPAR), newValue == .mark || newValue == .space)
    }
  }

  /// The corresponding C constant is `CSTOPB`.
  var stopBits: LineSettings.StopBits {
    get { values.c_cflag & tcflag_t(CSTOPB) != 0 ? .two : .one }
    set { set(tcflag_t(CSTOPB), newValue == .two) }
  }

  /// The corresponding C constants are `CRTSCTS` for hardware, and `IXON` and `IXOFF` for software.
  var flowControl: LineSettings.FlowControl {
    get {
      if values.c_cflag & tcflag_t(CRTSCTS) != 0 { return .hardware }
      return values.c_iflag & tcflag_t(IXON) != 0 ? .software : .none
    }
    set {
      set(tcflag_t(CRTSCTS), newValue == .hardware)
      values.c_iflag &= ~tcflag_t(IXON | IXOFF)
      if newValue == .software { values.c_iflag |= tcflag_t(IXON | IXOFF) }
    }
  }

  /// The speed, if it has a constant.
  var standardSpeed: LineSpeed? {
    let code = unsafe withUnsafePointer(to: values) { unsafe cfgetospeed($0) }
    return StandardSpeeds.table.first { $0.code == code }.map { LineSpeed($0.bitsPerSecond) }
  }

  /// Sets a speed for both directions; returns false, without a change, if it has no constant.
  mutating func setStandardSpeed(_ speed: LineSpeed) -> Bool {
    guard let row = StandardSpeeds.table.first(where: { $0.bitsPerSecond == speed.bitsPerSecond }) else {
      return false
    }
    return unsafe cfsetospeed(&values, row.code) == 0 && cfsetispeed(&values, row.code) == 0
  }

  private mutating func set(_ flag: tcflag_t, _ isOn: Bool) {
    if isOn { values.c_cflag |= flag } else { values.c_cflag &= ~flag }
  }
}

/// The speeds that have a constant for every driver.
enum StandardSpeeds {
  /// Speeds in bits per second, with their C constants.
  static let table: [(bitsPerSecond: UInt32, code: speed_t)] = [
    (50, speed_t(B50)), (75, speed_t(B75)), (110, speed_t(B110)), (134, speed_t(B134)),
    (150, speed_t(B150)), (200, speed_t(B200)), (300, speed_t(B300)), (600, speed_t(B600)),
    (1200, speed_t(B1200)), (1800, speed_t(B1800)), (2400, speed_t(B2400)), (4800, speed_t(B4800)),
    (9600, speed_t(B9600)), (19200, speed_t(B19200)), (38400, speed_t(B38400)), (57600, speed_t(B57600)),
    (115_200, speed_t(B115200)), (230_400, speed_t(B230400)), (460_800, speed_t(B460800)),
    (500_000, speed_t(B500000)), (576_000, speed_t(B576000)), (921_600, speed_t(B921600)),
    (1_000_000, speed_t(B1000000)), (1_152_000, speed_t(B1152000)), (1_500_000, speed_t(B1500000)),
    (2_000_000, speed_t(B2000000)), (2_500_000, speed_t(B2500000)), (3_000_000, speed_t(B3000000)),
    (3_500_000, speed_t(B3500000)), (4_000_000, speed_t(B4000000)),
  ]
}
