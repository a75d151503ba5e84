internal import CommandLineTable
internal import GPSServices

// The command line of `serve`.

extension Command {
  static let serve = Command(
    verb: .serve,
    summary: "be gpsd for every program of this machine",
    operands: [.receivers],
    flags: [
      .gpsdAddress, .sentenceOutput, .portLink, .several, .coarse, .allowDeviceWrites, .noGreetingFix,
      .protocolVersion, .webAddress, .tokenFile, .certificate, .certificateKey, .webName, .webListeners,
      .metricsPosition, .recordings, .tiles,
    ],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy,
    ],
    examples: [
      Example(
        line: "gpsbridge serve", help: "the receiver that is plugged in, for clients of gpsd on this machine"),
      Example(line: "gpsbridge serve sim:drive --gpsd 2948", help: "a simulated one, at another port"),
      Example(
        line: "gpsbridge serve /dev/ttyACM0 /dev/ttyUSB0",
        help: "the better one of two, and the other one where that fails"),
      Example(
        line: "gpsbridge serve --nmea tcp:10110 --pty /tmp/gps0",
        help: "sentences for charts, and a port for programs that know no other way"),
      Example(line: "gpsbridge serve --http 8947", help: "a page, too, at http://localhost:8947/"),
      Example(
        line: "gpsbridge serve --gpsd '*:2947'", help: "for other machines, too: whoever reaches it is served"
      ),
    ])
}

extension Flag {
  static let gpsdAddress = Flag(
    name: "gpsd", value: .text(placeholder: "ADDRESS"),
    help:
      "where clients of gpsd find it: 2947 (the default: this machine alone), ADDRESS:PORT, *:PORT, or a path; several "
      + "with commas; none for nowhere")
  static let sentenceOutput = Flag(
    name: "nmea", value: .text(placeholder: "OUTPUT"),
    help:
      "send sentences to tcp:HOST:PORT, udp:HOST:PORT or unix:PATH, with options behind commas: from=fix, talker=GN, "
      + "only=RMC+GGA, rate=1, coarse=1km, ttl=1, if=eth0; may be given several times")
  static let portLink = Flag(
    name: "pty", value: .text(placeholder: "LINK"),
    help:
      "send sentences to a pseudo-terminal that other programs open like a port; LINK is its name, as /tmp/gps0, with "
      + "options as those of --nmea; may be given several times")
  static let several = Flag(
    name: "several", value: .word(placeholder: "WHICH", choices: ReceiverChoice.allCases.map(\.rawValue)),
    help:
      "what a client gets of several receivers: best (the default), one at a time; all, as gpsd has it")
  static let coarse = Flag(
    name: "coarse", value: .text(placeholder: "SIZE"),
    help:
      "tell all clients only in which cell of a grid it is, as 1km; no height, no speed, nothing as received"
  )
  static let allowDeviceWrites = Flag(
    name: "allow-device-writes",
    help: "let clients write to the receiver; else nothing is ever written for them")
  static let noGreetingFix = Flag(
    name: "no-greeting-fix",
    help: "let a new client wait for the next epoch; else it is told the last one at once")
  static let protocolVersion = Flag(
    name: "protocol-version", value: .text(placeholder: "N.N"),
    help:
      "what is told as the version of gpsd's protocol: 3.14 (the default), 16.1 for clients of gpsd 3.27.5 and later"
  )
}
