internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats
internal import ToolSources

/// The `gpsbridge configure` commands that work for a receiver as it is now.
///
/// A command is proposed only if the receiver's dialect has it, its line has a speed where one is set, and the line has
/// room for the rate.
struct ConfigureProposals {
  /// The receiver's name on a command line; nil if it can't be named.
  let name: String?
  private let device: MonitoredDevice

  /// Sentences that every dialect can choose, and that a fix with its satellites is made of.
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

  /// The command lines, the most useful first.
  var commands: [String] {
    guard let name else { return [] }
    return (changes + ["--show"]).map { "gpsbridge configure \(ShellWord.quoted(name)) \($0)" }
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

  /// The speed that the rate needs, as a flag to put first; nil if no speed would do.
  private func speedForRate(hasSpeed: Bool) -> String? {
    let wish = SettingValue.updateRate(Self.rate)
    if device.settings.tooMuch([wish]) == nil { return "" }
    guard hasSpeed else { return nil }
    return Self.speeds.first { device.settings.tooMuch([.baudRate($0), wish]) == nil }.map { "--baud \($0) " }
  }

  /// The value of a setting, and whether the receiver has a command for it.
  func words(for kind: SettingKind) -> String {
    if kind == .baudRate, device.place?.speed == .meaningless { return "none: it is on USB itself" }
    let value = device.settings.values[kind]?.words ?? "not seen yet"
    // A u-blox that sends sentences only may take messages, too; we have not asked it.
    guard let dialect = device.dialect, dialect != .uBlox, !dialect.settings.contains(kind) else {
      return value
    }
    return "\(value); \(dialect.name) has no command for it"
  }

  /// The text above the commands.
  var introduction: String {
    if device.isRecording { return "This is a recording: nothing can be set." }
    guard name != nil else {
      return "One of several simulated receivers can't be named alone, and not be set."
    }
    let ending = "To change something, end with q: a port has room for one program."
    guard device.dialect == nil else { return ending }
    return ending + " It has not shown whose commands it understands; if you know its maker, add --dialect"
      + " pmtk (MediaTek), pubx (u-blox), pcas (CASIC) or psrf (SiRF)."
  }
}

/// A text as one word of a shell's command line.
enum ShellWord {
  /// The text as it is if a shell reads it unchanged, else in quotes.
  static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
        || "/._-:=,+@%".utf8.contains(byte)
    }
    return plain && !text.isEmpty ? text : Completions.quoted(text)
  }
}
