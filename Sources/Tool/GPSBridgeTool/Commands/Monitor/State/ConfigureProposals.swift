internal import GPSBase
internal import GPSBridge
internal import GPSFormats

/// The `gpsbridge configure` commands that work for a receiver in its current state.
///
/// A command is proposed only if the receiver's dialect has it, the line has a speed if the command sets one,
/// and the rate fits the line.
struct ConfigureProposals {
  /// The receiver's name on a command line; nil if it can't be named.
  let name: String?
  private let device: MonitoredDevice

  /// Sentences that every dialect can select, and that are needed for a fix with satellites.
  private static let sentences = "--sentences GGA,GSA,GSV,RMC"
  private static let rate = UpdateRate.hertz(5)
  private static let speeds = [38_400, 115_200]

  init(_ device: MonitoredDevice, isAlone: Bool) {
    self.device = device
    let place = device.place
    name =
      device.isRecording || place?.isSimulated == true && !isAlone
      ? nil : place?.isSimulated == true ? device.source : place?.node ?? device.source
  }

  /// The command lines, most useful first.
  var commands: [String] {
    guard let name else { return [] }
    return (changes + ["--show"]).map { "gpsbridge configure \(name.shellWord) \($0)" }
  }

  private var changes: [String] {
    guard let dialect = device.dialect else { return [] }
    let hasSpeed =
      dialect.settings.contains(.baudRate) && device.place?.speed == .unknown && !device.isFedByProgram
    var changes: [String] = []
    if dialect.settings.contains(.updateRate), let speed = speedForRate(hasSpeed: hasSpeed) {
      changes.append(speed + "--rate 5")
    }
    if hasSpeed { changes.append("--baud 38400") }
    if dialect.settings.contains(.enabledSentences) { changes.append(Self.sentences) }
    return changes
  }

  /// The speed that the rate needs, as a leading flag; nil if no speed is sufficient.
  private func speedForRate(hasSpeed: Bool) -> String? {
    let wish = Setting.updateRate(Self.rate)
    if device.settings.tooMuch([wish]) == nil { return "" }
    guard hasSpeed else { return nil }
    return Self.speeds.first { device.settings.tooMuch([Setting.baudRate($0), wish]) == nil }.map {
      "--baud \($0) "
    }
  }

  /// The value of a setting, with a note if the receiver has no command for it.
  func words(for kind: SettingKind) -> String {
    if kind == .baudRate, device.place?.speed == .meaningless { return "none: it is on native USB" }
    let value = device.settings.values[kind]?.words ?? "not seen yet"
    // A u-blox that sends only NMEA may still accept UBX; we have not queried it.
    guard let dialect = device.dialect, dialect != .uBlox, !dialect.settings.contains(kind) else {
      return value
    }
    return "\(value); \(dialect.name) has no command for it"
  }

  /// The text above the commands.
  var introduction: String {
    if device.isRecording { return "This is a recording: nothing can be set." }
    guard name != nil else { return "One of several simulated receivers can't be named alone, or set." }
    let ending = "To change something, end with q: a port has room for one program."
    guard device.dialect == nil else { return ending }
    return ending + " It has not shown which commands it accepts; if you know its maker, add --dialect"
      + " pmtk (MediaTek), pubx (u-blox), pcas (CASIC) or psrf (SiRF)."
  }
}
