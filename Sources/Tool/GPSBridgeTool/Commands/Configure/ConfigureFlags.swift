internal import CommandLineTable
internal import GPSBridge
internal import GPSFormats

extension Command {
  static let configure = Command(
    verb: .configure,
    summary: "change how a receiver works, and see that it does so",
    operands: [.ownReceiver],
    flags: [
      .setRate, .setBaud, .setSentences, .setMessages, .setLanguage, .setConstellations, .setSBAS, .setModel,
      .setElevation, .setSignal, .setPower, .setPulse, .setEdition, .setPrecision, .setAntenna, .setJamming,
      .setPlace,
      .setKeys, .getKeys, .showSettings, .dryRun, .saveSettings, .noProfile, .undoSettings, .exportSettings,
      .importSettings,
      .resetReceiver, .setDialect, .answerTimeout, .json,
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
  static let setRate = Flag(
    name: "rate", value: .text(placeholder: "HZ"), help: "fixes a second, as 5 or 0.5")
  static let setBaud = Flag(
    name: "baud", value: .text(placeholder: "N"),
    help: "the speed of its line in bits a second; the port follows")
  static let setSentences = Flag(
    name: "sentences", value: .list(placeholder: "LIST", choices: OutputSentence.allCases.map(\.rawValue)),
    help:
      "what to send, with commas between, of \(OutputSentence.allCases.map(\.rawValue).joined(separator: ", "));"
      + " the others are switched off")
  static let setMessages = Flag(
    name: "messages", value: .list(placeholder: "LIST", choices: OutputMessage.allCases.map(\.rawValue)),
    help:
      "which binary messages a u-blox sends, with commas between, of "
      + "\(OutputMessage.allCases.map(\.rawValue).joined(separator: ", ")); the others are switched off")
  static let setLanguage = Flag(
    name: "protocol", value: .word(placeholder: "WORD", choices: OutputLanguage.allCases.map(\.rawValue)),
    help: "what it speaks: nmea, ubx or both; messages that a fix needs are switched on with ubx and both")
  static let setConstellations = Flag(
    name: "constellations", value: .list(placeholder: "LIST", choices: Constellation.allCases.map(\.word)),
    help:
      "what to listen to, with commas between, of \(Constellation.allCases.map(\.word).joined(separator: ", "))"
  )
  static let setSBAS = onOff("sbas", "whether augmentation satellites are used: on or off")
  static let setModel = Flag(
    name: "model", value: .word(placeholder: "WORD", choices: MovementModel.allCases.map(\.rawValue)),
    help: "how it moves: \(MovementModel.allCases.map(\.rawValue).joined(separator: ", "))")
  static let setElevation = Flag(
    name: "minimum-elevation", value: .text(placeholder: "DEGREES"),
    help: "degrees above the horizon that a satellite needs, -90 to 90")
  static let setSignal = Flag(
    name: "minimum-signal", value: .text(placeholder: "DB"), help: "the dB-Hz that a satellite needs, 0 to 99"
  )
  static let setPower = Flag(
    name: "power", value: .word(placeholder: "WORD", choices: PowerMode.allCases.map(\.rawValue)),
    help: "full, or saving, with fixes that come late or are less exact")
  static let setPulse = Flag(
    name: "time-pulse", value: .text(placeholder: "PULSE"),
    help: "off, or the time from pulse to pulse and its length, as 1s,100ms")
  static let setEdition = Flag(
    name: "nmea-version", value: .word(placeholder: "N", choices: SentenceVersion.allCases.map(\.rawValue)),
    help: "the edition of its sentences: \(SentenceVersion.allCases.map(\.rawValue).joined(separator: ", "))")
  static let setPrecision = onOff(
    "high-precision", "whether positions in sentences have more decimals: on or off")
  static let setAntenna = onOff(
    "watch-antenna", "whether it looks for a short circuit or a missing antenna: on or off")
  static let setJamming = onOff("watch-jamming", "whether it looks for interference: on or off")
  static let setPlace = Flag(
    name: "place", value: .text(placeholder: "PLACE"),
    help:
      "for a clock's antenna: off, survey:300s,2.5m, or the place as LATITUDE,LONGITUDE,HEIGHT,ERROR in metres"
  )
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

  private static func onOff(_ name: String, _ help: String) -> Flag {
    Flag(name: name, value: .word(placeholder: "WORD", choices: ["on", "off"]), help: help)
  }
}
