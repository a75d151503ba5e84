package import GPSBridgeTool
internal import GPSBase
internal import GPSServices

// The command line of `serve`.

extension Verb {
  static let serve = Verb("serve", ServeCommand.self) {
    Command(
      .share, summary: "act as gpsd for every program on this machine",
      description: """
        Reads receivers and serves them at gpsd's port and in its protocol, so that programs for gpsd work \
        unchanged. It can also send sentences, serve a page and keep a track. All flags can be settings, \
        which gpsbridge-config(1) describes.
        """,
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
          "gpsbridge serve /dev/ttyACM0 /dev/ttyUSB0",
          "the better one of two receivers, and the other if it fails"),
        Example(
          "gpsbridge serve --nmea tcp:10110 --pty /tmp/gps0",
          "sentences for charts, and a port for programs that read only ports"),
        Example(
          "gpsbridge serve --nmea udp:192.168.1.255:10110,only=RMC+GGA,rate=1",
          "two kinds of sentences, once a second, to all machines of a network"),
        Example("gpsbridge serve --http 8947", "also a page, at http://localhost:8947/"),
        Example(
          "gpsbridge serve --http '*:8947' --token-file token --http-code",
          "a page for a phone, which reads its address from the terminal"),
        Example("gpsbridge serve --store auto", "also a track, for years"),
        Example(
          "gpsbridge serve --gpsd '*:2947'", "also for other machines: everyone who can reach it is served"),
      ],
      sections: { _ in [.init("output options", .columns(sentenceOptions))] })
  }
}

private let sentenceOptions: [ProgramPage.Entry] = [
  .init("from=fix", "make sentences from the fixes, even if the receiver sends some"),
  .init("talker=GP", "the talker of these sentences; by default GP if only GPS satellites are used, else GN"),
  .init("only=RMC+GGA", "send only these sentences"),
  .init("rate=1", "send at most this many epochs per second"),
  .init("coarse=1km", "as --coarse, for this output"),
  .init("ttl=1", "for udp: the number of networks that a datagram may cross"),
  .init("if=eth0", "for udp: the interface to send from"),
]

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
    help: "the address for clients of gpsd: 2947 (the default; this machine only), ADDRESS:PORT, *:PORT, "
      + "or a path; several are separated by commas; or none")
  static let sentenceOutput = Flag(
    "nmea", "OUTPUT", form: .output(example: "tcp:10110"), repeats: true,
    help: "send sentences to tcp:HOST:PORT, udp:HOST:PORT or unix:PATH, with output options after commas; "
      + "may be repeated")
  static let portLink = Flag(
    "pty", "LINK", form: .output(example: "/tmp/gps0"), repeats: true,
    help: "send sentences to a pseudo-terminal, which other programs open like a port; LINK is its name, "
      + "such as /tmp/gps0, with output options after commas; may be repeated")
  static let several = Flag(
    "several", .word(placeholder: "WHICH", choices: ReceiverChoice.allCases.map(\.rawValue)),
    help: "for several receivers: best (the default) serves the best one at a time; all serves all of "
      + "them, as gpsd does")
  static let coarse = Flag(
    "coarse", "SIZE",
    form: Form(example: "1km") { text, flag in
      do throws(CoarseCell.InvalidSize) { _ = try CoarseCell(text) } catch {
        return Usage.wrongForm(flag, text, expected: "\(error.expected) is expected")
      }
      return nil
    },
    help: "send clients only the cell of a grid of this size, such as 1km; no height, no speed, and no "
      + "received data")
  static let allowDeviceWrites = Flag(
    "allow-device-writes", help: "let clients write to the receiver; by default they can't")
  static let noGreetingFix = Flag(
    "no-greeting-fix",
    help: "let new clients wait for the next epoch; by default they get the last one at once")
  static let protocolVersion = Flag(
    "protocol-version", "N.N", form: Form("two numbers and a point", example: "16.1", Form.version),
    help: "the version of gpsd's protocol to report: 3.14 (the default), or 16.1 for clients of gpsd "
      + "3.27.5 and later")
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
