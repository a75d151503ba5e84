import GNSS
import GPSBridge
import SerialPorts
import Testing
import UBX

@testable import GPSBridgeTool
@testable import GPSBase

@Suite struct `Wishes for receivers in a file` {
  private func profiles(_ texts: String...) throws(ToolError) -> ReceiverProfiles {
    var configuration = Configuration(.gpsbridge)
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)")
    }
    return try ReceiverProfiles(configuration)
  }

  private func complaint(_ text: String) -> ToolError? {
    do throws(ToolError) {
      _ = try profiles(text)
      return nil
    } catch {
      return error
    }
  }

  private static let stick = SerialPortSelector.usb(vendor: 0x1546, product: 0x01A8)

  @Test func `are written with the words of configure, numbers and lists as they are`() throws {
    let profiles = try profiles(
      """
      { receivers: {
        'usb:1546:01A8': {
          rate: 0.5, baud: 38400, model: 'automotive', constellations: ['gps', 'GALILEO'], sbas: false,
          minimum-elevation: -5, 'nmea-version': '4.10', sentences: 'RMC,gga', 'time-pulse': ['1s', '100ms'],
          place: [48.1374, 11.5755, 550, 0.1], 'watch-antenna': 'on',
        },
        'path:usb-1.2': { protocol: 'both' },
        '/dev/gps0': { power: 'saving' },
      } }
      """)
    #expect(
      Set(profiles[Self.stick]) == [
        Setting.updateRate(.hertz(0.5)), Setting.baudRate(38400), Setting.model(.automotive),
        Setting.constellations([.gps, .galileo]),
        Setting.sbas(false), Setting.minimumElevation(-5), Setting.nmeaVersion(.v4_10),
        Setting.enabledSentences([.rmc, .gga]),
        Setting.timePulse(.each()), Setting.watchAntenna(true),
        Setting.surveyedPlace(
          .fixed(latitude: 481_374_000, longitude: 115_755_000, centimeters: 55000, millimeters: 100)),
      ])
    #expect(profiles[.path("usb-1.2")] == [Setting.language(.both)])
    #expect(profiles[.node("/dev/gps0")] == [Setting.power(.saving)])
  }

  @Test func `of a later file count, wish by wish`() throws {
    let profiles = try profiles(
      "{receivers: {'usb:1546:01a8': {rate: 5, model: 'sea'}}}",
      "{receivers: {'usb:1546:01A8': {rate: 10}}}")
    #expect(Set(profiles[Self.stick]) == [Setting.updateRate(.hertz(10)), Setting.model(.sea)])
  }

  @Test(
    arguments: [
      ("[]", "file0:1: receivers can't have this value", "expected: an object with a key for each receiver"),
      ("{\n'usb:1:2': 5}", "file0:2: the settings for usb:1:2 can't have this value", nil),
      ("{\nusb-1.2: {}}", "file0:2: \"usb-1.2\" names no port", nil),
      ("{auto: {}}", "file0:1: auto is any receiver", nil),
      ("{'usb:1546': {}}", "file0:1: \"usb:1546\" names no USB device", nil),
      ("{'usb:1:2': {\n\nrat: 5}}", "file0:3: there is no setting rat", nil),
      (
        "{'usb:1:2': {rate: 101}}", "file0:1: rate can't be 101",
        "fixes a second are a number from 0.02 to 100"
      ),
      ("{'usb:1:2': {rate: [5]}}", "file0:1: rate can't be [5]", "expected: a number"),
      ("{'usb:1:2': {rate: null}}", "file0:1: rate can't be null", "expected: a number"),
      ("{'usb:1:2': {rate: true}}", "file0:1: rate can't be true", "expected: a number"),
      ("{'usb:1:2': {rate: ''}}", "file0:1: rate needs a value", nil),
      ("{'usb:1:2': {model: 'car'}}", "file0:1: model does not accept car", nil),
      ("{'usb:1:2': {model: {}}}", "file0:1: model can't be {}", nil),
      (
        "{'usb:1:2': {constellations: ['gps', 'galilei']}}",
        "file0:1: constellations does not accept galilei",
        nil
      ),
      ("{'usb:1:2': {constellations: ['gps', {}]}}", "file0:1: constellations can't be [\"gps\",{}]", nil),
      ("{'usb:1:2': {constellations: []}}", "file0:1: constellations needs a value", nil),
      ("{'usb:1:2': {sbas: 1}}", "file0:1: sbas does not accept 1", "known: on, off"),
      ("{'usb:1:2': {place: 'here'}}", "file0:1: place can't be here", nil),
    ] as [(String, String, String?)])
  func `that are wrong say where, what was found, and what is expected`(
    receivers: String, message: String, reason: String?
  ) throws {
    let error = try #require(complaint("{receivers: \(receivers)}"))
    #expect(error.message == message)
    #expect(error.exit == .usage)
    #expect(error.reason != nil)
    if let reason { #expect(error.reason == reason) }
    #expect(!error.hint.isEmpty && !error.hint.contains("--"))
  }

  @Test func `that are nearly right name what is meant`() {
    #expect(complaint("{receivers: {'usb:1:2': {modle: 'sea'}}}")?.hint == "did you mean model?")
    #expect(complaint("{receivers: {'usb:1:2': {model: 'see'}}}")?.hint == "did you mean sea?")
    #expect(complaint("{reciever: {}}")?.hint == "did you mean receivers?")
  }

  @Test func `are what a command line was, whatever it wished`() throws {
    let words = [
      "--rate=0.02", "--baud=38400", "--sentences=RMC,GGA", "--messages=NAV-PVT", "--protocol=both",
      "--constellations=gps,galileo", "--sbas=on", "--model=airborne_1g", "--minimum-elevation=-5",
      "--minimum-signal=9", "--static-hold=50", "--power=full", "--time-pulse=1500ms,2ms",
      "--nmea-version=4.10",
      "--high-precision=off", "--watch-antenna=on", "--watch-jamming=off", "--place=survey:300s,2.5m",
    ]
    #expect(words.count == SettingFlag.all.count)
    let parsed = CommandTable.gpsbridge.parse((["configure"] + words).map { Argument($0) })
    let wanted = try SettingReader(parsed).values()
    #expect(wanted.count == words.count)
    let file = JSON5(
      content: .object([
        JSON5.Member(
          key: "receivers",
          value: JSON5(
            content: .object([
              JSON5.Member(key: "usb:1546:01a8", value: JSON5(content: .object(WishReader.wishes(parsed))))
            ])))
      ]))
    #expect(Set(try profiles(file.lines())[Self.stick]) == Set(wanted))
    #expect(try JSON5Reader.read(Array(file.lines().utf8)).json == file.json)
  }
}
