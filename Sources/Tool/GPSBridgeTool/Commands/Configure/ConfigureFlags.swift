internal import GPSBase
internal import GPSBridge

extension Verb {
  static let configure = Verb("configure", ConfigureCommand.self) {
    Command(
      .setUp, summary: "change the settings of a receiver, and verify them",
      description: """
        Sends the given settings, and shows for each whether the receiver confirms it. Without a setting, \
        one of --show, --get, --undo, --export, --import and --reset is required.
        """,
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
        Example("gpsbridge configure --show", "the present settings"),
        Example("gpsbridge configure --baud 115200 --rate 10", "a faster line, then ten fixes a second"),
        Example("gpsbridge configure --sentences RMC,GGA,GSA,GSV", "send these, and no others"),
        Example(
          "gpsbridge configure --constellations gps,glonass --dry-run", "show the commands, and send nothing"),
        Example("gpsbridge configure --model automotive --save", "keep it across a loss of power"),
        Example("gpsbridge configure --undo", "undo the last change"),
      ])
  }
}

extension Flag {
  static let setKeys = Flag(
    "set", "KEY=N",
    help: "set keys of a u-blox 9 or later, such as CFG-NAVSPG-INFIL_MINCNO=20, separated by commas")
  static let getKeys = Flag(
    "get", "KEY",
    help: "show the values of keys (u-blox 9 or later), or of an older message such as CFG-RATE")
  static let saveSettings = Flag(
    "save",
    help: "also save the settings in the receiver, if it can keep them without power, and let this "
      + "program restore them at each plug-in")
  static let noProfile = Flag(
    "no-profile",
    help: "with --save: do not restore the settings at each plug-in, and write no settings file")
  static let undoSettings = Flag("undo", help: "undo the last change; the last ten changes are stored")
  static let exportSettings = Flag("export", "FILE", help: "write all settings to a file of UBX messages")
  static let importSettings = Flag(
    "import", "FILE", help: "apply the settings of such a file that differ from the present ones")
  static let resetReceiver = Flag(
    "reset", .word(placeholder: "KIND", choices: RestartKind.allCases.map(\.rawValue)),
    help: "restart the receiver: hot, warm, cold, or factory, which restores the factory settings")
  static let setDialect = Flag(
    "dialect", .word(placeholder: "WORD", choices: ["pmtk", "pubx", "ubx", "pcas", "psrf"]),
    help: "the language of the receiver's commands, if it can't be detected: pmtk (MediaTek), pubx or ubx "
      + "(u-blox), pcas (CASIC), psrf (SiRF)")
  static let showSettings = Flag("show", help: "show the present settings, and change nothing")
  static let dryRun = Flag("dry-run", help: "show the commands that would be sent, and send nothing")
  static let answerTimeout = Flag(
    "timeout", "TIME", form: .duration,
    help: "the time for the receiver to appear, and to confirm each setting; by default as long as that "
      + "usually takes")
}
