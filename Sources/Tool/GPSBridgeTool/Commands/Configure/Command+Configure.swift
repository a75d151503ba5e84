internal import CommandLineTable
internal import GNSS
internal import GPSBridge
internal import GPSFormats

extension Command {
  static let configure = Command(
    verb: .configure,
    summary: "change how a receiver works, and see that it does so",
    operands: [.receiver],
    flags: [
      .setRate, .setBaud, .setSentences, .setConstellations, .setDialect, .showSettings, .dryRun,
      .answerTimeout, .json,
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
  static let setConstellations = Flag(
    name: "constellations", value: .list(placeholder: "LIST", choices: Constellation.allCases.map(\.word)),
    help:
      "what to listen to, with commas between, of \(Constellation.allCases.map(\.word).joined(separator: ", "))"
  )
  static let setDialect = Flag(
    name: "dialect", value: .word(placeholder: "WORD", choices: ["pmtk", "pubx", "pcas", "psrf"]),
    help:
      "whose commands it understands, where it does not say so: pmtk (MediaTek), pubx (u-blox), pcas (CASIC), psrf (SiRF)"
  )
  static let showSettings = Flag(name: "show", help: "say what it does now, and change nothing")
  static let dryRun = Flag(name: "dry-run", help: "say what would be set, and set nothing")
  static let answerTimeout = Flag(
    name: "timeout", value: .text(placeholder: "TIME"),
    help:
      "how long it may take to be there, and to confirm each setting; without it, as long as that usually takes"
  )
}
