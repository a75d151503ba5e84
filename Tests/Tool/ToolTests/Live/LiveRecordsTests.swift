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

  init() throws { schema = try Schema.ofRecords() }

  /// A moment some seconds after the beginning, which people call 2026-11-20T12:00:00.
  private func moment(_ seconds: Double) -> LiveMoment {
    LiveMoment(start + .seconds(seconds), utcSeconds: 1_795_176_000 + seconds)
  }

  private func options(_ words: String...) throws -> WatchOptions {
    let types = "--types=fix,sky,event,verdict,device"
    let all = ["watch", "/dev/ttyUSB97"] + (words.isEmpty ? [types] : words)
    return try WatchOptions(parse(all))
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

  private func verdict() -> Report { .verdict(Diagnosis.verdict(ReceiverFacts())) }

  @Test func `is read and found right, for each report`() throws {
    var known = SerialPortDescription(
      node: "/dev/ttyUSB97",
      usb: USBDescription(
        identity: USBIdentity(vendor: 0x10C4, product: 0xEA60), serialNumber: "AB12", place: "1-1.2"))
    known.driver = "cp210x"
    let error = LocationError(.deviceBusy, "no")
    let busy = SerialPortError(
      code: .busy, path: "/dev/ttyUSB97", found: "busy", holders: [PortHolder(process: 812, name: "gpsd")])
    let product = DevicePlace(
      key: "sim", node: "sim/ttyACM0", name: "u-blox 8 (simulated)", isSimulated: true)
    let rate = Setting.updateRate(.hertz(5))
    let kinds: [ReceiverEvent.Kind] = [
      .attached(place), .detached(place), .opened(place, speed: 4800), .openFailed(error),
      .disconnected(error), .speedFound(4800), .speedLost(4800), .binary(.ubx), .silent(.seconds(3)),
      .speaking, .reopened, .firstFix(after: .milliseconds(1234)), .freshness(.aging), .freshness(.stale),
      .freshness(.lost), .back(gap: .milliseconds(12_345)), .timeWentBack(by: .seconds(36)),
      .timeWentAhead(by: .seconds(36)), .interrupted(Interruption(.programStopped, for: .seconds(30))),
      .interrupted(Interruption(.computerSlept, for: .seconds(3600))),
    ]
    let silent: [ReceiverEvent.Kind] = [
      .closed, .speedTried(9600), .speedNotFound(heard: 1), .freshness(.live),
      .settingRestored(Setting.sbas(true)),
    ]
    let refusals = [LocationError.Code.settingRefused, .settingTimedOut, .unsupported, .disconnected].map {
      event(.settingNotRestored(Setting.sbas(true), LocationError($0, "no")), 2)
    }
    let devices: [ReceiverEvent.Kind] = [
      .setting(rate), .attached(product), .opened(product, speed: 9600), .speedFound(38_400), .setting(rate),
      .setting(rate), .setting(Setting.sbas(true)), .settingRestored(Setting.updateRate(.hertz(1))),
      .detached(product), .setting(rate), .opened(product, speed: 38_400), .opened(place, speed: nil),
    ]
    let lost = LocationUpdate(lastKnown: nil, freshness: .stale, age: nil)
    let stories: [(claim: String, types: String, reports: [Report])] = [
      (
        "A fix has its freshness, and events that follow come behind it.", "fix,event",
        [epoch(7, fixAt: 1, received: 1), event(.firstFix(after: .milliseconds(1234)), 1)]
      ), ("A location that only grows old is no record.", "fix,event", [.update(lost)]),
      ("There is no age where there never was a position.", "fix", [epoch(1, .lost, fixAt: nil)]),
      (
        "What a program makes up says so.", "fix",
        [event(.opened(product, speed: nil), 0), epoch(1, fixAt: 0)]
      ), ("Each event says what it is.", "event", kinds.map { event($0, 2) }),
      ("These are no events for others.", "event", silent.map { event($0, 2) }),
      (
        "A setting was put back, or why it was not; one that is made is no record.", "setting",
        [
          event(.opened(place, speed: nil), 0), event(.dialect(.ubx), 0),
          event(.setting(Setting.model(.sea)), 1), event(.settingRestored(rate), 1),
        ] + refusals
      ),
      (
        "A device has its holder.", "device",
        [event(.openFailed(LocationError(.deviceBusy, "no", underlying: busy)), 0)]
      ),
      (
        "A device has its product, also if simulated, its rate as soon as that is known, and all of its port.",
        "device", devices.map { event($0, 0) }
      ), ("A verdict is one.", "verdict", [verdict()]),
    ]
    let ports = [known]
    var text = ""
    for (claim, types, reports) in stories {
      var records = LiveRecords(.automatic, try options("--types=\(types)"), ports: { ports })
      let lines = reports.flatMap { records.take($0, at: moment(2)) } + records.dropped(12, at: moment(2))
      text += "# \(claim)\n" + (try texts(lines).joined())
    }
    try Transcript.expect(text, is: "live-records")
    let single = LiveRecords(.automatic, try options())
    #expect(try texts(single.dropped(1, at: moment(0)))[0].contains(#""what":"1 report lost: "#))
    // Without a list nothing is known of the port, whatever is plugged in here.
    var blind = ReportRecords(device: "auto", types: [.device], ports: { [] })
    let node = SerialPortDescription.all().first?.node ?? "/dev/ttyS0"
    let here = event(.opened(DevicePlace(key: node, node: node), speed: nil), 0)
    let record = try JSONReader.read(try texts(blind.take(here, at: moment(0)).map(\.line))[0])
    #expect(record["driver"] == nil && record["selector"] == nil)
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

  @Test(arguments: SerialPortKind.allCases)
  func `of every kind of port has a class that the schema knows`(kind: SerialPortKind) throws {
    var port = SerialPortDescription(node: "/dev/x")
    port.classification.kind = kind
    _ = try texts([NDJSONFormat(device: "d", types: []).line(DeviceChange(port, .gone, among: [port]))])
  }

  @Test func `says its kind, and each kind comes to those only who want it`() throws {
    let reports: [Report] = [
      epoch(1, fixAt: 0), event(.opened(place, speed: nil), 0),
      event(.settingRestored(Setting.sbas(true)), 0), verdict(), .sky(Sky(satellites: [])),
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
      #expect(records.take(verdict(), at: moment(0)).isEmpty && records.dropped(1, at: moment(0)).isEmpty)
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
