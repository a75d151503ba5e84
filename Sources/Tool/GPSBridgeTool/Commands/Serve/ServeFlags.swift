internal import GPSServices

// The command line of `serve`.

extension Command {
  static let serve = Command(
    verb: .serve,
    summary: "act as gpsd for every program on this machine",
    operands: [.receivers],
    flags: [
      .gpsdAddress, .sentenceOutput, .portLink, .several, .coarse, .allowDeviceWrites, .noGreetingFix,
      .protocolVersion, .webAddress, .tokenFile, .certificate, .certificateKey, .webName, .webCode,
      .webListeners, .metricsPosition, .recordings, .tiles, .store,
    ],
    exitCodes: [
      .done, .unexpected, .usage, .notFound, .permissionDenied, .busy,
    ],
    examples: [
      Example("gpsbridge serve", "the receiver that is plugged in, for clients of gpsd on this machine"),
      Example("gpsbridge serve sim:drive --gpsd 2948", "a simulated one, at another port"),
      Example(
        "gpsbridge serve /dev/ttyACM0 /dev/ttyUSB0", "the better one of two, and the other if it fails"),
      Example(
        "gpsbridge serve --nmea tcp:10110 --pty /tmp/gps0",
        "sentences for charts, and a port for programs that read only ports"),
      Example("gpsbridge serve --http 8947", "a page, too, at http://localhost:8947/"),
      Example(
        "gpsbridge serve --http '*:8947' --token-file token --http-code",
        "a page for a phone, which reads its address from the terminal"),
      Example("gpsbridge serve --store auto", "and keep a track, for years"),
      Example("gpsbridge serve --gpsd '*:2947'", "for other machines, too: anyone who reaches it is served"),
    ])
}

extension Flag {
  static let gpsdAddress = Flag(
    name: "gpsd", value: .text(placeholder: "ADDRESS"),
    help:
      "where clients of gpsd connect: 2947 (the default: this machine only), ADDRESS:PORT, *:PORT, or a path; several "
      + "separated by commas; or none")
  static let sentenceOutput = Flag(
    name: "nmea", value: .text(placeholder: "OUTPUT"), repeats: true,
    help:
      "send sentences to tcp:HOST:PORT, udp:HOST:PORT or unix:PATH, with options after commas: from=fix, talker=GN, "
      + "only=RMC+GGA, rate=1, coarse=1km, ttl=1, if=eth0; may be given several times")
  static let portLink = Flag(
    name: "pty", value: .text(placeholder: "LINK"), repeats: true,
    help:
      "send sentences to a pseudo-terminal that other programs open like a port; LINK is its name, such as /tmp/gps0, with "
      + "the options of --nmea; may be given several times")
  static let several = Flag(
    name: "several", value: .word(placeholder: "WHICH", choices: ReceiverChoice.allCases.map(\.rawValue)),
    help:
      "what a client gets of several receivers: best (the default), one at a time; all, as gpsd does")
  static let coarse = Flag(
    name: "coarse", value: .text(placeholder: "SIZE"),
    help:
      "send all clients only the cell of a grid of this size, such as 1km; no height, no speed, nothing as received"
  )
  static let allowDeviceWrites = Flag(
    name: "allow-device-writes",
    help: "let clients write to the receiver; otherwise nothing is ever written for them")
  static let noGreetingFix = Flag(
    name: "no-greeting-fix",
    help: "let a new client wait for the next epoch; otherwise it gets the last one at once")
  static let protocolVersion = Flag(
    name: "protocol-version", value: .text(placeholder: "N.N"),
    help:
      "the version of gpsd's protocol to report: 3.14 (the default), 16.1 for clients of gpsd 3.27.5 and later"
  )
}
