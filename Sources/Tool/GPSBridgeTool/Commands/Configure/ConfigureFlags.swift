internal import GPSBridge

extension Verb {
  static let configure = Verb("configure", ConfigureCommand.self) {
    Command(
      summary: "change the settings of a receiver, and verify them",
      operands: [.ownReceiver],
      // The rate is what people look for, so the help has it first.
      flags: (SettingFlag.all.suffix(1) + SettingFlag.all.dropLast()).map(\.flag) + [
        .setKeys, .getKeys, .showSettings, .dryRun, .saveSettings, .noProfile, .undoSettings, .exportSettings,
        .importSettings, .resetReceiver, .setDialect, .answerTimeout, .json,
      ],
      rules: [
        .each(of: .noProfile, needs: .saveSettings),
        .each(of: .showSettings, .getKeys, .exportSettings, excludes: .dryRun, .saveSettings),
        .each(of: .resetReceiver, excludes: .saveSettings),
      ],
      exitCodes: ExitCode.opening + [.nothingKnown, .lost, .refused],
      examples: [
        Example("gpsbridge configure --show", "what the receiver does now"),
        Example("gpsbridge configure --baud 115200 --rate 10", "a faster line, then ten fixes a second"),
        Example("gpsbridge configure --sentences RMC,GGA,GSA,GSV", "send these, and no others"),
        Example("gpsbridge configure --constellations gps,glonass --dry-run", "show what would be done"),
        Example("gpsbridge configure --model automotive --save", "keep it across a loss of power"),
        Example("gpsbridge configure --undo", "undo the last change"),
      ])
  }
}

extension Flag {
  static let setKeys = Flag(
    "set", "KEY=N",
    help: "settings of a u-blox 9 or later by name, such as CFG-NAVSPG-INFIL_MINCNO=20, separated by commas")
  static let getKeys = Flag(
    "get", "KEY",
    help: "show what these are set to: keys since u-blox 9, or an older message such as CFG-RATE")
  static let saveSettings = Flag(
    "save",
    help:
      "keep the settings across a loss of power if the receiver can, and show whether it did; and have this"
      + " program restore them at each plug-in")
  static let noProfile = Flag(
    "no-profile",
    help: "with --save: do not restore the settings at each plug-in, and leave files of settings alone")
  static let undoSettings = Flag("undo", help: "undo the last change; the last ten changes are stored")
  static let exportSettings = Flag("export", "FILE", help: "write all settings to a file of UBX messages")
  static let importSettings = Flag("import", "FILE", help: "apply the settings in such a file that differ")
  static let resetReceiver = Flag(
    "reset", .word(placeholder: "KIND", choices: RestartKind.allCases.map(\.rawValue)),
    help: "restart it: hot, warm, cold, or factory, which restores the factory settings")
  static let setDialect = Flag(
    "dialect", .word(placeholder: "WORD", choices: ["pmtk", "pubx", "ubx", "pcas", "psrf"]),
    help:
      "which commands it accepts, if it has not shown it: pmtk (MediaTek), pubx or ubx (u-blox), pcas (CASIC), psrf (SiRF)"
  )
  static let showSettings = Flag("show", help: "show what it does now, and change nothing")
  static let dryRun = Flag("dry-run", help: "show what would be sent, and send nothing")
  static let answerTimeout = Flag(
    "timeout", "TIME", form: .duration,
    help:
      "how long it may take to appear, and to confirm each setting; without it, as long as that usually takes"
  )
}
