internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats

extension Command {
  static let configure = Command(
    verb: .configure,
    summary: "change how a receiver works, and see that it does so",
    operands: [.ownReceiver],
    // The rate is what people look for, so the help has it first.
    flags: (SettingFlag.all.suffix(1) + SettingFlag.all.dropLast()).map(\.flag) + [
      .setKeys, .getKeys, .showSettings, .dryRun, .saveSettings, .noProfile, .undoSettings, .exportSettings,
      .importSettings, .resetReceiver, .setDialect, .answerTimeout, .json,
    ],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy, .nothingKnown, .lost, .refused,
    ],
    examples: [
      Example(line: "gpsbridge configure --show", help: "what the receiver does now"),
      Example(
        line: "gpsbridge configure --baud 115200 --rate 10", help: "a faster line, then ten fixes a second"),
      Example(line: "gpsbridge configure --sentences RMC,GGA,GSA,GSV", help: "send these, and no others"),
      Example(
        line: "gpsbridge configure --constellations gps,glonass --dry-run", help: "say what would be done"),
      Example(line: "gpsbridge configure --model automotive --save", help: "keep it over the loss of power"),
      Example(line: "gpsbridge configure --undo", help: "bring back what the last change has changed"),
    ])
}

extension Flag {
  static let setKeys = Flag(
    name: "set", value: .text(placeholder: "KEY=N"),
    help: "any setting of a u-blox 9 or later by its name, as CFG-NAVSPG-INFIL_MINCNO=20, with commas between"
  )
  static let getKeys = Flag(
    name: "get", value: .text(placeholder: "KEY"),
    help: "say what these are set to: keys since u-blox 9, or an older message as CFG-RATE")
  static let saveSettings = Flag(
    name: "save",
    help:
      "keep what is set over the loss of power, as far as the receiver can, and say whether it did; and have this"
      + " program put it back at each plug-in")
  static let noProfile = Flag(
    name: "no-profile",
    help: "with --save: do not put it back at each plug-in, and leave files of settings alone")
  static let undoSettings = Flag(
    name: "undo", help: "bring back what the last change has changed; the last ten changes are remembered")
  static let exportSettings = Flag(
    name: "export", value: .text(placeholder: "FILE"), help: "write all settings to a file of UBX messages")
  static let importSettings = Flag(
    name: "import", value: .text(placeholder: "FILE"), help: "set what such a file says, as far as it differs"
  )
  static let resetReceiver = Flag(
    name: "reset", value: .word(placeholder: "KIND", choices: RestartKind.allCases.map(\.rawValue)),
    help: "start it again: hot, warm, cold, or factory, which brings back the settings as built")
  static let setDialect = Flag(
    name: "dialect", value: .word(placeholder: "WORD", choices: ["pmtk", "pubx", "ubx", "pcas", "psrf"]),
    help:
      "whose commands it understands, where it does not say so: pmtk (MediaTek), pubx or ubx (u-blox), pcas (CASIC), psrf (SiRF)"
  )
  static let showSettings = Flag(name: "show", help: "say what it does now, and change nothing")
  static let dryRun = Flag(name: "dry-run", help: "say what would be sent, and send nothing")
  static let answerTimeout = Flag(
    name: "timeout", value: .text(placeholder: "TIME"),
    help:
      "how long it may take to be there, and to confirm each setting; without it, as long as that usually takes"
  )
}
