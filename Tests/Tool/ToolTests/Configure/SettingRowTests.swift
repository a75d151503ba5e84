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

  @Test func `is told for people and as a complaint, in words that were read and found right`() throws {
    let baud = SettingRow(
      kind: .baudRate, old: Setting.baudRate(9600), new: Setting.baudRate(38400),
      outcome: .confirmed(by: .speed))
    let sentences = SettingRow(
      kind: .enabledSentences, new: Setting.enabledSentences([.rmc, .gga]), outcome: .confirmed(by: .behavior)
    )
    let systems = SettingRow(kind: .constellations, old: Setting.constellations([.glonass, .gps]))
    let errors = [
      LocationError(.settingRefused, "the receiver refused it"),
      LocationError(.settingTimedOut, "not in time"), LocationError(.unsupported, "no command"),
      LocationError(.disconnected, "it has gone", remedy: "plug it in"),
    ]
    var rows: [(claim: String, rows: [SettingRow])] = [
      (
        "with the old value, the new one, and how one knows",
        [baud, sentences, row(.confirmed(by: .answerAndBehavior))]
      ),
      ("nothing was set, and nothing is kept", [systems, SettingRow(kind: .baudRate)]),
      ("nothing is kept of a plan", [row(.planned(nil))]),
    ]
    rows += errors.map { ("it was not taken", [row(.failed($0))]) }
    let kept = Setting.updateRate(.hertz(2))
    rows.append(("it said yes and did something else", [row(.confirmed(by: .speed)), row(.notKept(kept))]))
    let text = rows.map { claim, rows in
      let complaint = report(rows).complaint.map { "\($0.code), \($0.exit): \($0.text)" } ?? ""
      return "# \(claim)\n\(report(rows).text)\(complaint)"
    }
    try Transcript.expect(text.joined(), is: "setting-rows")
  }

  @Test func `is a complaint in the number of its name`() {
    let error = LocationError(.settingRefused, "no")
    let messages = SettingKind.allCases.map { kind in
      report([SettingRow(kind: kind, outcome: .failed(error))]).complaint?.message ?? ""
    }
    let plural = messages.filter { $0.hasSuffix(" were not accepted") }.map { $0.split(separator: " ")[1] }
    #expect(plural == ["sentences", "messages", "constellations"])
    #expect(messages.contains("the sbas was not accepted") && messages.contains("the rate was not accepted"))
    for (subject, verb) in [
      ("CFG-RATE", "was"), ("CFG-A, CFG-B", "were"), ("4 values from CFG-A on", "were"),
    ] {
      var report = report([])
      report.take(error, about: subject)
      #expect(report.complaint?.message == "\(subject) \(verb) not accepted")
    }
  }

  @Test func `is a record as the schema says`() throws {
    let schema = try Schema.ofRecords()
    let values: [SettingValue] = [
      Setting.baudRate(9600), Setting.updateRate(.hertz(0.3)),
      Setting.enabledSentences(Set(OutputSentence.allCases)),
      Setting.constellations(Set(Constellation.allCases)),
      Setting.enabledMessages(Set(MessageKind.selectable)), Setting.language(.both), Setting.sbas(true),
      Setting.model(.airborne1g), Setting.minimumElevation(-5), Setting.minimumSignal(20),
      Setting.staticHold(50), Setting.power(.saving),
      Setting.timePulse(.each(.seconds(2), length: .milliseconds(50))), Setting.nmeaVersion(.v4_10),
      Setting.highPrecision(false), Setting.watchAntenna(true), Setting.watchJamming(false),
      Setting.surveyedPlace(.fixed(latitude: -1, longitude: 115_755_000, centimeters: -50, millimeters: 100)),
    ]
    let outcomes: [SettingRow.Outcome] = [
      .known, .planned(nil), .planned([.control(.cfgRATE(CfgRATE()))]), .already, .confirmed(by: .answer),
      .confirmed(by: .behavior), .confirmed(by: .speed), .notKept(Setting.baudRate(4800)),
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
