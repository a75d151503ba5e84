import GNSS
import GPSBridge
import NMEA
import TestSupport
import Testing
import UBX

@testable import GPSBridgeTool

@Suite struct `What came of a setting` {
  private let rate = Setting.updateRate(.hertz(5))

  private func row(_ outcome: SettingRow.Outcome, old: SettingValue? = Setting.updateRate(.hertz(1)))
    -> SettingRow
  {
    SettingRow(kind: .updateRate, old: old, new: rate, outcome: outcome)
  }

  private func report(_ rows: [SettingRow]) -> ConfigureReport {
    ConfigureReport(rows, name: "GPS\u{1B}", device: "/dev/ttyUSB0", .mediaTek)
  }

  @Test func `is told with the old value, the new one, and how one knows`() {
    let rows = [
      SettingRow(
        kind: .baudRate, old: Setting.baudRate(9600), new: Setting.baudRate(38400),
        outcome: .confirmed(by: .speed)),
      SettingRow(
        kind: .enabledSentences, new: Setting.enabledSentences([.rmc, .gga]),
        outcome: .confirmed(by: .behavior)),
      row(.confirmed(by: .answerAndBehavior)),
    ]
    #expect(
      report(rows).text == """
        GPS\\x1b on /dev/ttyUSB0, commands: MediaTek (PMTK)
          baud rate  9600 -> 38400       confirmed: complete sentences arrive at it
          sentences  unknown -> GGA RMC  confirmed: in effect
          rate       1 Hz -> 5 Hz        confirmed: acknowledged, and in effect
        kept as long as the receiver has power; one without a battery or flash memory forgets it when it is unplugged

        """)
    #expect(report(rows).complaint == nil)
  }

  @Test func `is told without a word of keeping where nothing was set`() {
    let rows = [
      SettingRow(kind: .constellations, old: Setting.constellations([.glonass, .gps])),
      SettingRow(kind: .baudRate),
    ]
    #expect(
      report(rows).text == """
        GPS\\x1b on /dev/ttyUSB0, commands: MediaTek (PMTK)
          constellations  glonass gps
          baud rate       unknown

        """)
    #expect(!report([row(.planned(nil))]).text.contains("kept"))
  }

  @Test(
    arguments: [
      (
        LocationError(.settingRefused, "the receiver refused it"), "setting_refused",
        "request something that it supports"
      ),
      (LocationError(.settingTimedOut, "not in time"), "setting_timed_out", "try again"),
      (LocationError(.unsupported, "no command"), "unsupported", "use its maker's program for that"),
      (LocationError(.disconnected, "it has gone", remedy: "plug it in"), "disconnected", "plug it in"),
    ])
  func `is a complaint with the status 11 where it was not taken`(
    error: LocationError, code: String, hint: String
  ) {
    let complaint = report([row(.failed(error))]).complaint
    #expect(complaint?.exit == .refused)
    #expect(complaint?.code == code)
    #expect(complaint?.message == "the rate was not accepted")
    #expect(complaint?.reason == error.message)
    #expect(complaint?.hint.hasPrefix(hint) == true)
    #expect(report([row(.failed(error))]).text.contains("FAILED: \(error.message)\n"))
  }

  @Test func `is a complaint where the receiver said yes and did something else`() {
    let rows = [row(.confirmed(by: .speed)), row(.notKept(Setting.updateRate(.hertz(2))))]
    let complaint = report(rows).complaint
    #expect(complaint?.code == "setting_not_kept")
    #expect(complaint?.message == "1 of 2 settings were not accepted")
    #expect(report(rows).text.contains("1 Hz -> 5 Hz  NOT KEPT: it acknowledged, and then it was 2 Hz\n"))
  }

  @Test func `is a record as the schema says`() throws {
    let schema = Schema(
      try JSONReader.read(String(decoding: try Places.bytes(of: Places.schema), as: UTF8.self)))
    let values: [SettingValue] = [
      Setting.baudRate(9600), Setting.updateRate(.hertz(0.3)),
      Setting.enabledSentences(Set(OutputSentence.allCases)),
      Setting.constellations(Set(Constellation.allCases)),
      Setting.enabledMessages(Set(MessageKind.selectable)),
      Setting.language(.both), Setting.sbas(true), Setting.model(.airborne1g), Setting.minimumElevation(-5),
      Setting.minimumSignal(20),
      Setting.staticHold(50),
      Setting.power(.saving), Setting.timePulse(.each(.seconds(2), length: .milliseconds(50))),
      Setting.nmeaVersion(.v4_10),
      Setting.highPrecision(false), Setting.watchAntenna(true), Setting.watchJamming(false),
      Setting.surveyedPlace(.fixed(latitude: -1, longitude: 115_755_000, centimeters: -50, millimeters: 100)),
    ]
    let outcomes: [SettingRow.Outcome] = [
      .known, .planned(nil), .planned([.cfgRATE(CfgRATE())]), .already, .confirmed(by: .answer),
      .confirmed(by: .behavior), .confirmed(by: .speed),
      .notKept(Setting.baudRate(4800)),
      .failed(LocationError(.settingRefused, "no")), .failed(LocationError(.settingTimedOut, "no")),
      .failed(LocationError(.unsupported, "no")), .failed(LocationError(.disconnected, "no")),
    ]
    var states: Set<String> = []
    for value in values {
      for outcome in outcomes {
        for old in [nil, value] {
          let row = SettingRow(
            kind: value.kind, old: old, new: outcome == .known ? nil : value, outcome: outcome)
          let line = String(decoding: row.record(device: "d", dialect: .casic), as: UTF8.self)
          let record = try JSONReader.read(line)
          #expect(schema.complaints(about: record) == [], "\(line)")
          states.insert(record["state"]?.text ?? "")
        }
      }
    }
    #expect(
      states == [
        "known", "unknown", "planned", "confirmed", "not_kept", "refused", "timed_out", "unsupported",
        "failed",
      ])
    let line = String(decoding: row(.confirmed(by: .answer)).record(device: "d", dialect: nil), as: UTF8.self)
    #expect(
      line
        == #"{"type":"setting","v":1,"device":"d","setting":"update_rate","state":"confirmed","old_rate_hz":1.000,"#
        + #""rate_hz":5.000,"proof":"acknowledged"}"# + "\n")
  }
}
