import GPSBridge
import GPSFormats
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSWeb

@Suite struct `What a new listener is told of a receiver` {
  private let time = ManualTime(utcSeconds: 1_795_158_480)
  private var view: ReceiverView
  private var ring = RecordRing(boot: "abcd")

  init() {
    view = ReceiverView("garage", keepsName: true, of: SimulatedReceiver(.staticDesk, time: time).receiver)
  }

  private mutating func take(_ report: Report) {
    time.jump(by: .seconds(5))
    let now = LiveMoment(time)
    for record in view.take(report, at: now) { view.keep(ring.append(record, from: 0, at: now.instant)) }
  }

  private mutating func take(_ kind: ReceiverEvent.Kind) { take(.event(ReceiverEvent(kind, at: time.now))) }

  private mutating func take(_ code: Verdict.Code, _ what: String) {
    let evidence = [Verdict.Evidence("arrival clock", "so")]
    take(.verdict(Verdict(code, what: what, why: "So.", remedy: "", expectation: "", evidence: evidence)))
  }

  /// The records of a kind, without what stands before the key.
  private func told(_ type: RecordType, from key: String) -> [String] {
    view.greeting.sorted { $0.number < $1.number }.filter { $0.type == type }.map { entry in
      String(decoding: entry.frame, as: UTF8.self).split(separator: "\"\(key)\":").last.map(String.init) ?? ""
    }
  }

  @Test mutating func `is the first and the last of many refusals, with their count`() {
    take(.silent(.seconds(3)))
    for _ in 0..<200 { take(.openFailed(LocationError(.deviceBusy, "in use by gpsd"))) }
    let told = told(.event, from: "event")
    #expect(told.count == 3 && told[0].hasPrefix("\"silent\""))
    #expect(told[1].hasPrefix("\"open_failed\"") && !told[1].contains("count"))
    #expect(told[2].hasSuffix("\"in use by gpsd\",\"count\":200}\n\n"))
    // Another refusal, and one behind something else, are counted anew.
    take(.openFailed(LocationError(.permissionDenied, "may not")))
    take(.speaking)
    take(.openFailed(LocationError(.permissionDenied, "may not")))
    #expect(self.told(.event, from: "event").count == 6)
    #expect(!self.told(.event, from: "event")[5].contains("count"))
  }

  @Test mutating func `is when a verdict began, whatever its words became since`() {
    take(.good, "a")
    take(.spoofed, "b")
    take(.spoofed, "c")
    take(.good, "d")
    let told = told(.verdict, from: "what").map { $0.prefix(3) }
    #expect(told == ["\"a\"", "\"b\"", "\"d\""])
    take(.good, "e")
    #expect(self.told(.verdict, from: "what").map { $0.prefix(3) } == told + ["\"e\""])
  }
}
