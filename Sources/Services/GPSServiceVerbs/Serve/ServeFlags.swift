package import GPSBridgeTool
internal import GPSServices

// The command line of `serve`.

extension Verb {
  static let serve = Verb("serve", after: "replay", ServeCommand.self) {
    Command(
      summary: "act as gpsd for every program on this machine",
      operands: [.receivers],
      flags: [
        .gpsdAddress, .sentenceOutput, .portLink, .several, .coarse, .allowDeviceWrites, .noGreetingFix,
        .protocolVersion, .webAddress, .tokenFile, .certificate, .certificateKey, .webName, .webCode,
        .webListeners, .metricsPosition, .recordings, .tiles, .store,
      ],
      rules: [
        .each(of: .certificate, needs: .certificateKey), .each(of: .certificateKey, needs: .certificate),
        .each(
          of: .coarse, excludes: .webAddress,
          because: "--coarse hides the exact position, which the page would show"),
      ],
      exitCodes: ExitCode.opening,
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
        Example(
          "gpsbridge serve --gpsd '*:2947'", "for other machines, too: anyone who reaches it is served"),
      ])
  }
}

extension SettingsGroup {
  package static let serve = SettingsGroup(
    name: Verb.serve.name, content: "the flags of gpsbridge serve as keys",
    example: "{ gpsd: '2947', nmea: ['tcp:10110'] }",
    help: {
      "defaults for serve: { gpsd: '2947', nmea: ['tcp:10110'] }, with the flags of gpsbridge-serve(1) as keys"
    }, flags: { Verb.serve.listed.flags }, rules: { Verb.serve.listed.rules },
    check: { (settings) throws(ToolError) in _ = try ServePlan(ParsedArguments(), settings) })
}

extension Flag {
  static let gpsdAddress = Flag(
    "gpsd", "ADDRESS", form: .output(example: "2947"),
    help:
      "where clients of gpsd connect: 2947 (the default: this machine only), ADDRESS:PORT, *:PORT, or a path; several "
      + "separated by commas; or none")
  static let sentenceOutput = Flag(
    "nmea", "OUTPUT", form: .output(example: "tcp:10110"), repeats: true,
    help:
      "send sentences to tcp:HOST:PORT, udp:HOST:PORT or unix:PATH, with options after commas: from=fix, talker=GN, "
      + "only=RMC+GGA, rate=1, coarse=1km, ttl=1, if=eth0; may be given several times")
  static let portLink = Flag(
    "pty", "LINK", form: .output(example: "/tmp/gps0"), repeats: true,
    help:
      "send sentences to a pseudo-terminal that other programs open like a port; LINK is its name, such as /tmp/gps0, with "
      + "the options of --nmea; may be given several times")
  static let several = Flag(
    "several", .word(placeholder: "WHICH", choices: ReceiverChoice.allCases.map(\.rawValue)),
    help: "what a client gets of several receivers: best (the default), one at a time; all, as gpsd does")
  static let coarse = Flag(
    "coarse", "SIZE",
    form: Form(example: "1km") { text, flag in
      do throws(CoarseCell.InvalidSize) { _ = try CoarseCell(text) } catch {
        return Usage.wrongForm(flag, text, expected: "\(error.expected) is expected")
      }
      return nil
    },
    help:
      "send all clients only the cell of a grid of this size, such as 1km; no height, no speed, nothing as received"
  )
  static let allowDeviceWrites = Flag(
    "allow-device-writes",
    help: "let clients write to the receiver; otherwise nothing is ever written for them")
  static let noGreetingFix = Flag(
    "no-greeting-fix",
    help: "let a new client wait for the next epoch; otherwise it gets the last one at once")
  static let protocolVersion = Flag(
    "protocol-version", "N.N", form: Form("two numbers and a point", example: "16.1", Form.version),
    help:
      "the version of gpsd's protocol to report: 3.14 (the default), 16.1 for clients of gpsd 3.27.5 and later"
  )
}

extension Form {
  /// The version of a protocol; nil for another text.
  @Sendable static func version(_ text: String) -> (major: Int, minor: Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]), (1...99).contains(major),
      (0...99).contains(minor)
    else { return nil }
    return (major, minor)
  }

  /// The outputs of a flag, of which `--gpsd` has several.
  fileprivate static func output(example: String) -> Form {
    Form(example: example) { text, flag in
      let outputs = flag != .gpsdAddress ? [text] : text == "none" ? [] : ArgumentParser.words(text)
      do throws(ToolError) { for output in outputs { _ = try ServePlan.output(output, flag) } } catch {
        return error
      }
      return nil
    }
  }
}
