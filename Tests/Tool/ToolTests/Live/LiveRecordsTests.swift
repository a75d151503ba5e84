import GNSS
import GPSBridge
import SerialPorts
import TestSupport
import Testing
import UBX

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `A record of a receiver` {
  private let start = ContinuousClock.now
  private let place = DevicePlace(key: "k", node: "/dev/ttyUSB97", isSimulated: true)
  private let schema: Schema

  init() throws {
    schema = try Schema.ofRecords()
  }

  /// A moment some seconds after the beginning, which people call 2026-11-20T12:00:00.
  private func moment(_ seconds: Double) -> LiveMoment {
    LiveMoment(start + .seconds(seconds), utcSeconds: 1_795_176_000 + seconds)
  }

  private func options(_ words: String...) throws -> WatchOptions {
    let types = "--types=fix,sky,event,verdict,device"
    let all = ["watch", "/dev/ttyUSB97"] + (words.isEmpty ? [types] : words)
    return try WatchOptions(CommandTable.gpsbridge.parse(all.map { Argument($0) }))
  }

  private func event(_ kind: ReceiverEvent.Kind, _ seconds: Double) -> Report {
    .event(ReceiverEvent(kind, at: start + .seconds(seconds)))
  }

  private func epoch(
    _ number: Int, _ freshness: Freshness = .live, fixAt seconds: Double?, received: Double = 0
  ) -> Report {
    let location = seconds.flatMap { seconds in
      var fix = Fix()
      fix.mode = .twoDimensional
      fix.coordinate = Coordinate(latitude: 48, longitude: 11)
      return Location(fix, received: start + .seconds(seconds), utcSeconds: 0, source: SourceInfo())
    }
    var fix = Fix()
    fix.epoch = number
    let update = LocationUpdate(lastKnown: location, freshness: freshness, age: nil)
    return .epoch(GPSBridge.Epoch(fix, update, received: start + .seconds(received)))
  }

  private func texts(_ lines: [[UInt8]]) throws -> [String] {
    try lines.map { line in
      let text = String(decoding: line, as: UTF8.self)
      let record = try JSONReader.read(text)
      #expect(schema.complaints(about: record) == [], "\(text)")
      #expect(text.hasSuffix("\n"))
      return text
    }
  }

  @Test func `of a fix has its freshness, and events that follow come behind it`() throws {
    var records = LiveRecords(.port("/dev/ttyUSB97"), try options())
    var lines = records.take(epoch(7, fixAt: 1, received: 1), at: moment(1.5))
    lines += records.take(event(.firstFix(after: .milliseconds(1234)), 1), at: moment(1.5))
    #expect(
      try texts(lines) == [
        #"{"type":"fix","v":1,"device":"/dev/ttyUSB97","epoch":7,"received":"2026-11-20T12:00:01.000Z","#
          + #""state":"live","age_s":0.5,"mode":"none"}"# + "\n",
        #"{"type":"event","v":1,"device":"/dev/ttyUSB97","at":"2026-11-20T12:00:01.000Z","event":"first_fix","#
          + #""what":"first fix after 1.2 s","after_s":1.234}"# + "\n",
      ])
  }

  @Test func `of a location that only grows old is none`() throws {
    var records = LiveRecords(.port("/dev/ttyUSB97"), try options())
    let older = LocationUpdate(lastKnown: nil, freshness: .stale, age: nil)
    #expect(records.take(.update(older), at: moment(0)).isEmpty)
  }

  @Test func `has no age where there never was a position`() throws {
    var records = LiveRecords(.automatic, try options())
    let lines = try texts(records.take(epoch(1, .lost, fixAt: nil), at: moment(0)))
    #expect(lines.count == 1)
    #expect(!lines[0].contains("age_s"))
    #expect(lines[0].contains(#""state":"lost""#))
  }

  @Test func `names the port that is or was open, and before what was asked for`() throws {
    var records = LiveRecords(.automatic, try options())
    #expect(records.device == "auto")
    _ = records.take(event(.opened(place, speed: 9600), 0), at: moment(0))
    #expect(records.device == "/dev/ttyUSB97")
    let gone = records.take(event(.detached(place), 1), at: moment(1))
    #expect(try texts(gone).allSatisfy { $0.contains(#""device":"/dev/ttyUSB97""#) })
    #expect(records.device == "/dev/ttyUSB97")
  }

  @Test func `of what a program makes up says so`() throws {
    var records = LiveRecords(.automatic, try options())
    _ = records.take(event(.opened(place, speed: nil), 0), at: moment(0))
    let lines = try texts(records.take(epoch(1, fixAt: 0), at: moment(0)))
    #expect(lines.first?.contains(#""simulated":true"#) == true)
  }

  @Test func `of each event is as the schema says`() throws {
    let error = LocationError(.deviceBusy, "no")
    let kinds: [ReceiverEvent.Kind] = [
      .attached(place), .detached(place), .opened(place, speed: 4800), .openFailed(error),
      .disconnected(error), .speedFound(4800), .speedLost(4800), .binary(.ubx), .silent(.seconds(3)),
      .speaking, .reopened, .firstFix(after: .seconds(30)), .freshness(.aging), .freshness(.stale),
      .freshness(.lost), .back(gap: .milliseconds(12_345)), .timeWentBack(by: .seconds(36)),
      .timeWentAhead(by: .seconds(36)),
      .interrupted(Interruption(.programStopped, for: .seconds(30))),
      .interrupted(Interruption(.computerSlept, for: .seconds(3600))),
    ]
    for kind in kinds {
      var records = LiveRecords(.automatic, try options("--types=event"))
      let lines = try texts(records.take(event(kind, 2), at: moment(2)))
      #expect(lines.count == 1, "\(kind)")
      #expect(lines.first?.contains(#""at":"2026-11-20T12:00:02.000Z""#) == true)
    }
    for kind in [.closed, .speedTried(9600), .speedNotFound(heard: 1), .freshness(.live)]
      as [ReceiverEvent.Kind]
    {
      var records = LiveRecords(.automatic, try options("--types=event"))
      #expect(records.take(event(kind, 2), at: moment(2)).isEmpty, "\(kind)")
    }
  }

  @Test func `of a setting says that it was put back, or why it could not be`() throws {
    var records = LiveRecords(.automatic, try options("--types=setting"))
    _ = records.take(event(.opened(place, speed: nil), 0), at: moment(0))
    _ = records.take(event(.dialect(.ubx), 0), at: moment(0))
    #expect(
      records.take(event(.setting(Setting.model(.sea)), 1), at: moment(1)).isEmpty, "that is no restoring")
    var lines = records.take(event(.settingRestored(Setting.updateRate(.hertz(5))), 1), at: moment(1))
    let errors: [(LocationError.Code, String)] = [
      (.settingRefused, "refused"), (.settingTimedOut, "timed_out"), (.unsupported, "unsupported"),
      (.disconnected, "failed"),
    ]
    for (code, _) in errors {
      lines += records.take(
        event(.settingNotRestored(Setting.sbas(true), LocationError(code, "no")), 2), at: moment(2))
    }
    let start = #"{"type":"setting","v":1,"device":"/dev/ttyUSB97","at":"2026-11-20T12:00:0"#
    #expect(
      try texts(lines)
        == [
          start + #"1.000Z","setting":"update_rate","state":"restored","rate_hz":5.000,"commands":"UBX"}"#
            + "\n"
        ]
        + errors.map {
          start + #"2.000Z","setting":"sbas","state":"not_restored","value":"on","commands":"UBX","error":""#
            + $0.1 + #"","message":"no"}"# + "\n"
        })
    var others = LiveRecords(.automatic, try options("--types=event"))
    #expect(others.take(event(.settingRestored(Setting.sbas(true)), 1), at: moment(1)).isEmpty)
  }

  @Test func `of a device names its holder`() throws {
    let port = SerialPortError(
      code: .busy, path: "/dev/ttyUSB97", found: "busy", holders: [PortHolder(process: 812, name: "gpsd")])
    var records = LiveRecords(.automatic, try options("--types=device"))
    let told = event(.openFailed(LocationError(.deviceBusy, "no", underlying: port)), 0)
    #expect(
      try texts(records.take(told, at: moment(0))) == [
        #"{"type":"device","v":1,"device":"auto","path":"/dev/ttyUSB97","state":"busy","#
          + #""holder":{"pid":812,"name":"gpsd"}}"# + "\n"
      ])
  }

  @Test func `of a device has its product, also if simulated, and its rate as soon as that is known`() throws
  {
    var records = LiveRecords(.automatic, try options("--types=device"))
    let place = DevicePlace(key: "sim", node: "sim/ttyACM0", name: "u-blox 8 (simulated)", isSimulated: true)
    let rate = Setting.updateRate(.hertz(5))
    let kinds: [ReceiverEvent.Kind] = [
      .setting(rate), .attached(place), .opened(place, speed: 9600), .speedFound(38_400), .setting(rate),
      .setting(rate), .setting(Setting.sbas(true)), .settingRestored(Setting.updateRate(.hertz(1))),
      .detached(place),
      .setting(rate), .opened(place, speed: 38_400), .opened(self.place, speed: nil),
    ]
    let lines = try kinds.flatMap { try texts(records.take(event($0, 0), at: moment(0))) }
    let told = try lines.map { try JSONReader.read($0) }
    #expect(
      told.map { $0["state"]?.text } == ["present", "opened", "opened", "opened", "gone", "opened", "opened"])
    #expect(told.dropLast().allSatisfy { $0["product"]?.text == "u-blox 8 (simulated)" })
    #expect(
      told.map { $0["rate_hz"]?.number } == [nil, nil, 5, 1, nil, 1, nil], "another device has none yet")
    #expect(told.map { $0["speed_baud"]?.number } == [nil, 9600, 38_400, 38_400, nil, 38_400, nil])
  }

  @Test func `of an event says it for people, and of what was lost: the fix, not the receiver`() throws {
    var records = LiveRecords(.automatic, try options("--types=event"))
    let words = try [
      .back(gap: .seconds(41)), .freshness(.lost), .freshness(.aging), .detached(place),
    ].map { try JSONReader.read(try texts(records.take(event($0, 2), at: moment(2)))[0])["what"]?.text }
    #expect(words == ["fix back after 41 s", "fix lost", "fix is aging", "/dev/ttyUSB97 is gone"])
    let lost = try JSONReader.read(try texts(records.dropped(1, at: moment(0)))[0])
    #expect(lost["what"]?.text == "1 report lost: the reader is too slow")
  }

  @Test func `of a device takes its port from the list that was handed in, and lists no ports itself`() throws
  {
    var port = SerialPortDescription(
      node: "/dev/ttyUSB97",
      usb: USBDescription(identity: USBIdentity(vendor: 0x1546, product: 0x01A8), place: "1-1.2"))
    port.driver = "cdc_acm"
    let known = [port]
    var records = LiveRecords(.automatic, try options("--types=device"), ports: { known })
    let open = try JSONReader.read(
      try texts(records.take(event(.opened(place, speed: nil), 0), at: moment(0)))[0])
    #expect(open["vendor_id"]?.text == "1546" && open["driver"]?.text == "cdc_acm")
    // Without a list nothing is known of the port, whatever is plugged in here.
    var blind = ReportRecords(device: "auto", types: [.device], ports: { [] })
    let node = SerialPortDescription.all().first?.node ?? "/dev/ttyS0"
    let here = DevicePlace(key: node, node: node)
    let record = try JSONReader.read(
      try texts(blind.take(event(.opened(here, speed: nil), 0), at: moment(0)).map(\.line))[0])
    #expect(record["driver"] == nil && record["selector"] == nil)
  }

  @Test func `of a port on USB tells all that it is`() throws {
    var port = SerialPortDescription(
      node: "/dev/ttyUSB97",
      usb: USBDescription(
        identity: USBIdentity(vendor: 0x10C4, product: 0xEA60), serialNumber: "AB12", place: "1-1.2"))
    port.driver = "cp210x"
    let change = DeviceChange(port, .present, among: [port])
    let line = NDJSONFormat(device: "d", types: []).line(change)
    let record = try JSONReader.read(try texts([line])[0])
    #expect(record["class"]?.text == "generic_bridge")
    #expect(record["vendor_id"]?.text == "10c4")
    #expect(record["product_id"]?.text == "ea60")
    #expect(record["selector"]?.text == "serial:AB12")
    #expect(record["usb_path"]?.text == "1-1.2")
    #expect(record["driver"]?.text == "cp210x")
  }

  @Test(arguments: SerialPortKind.allCases)
  func `of every kind of port has a class that the schema knows`(kind: SerialPortKind) throws {
    var port = SerialPortDescription(node: "/dev/x")
    port.classification.kind = kind
    _ = try texts([NDJSONFormat(device: "d", types: []).line(DeviceChange(port, .gone, among: [port]))])
  }

  @Test func `of a verdict is as the schema says, and that something was lost, too`() throws {
    var records = LiveRecords(.automatic, try options())
    let verdict = Report.verdict(Diagnosis.verdict(ReceiverFacts()))
    let line = try texts(records.take(verdict, at: moment(0)))[0]
    #expect(line.contains(#""code":"listening""#))
    #expect(line.contains(#""expect":"A verdict within five seconds.","expect_s":5"#))
    let dropped = try texts(records.dropped(12, at: moment(0)))[0]
    #expect(
      dropped.contains(#""event":"dropped","what":"12 reports lost"#) && dropped.contains(#""count":12"#))
  }

  @Test func `says its kind, and each kind comes to those only who want it`() throws {
    let reports: [Report] = [
      epoch(1, fixAt: 0), event(.opened(place, speed: nil), 0),
      event(.settingRestored(Setting.sbas(true)), 0),
      .verdict(Diagnosis.verdict(ReceiverFacts())), .sky(Sky(satellites: [])),
      .condition(HardwareCondition()),
    ]
    func records(_ types: Set<RecordType>) -> [ReportRecord] {
      var records = ReportRecords(device: "auto", types: types, ports: { [] })
      return reports.flatMap { records.take($0, at: moment(0)) } + records.dropped(1, at: moment(0))
    }
    let all = records(Set(RecordType.allCases))
    #expect(all.map(\.type) == [.fix, .device, .event, .setting, .verdict, .sky, .condition, .event])
    for record in all {
      let text = try texts([record.line])[0]
      #expect(text.hasPrefix(#"{"type":"\#(record.type.rawValue)""#))
    }
    for type in RecordType.allCases { #expect(records([type]) == all.filter { $0.type == type }, "\(type)") }
  }

  @Test func `is none in formats that have no word for it`() throws {
    for format in ["csv", "gpsd", "nmea"] {
      var records = LiveRecords(.automatic, try options("--format=\(format)"))
      #expect(records.take(event(.speaking, 0), at: moment(0)).isEmpty)
      #expect(records.take(.verdict(Diagnosis.verdict(ReceiverFacts())), at: moment(0)).isEmpty)
      #expect(records.dropped(1, at: moment(0)).isEmpty)
      #expect(records.note(ofLost: 1) == "note: 1 report lost: the reader of this output is too slow\n")
    }
  }

  @Test func `that something was lost is told by a record, or else by a line for people`() throws {
    #expect(LiveRecords(.automatic, try options()).note(ofLost: 2) == nil)
    let note = LiveRecords(.automatic, try options("--types=fix")).note(ofLost: 2)
    #expect(note == "note: 2 reports lost: the reader of this output is too slow\n")
  }
}

@Suite struct `A moment` {
  @Test func `calls another by the time that people read, to the millisecond`() {
    let now = ContinuousClock.now
    let moment = LiveMoment(now, utcSeconds: 1_795_176_000.25)
    #expect(Timestamp.text(moment.utc(now)) == "2026-11-20T12:00:00.250Z")
    #expect(Timestamp.text(moment.utc(now - .seconds(1))) == "2026-11-20T11:59:59.250Z")
    #expect(Timestamp.text(moment.utc(now + .milliseconds(750))) == "2026-11-20T12:00:01.000Z")
  }

  @Test func `of a clock that was set to the end of time is no reason to stop`() {
    let now = ContinuousClock.now
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      #expect(LiveMoment(now, utcSeconds: seconds).utc(now).secondsSince1970 == 0)
    }
  }
}
