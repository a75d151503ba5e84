import GNSS
import GPSFormats
import Testing
import GPSBase

@testable import GPSDProtocol

@Suite struct `An object for clients of gpsd` {
  private func object(_ line: [UInt8]) throws -> JSON5 { try JSON5Reader.read(line) }

  @Test func `is a line with its class first, without a blank, and with CR LF`() throws {
    var client = Client()
    var device = Client.device()
    device.report = EpochReport(Client.fix(), device: device.path)
    device.isActive = true
    client.view = ServiceView([device], best: device.id, at: Client.time)
    client.say(#"?VERSION;?DEVICES;?WATCH={"enable":true,"json":true};?POLL;?DEVICE;?FOO;"#)
    #expect(
      client.classes == ["VERSION", "DEVICES", "DEVICES", "WATCH", "TPV", "SKY", "POLL", "DEVICE", "ERROR"])
    for line in client.lines {
      #expect(line.hasPrefix(#"{"class":""#))
      #expect(!line.contains(": ") && !line.contains(", ") && !line.contains("null"))
      _ = try object(Array(line.utf8))
    }
  }

  @Test func `of a poll has the last epoch of each, and counts those that tell more`() throws {
    var (one, other) = (Client.device(0), Client.device(1))
    one.report = EpochReport(Client.fix(), device: one.path)
    one.isActive = true
    other.report = EpochReport(silent: other.path, lastTime: Client.time)
    var client = Client([one, other])
    client.view = ServiceView([one, other], best: one.id, tellsAll: true, at: Client.time)
    client.say("?POLL;")
    var poll = try object(Array((client.lines.last ?? "").utf8))
    #expect(poll["active"]?.number == 0 && poll["tpv"]?.elements == [], "nothing is watched")
    client.say("?WATCH={};?POLL;")
    poll = try object(Array((client.lines.last ?? "").utf8))
    #expect(poll["active"]?.number == 1 && poll["tpv"]?.elements.map { $0["mode"]?.number } == [3, 1])
    #expect(poll["sky"]?.elements.map { $0["uSat"]?.number } == [9, 0])
    #expect(poll["time"]?.text == Timestamp.text(Client.time))
  }

  @Test func `lists the satellites of an earlier epoch to a client that begins to watch, and to no other`() {
    var fix = Client.fix()
    #expect(EpochReport(fix, device: "a").news == EpochReport(fix, device: "a").lines)
    fix.hasEarlierSatellites = true
    let report = EpochReport(fix, device: "a")
    #expect(report.lines.contains("SKY".utf8) && report.sky != nil)
    #expect(!report.news.contains("SKY".utf8) && report.news.contains("TPV".utf8))
  }

  @Test func `of a poll is active where a receiver reports no sky, and has an empty one`() throws {
    var (device, fix) = (Client.device(), Client.fix())
    fix.satellitesUsed = nil
    let report = EpochReport(fix, device: device.path)
    #expect(report.sky == nil && !report.lines.contains("SKY".utf8))
    (device.report, device.isActive) = (report, true)
    var client = Client([device])
    client.say("?WATCH={};?POLL;")
    let poll = try object(Array((client.lines.last ?? "").utf8))
    #expect(poll["active"]?.number == 1 && poll["tpv"]?.elements.map { $0["mode"]?.number } == [3])
    let sky = try #require(poll["sky"]?.elements.first)
    #expect(sky["class"]?.text == "SKY" && sky["satellites"]?.elements == [] && sky["uSat"] == nil)
  }

  @Test(arguments: [
    (#""bps":115200"#, "bps"), (#""native":1"#, "native"), (#""cycle":0.2"#, "cycle"),
    (#""bps":9600,"parity":"E""#, "parity"), (#""bps":9600,"stopbits":2"#, "stopbits"),
    (#""bps":19200,"hexdata":"b562""#, "bps"),
  ]) func `of a setting that is not made is an error that names it`(members: String, setting: String) throws {
    for allows in [false, true] {
      var rules = Client.rules
      rules.allowsDeviceWrites = allows
      var client = Client(rules: rules)
      client.say(#"?DEVICE={"path":"/dev/ttyUSB0",\#(members)};"#)
      #expect(client.classes == ["ERROR"] && client.actions.count == 1)
      #expect(client.lines[0].contains("Can't change \(setting) of /dev/ttyUSB0"))
    }
  }

  @Test(arguments: [
    #""bps":9600,"parity":"N","stopbits":1,"native":0,"cycle":1.02"#, #""bps":0,"parity":"","stopbits":0"#,
    #""bps":null,"native":null,"cycle":null,"parity":null"#,
  ]) func `of settings as they are is no error`(members: String) {
    var client = Client()
    client.say(#"?DEVICE={"path":"/dev/ttyUSB0",\#(members)};"#)
    #expect(client.classes == ["DEVICE"])
  }

  @Test func `of a silent receiver has neither a position nor a satellite`() throws {
    let lines = EpochReport(silent: "/dev/ttyUSB0", lastTime: Client.time).lines
    let time = Timestamp.text(Client.time)
    #expect(
      String(decoding: lines, as: UTF8.self) == #"""
        {"class":"TPV","device":"/dev/ttyUSB0","mode":1,"time":"\#(time)"}\#r
        {"class":"SKY","device":"/dev/ttyUSB0","time":"\#(time)","nSat":0,"uSat":0,"satellites":[]}\#r

        """#)
    let untimed = EpochReport(silent: "a", lastTime: nil)
    let sky = #"{"class":"SKY","device":"a","nSat":0,"uSat":0,"satellites":[]}"#
    #expect(untimed.sky == ArraySlice(sky.utf8))
  }

  @Test func `of a sky fits into a line of libgps, and counts each satellite once`() throws {
    var fix = Client.fix()
    var satellites: [Satellite] = []
    for number in 0..<255 {
      var satellite = Satellite(SatelliteIdentity(number < 100 ? .gps : .galileo, number % 100 + 1))
      satellite.carrierToNoise = number % 50
      satellite.azimuth = 359
      satellite.elevation = 89
      satellite.isUsed = number % 10 == 0
      satellites.append(satellite)
    }
    fix.satellites = Satellites(satellites)
    let report = EpochReport(fix, device: String(repeating: "/dev/serial", count: 8))
    let sky = try #require(report.sky)
    #expect(sky.count + 2 <= EpochReport.longestLine)
    let object = try object(Array(sky))
    let listed = object["satellites"]?.elements ?? []
    #expect(object["nSat"]?.number == 200 && object["uSat"]?.number == 20)
    #expect((60...EpochReport.mostSatellites).contains(listed.count))
    #expect(listed.count { $0["used"]?.bool == true } == 26, "those that take part come first")
  }

  @Test func `of a lost receiver has the number 0, and all that typed clients want`() throws {
    let notice = try object(ServiceLine.lost(Client.device()))
    #expect(notice["activated"]?.number == 0)
    for key in ["native", "bps", "parity", "stopbits", "cycle"] { #expect(notice[key] != nil, "\(key)") }
  }

  @Test func `of a receiver whose bytes are not to be written is an error, and nothing is written`() throws {
    for text in [#"?DEVICE={"hexdata":"b562"}"#, #"?DEVICE={"path":"/dev/ttyUSB0","hexdata":"B562"}"#] {
      var client = Client()
      client.say(text)
      #expect(client.lines == [#"{"class":"ERROR","message":"writing to the receiver is not allowed here"}"#])
      var rules = Client.rules
      rules.allowsDeviceWrites = true
      var allowed = Client(rules: rules)
      allowed.say(text)
      #expect(allowed.actions.first == .write([0xB5, 0x62], to: ServedDevice.ID(0)))
      #expect(allowed.classes == [], "not before they are out")
      let answer = allowed.session.answer(toWriteOf: Client.device())
      #expect(
        String(decoding: answer, as: UTF8.self).hasPrefix("{\"class\":\"ACK\"}\r\n{\"class\":\"DEVICE\","))
      let failure = allowed.session.answer(toWriteOf: Client.device(), failure: "it has gone")
      #expect(try object(failure)["message"]?.text == "Can't write to /dev/ttyUSB0: it has gone")
    }
  }
}
