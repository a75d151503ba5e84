import GNSS
import GPSFormats
import Testing
import Texts

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
    #expect(poll["active"]?.number == 1)
    #expect(poll["tpv"]?.elements.map { $0["mode"]?.number } == [3, 1])
    #expect(poll["sky"]?.elements.count == 1)
    #expect(poll["time"]?.text == Timestamp.text(Client.time))
  }

  @Test func `of a sky fits into a line of libgps, and counts all satellites`() throws {
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
    let object = try object(sky)
    let listed = object["satellites"]?.elements ?? []
    #expect(object["nSat"]?.number == 255 && object["uSat"]?.number == 26)
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
