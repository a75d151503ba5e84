import GNSS
import GPSBridge
import SerialPorts
import Testing
import UBX

@testable import GPSBridgeTool
@testable import GPSBase

@Suite struct `Wishes for receivers in a file` {
  private func profiles(_ texts: String...) throws(ToolError) -> ReceiverProfiles {
    try ReceiverProfiles(Configuration.read(texts))
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
        Setting.constellations([.gps, .galileo]), Setting.sbas(false), Setting.minimumElevation(-5),
        Setting.nmeaVersion(.v4_10), Setting.enabledSentences([.rmc, .gga]), Setting.timePulse(.each()),
        Setting.watchAntenna(true),
        Setting.surveyedPlace(
          .fixed(latitude: 481_374_000, longitude: 115_755_000, centimeters: 55000, millimeters: 100)),
      ])
    #expect(profiles[.path("usb-1.2")] == [Setting.language(.both)])
    #expect(profiles[.node("/dev/gps0")] == [Setting.power(.saving)])
  }

  @Test func `of a later file count, wish by wish`() throws {
    let profiles = try profiles(
      "{receivers: {'usb:1546:01a8': {rate: 5, model: 'sea'}}}", "{receivers: {'usb:1546:01A8': {rate: 10}}}")
    #expect(Set(profiles[Self.stick]) == [Setting.updateRate(.hertz(10)), Setting.model(.sea)])
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
    let parsed = parse(["configure"] + words)
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
