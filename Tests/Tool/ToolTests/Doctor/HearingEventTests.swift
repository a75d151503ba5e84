import GNSS
import GPSBridge
import GPSFormats
import Testing

@testable import GPSBridgeTool

/// What ends the listening, event by event.
@Suite struct `When enough was heard` {
  private let start = ContinuousClock.now
  private let place = DevicePlace(key: "k", node: "/dev/ttyUSB0", speed: .unknown)

  private func hearing(
    _ events: [(ReceiverEvent.Kind, Double)], duration: Duration? = nil, keepsBytes: Bool = false
  ) -> Hearing {
    var hearing = Hearing(duration: duration, keepsBytes: keepsBytes, at: start)
    for (kind, seconds) in events { tell(&hearing, .event(ReceiverEvent(kind, at: at(seconds))), seconds) }
    return hearing
  }

  private func tell(_ hearing: inout Hearing, _ report: Report, _ seconds: Double) {
    var condition = hearing.live
    condition.take(report, counts: StreamTotals(), at: at(seconds))
    hearing.take(report, condition, at: LiveMoment(at(seconds), utcSeconds: 1_795_158_480 + seconds))
  }

  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// The first second, of so many, in which it is enough.
  private func end(_ hearing: Hearing) -> Int? { (0...60).first { hearing.isEnough(at: at(Double($0))) } }

  @Test func `is after all the time there is, where nothing happens`() {
    #expect(end(hearing([])) == 40 && end(hearing([], duration: .seconds(7))) == 7)
  }

  @Test(arguments: [
    (ReceiverState.fix, 13), (.noFix, 33), (.lost, 33), (.silent, 7), (.binary(.sirf), 6),
    (.failed(.cancelled), 0), (.detectingSpeed(4800), 40), (.idle, 40),
    (.waitingForDevice(LocationError(.deviceNotFound, "none")), 40),
  ]) func `is as long after the opening as the state needs`(state: ReceiverState, seconds: Int) {
    let opened: [(ReceiverEvent.Kind, Double)] = [(.opened(place, speed: nil), 1), (.state(state), 1)]
    #expect(end(hearing(opened)) == seconds && end(hearing(opened, duration: .seconds(50))) == 50)
  }

  @Test func `is when all speeds were tried in vain`() {
    let tried = hearing([
      (.opened(place, speed: 9600), 0), (.state(.detectingSpeed(9600)), 0), (.speedTried(4800), 2),
      (.speedNotFound(heard: 900), 20),
    ])
    #expect(tried.isEnough(at: at(20)))
  }

  @Test func `is not when one attempt was refused, for permissions come late`() {
    let refusal = LocationError(.permissionDenied, "no")
    #expect(!hearing([(.openFailed(refusal), 0)]).isEnough(at: at(1)))
    let twice = hearing([(.openFailed(refusal), 0), (.openFailed(refusal), 1)])
    #expect(twice.isEnough(at: at(1)) && twice.result(at: at(1)).refusal == refusal)
  }

  @Test func `forgets a refusal when it is opened after all`() {
    let opened = hearing([
      (.openFailed(LocationError(.permissionDenied, "no")), 0), (.opened(place, speed: 9600), 1),
    ])
    #expect(opened.result(at: at(2)).refusal == nil && opened.result(at: at(2)).node == "/dev/ttyUSB0")
    #expect(opened.result(at: at(2)).facts.port.speed == 9600)
  }

  @Test func `knows that it was pulled out`() {
    let gone = hearing([(.opened(place, speed: 9600), 0), (.detached(place), 3)], duration: .seconds(9))
    #expect(Diagnosis.verdict(gone.result(at: at(9)).facts).code == .deviceGone)
  }

  private func fix(_ second: Int64, isValid: Bool = true) -> Fix {
    var fix = Fix()
    fix.mode = isValid ? .threeDimensional : .none
    fix.coordinate = isValid ? Coordinate(latitude: 48, longitude: 11) : nil
    fix.time = UTC(secondsSince1970: 1_795_158_480 + second)
    return fix
  }

  @Test func `measures the rate from the first epoch to the last`() {
    var hearing = hearing([(.opened(place, speed: nil), 0)])
    #expect(hearing.result(at: at(0)).rate == nil)
    tell(&hearing, .fix(fix(0), received: at(0.2)), 0.2)
    #expect(hearing.result(at: at(1)).rate == nil)
    for second in 1...4 {
      let moment = Double(second) / 5 + 0.2
      tell(&hearing, .fix(fix(Int64(second)), received: at(moment)), moment)
    }
    #expect(abs((hearing.result(at: at(2)).rate ?? 0) - 5) < 0.001)
  }

  @Test func `takes the least delay for the nearest to the clock's error`() {
    var hearing = hearing([(.opened(place, speed: nil), 0)])
    // Before the first fix the receiver's clock is its own.
    tell(&hearing, .fix(fix(-5000, isValid: false), received: at(0.1)), 0.1)
    #expect(hearing.result(at: at(1)).clockAhead == nil)
    for (second, delay) in [(1, 0.4), (2, 0.15), (3, 0.3)] {
      let moment = Double(second) + delay
      tell(&hearing, .fix(fix(Int64(second)), received: at(moment)), moment)
    }
    #expect(abs((hearing.result(at: at(4)).clockAhead ?? 9) - 0.15) < 0.001)
  }

  @Test func `keeps no more bytes than minutes of the fastest line can have, and none that nobody wants`() {
    var wanted = hearing([], keepsBytes: true)
    var unwanted = hearing([])
    let chunk = [UInt8](repeating: 0x24, count: 1_000_000)
    for second in 1...9 {
      wanted.take(chunk, arrival: at(Double(second)))
      unwanted.take(chunk, arrival: at(Double(second)))
    }
    let chunks = wanted.result(at: at(9)).chunks
    #expect(chunks.count == 8 && chunks.first?.after == .seconds(1))
    #expect(unwanted.result(at: at(9)).chunks.isEmpty)
  }
}

@Suite struct `The devices on USB` {
  private func device(_ attributes: [String: String], _ name: String = "1-9") throws -> USBDevice? {
    let machine = try Machine()
    for (key, value) in attributes { try machine.write("/sys/bus/usb/devices/\(name)/\(key)", value + "\n") }
    return machine.facts().usb.first { $0.place == name }
  }

  private let ids = ["idVendor": "1546", "idProduct": "01a8"]

  @Test func `are known by their numbers`() throws {
    let found = try #require(try device(ids.merging(["speed": "480", "busnum": "1", "devnum": "17"]) { $1 }))
    #expect(found.name == "u-blox 8" && found.node == "/dev/bus/usb/001/017")
    #expect(found.speed == 480 && !found.isSuperSpeed && !found.isHub)
    #expect(found.drivers.isEmpty && found.terminals.isEmpty)
  }

  @Test func `may be hubs, and of the fast kind`() throws {
    let hub = try #require(try device(ids.merging(["bDeviceClass": "09", "speed": "10000"]) { $1 }))
    #expect(hub.isHub && hub.isSuperSpeed)
  }

  @Test(arguments: [
    ["idVendor": "1546"], ["idVendor": "xyz", "idProduct": "01a8"],
    ["idVendor": "11546", "idProduct": "01a8"], [:], ["idVendor": "", "idProduct": ""],
  ]) func `are none without numbers that can be read`(attributes: [String: String]) throws {
    #expect(try device(attributes) == nil)
  }

  @Test func `can't garble what is shown of them`() throws {
    let attributes = [
      "idVendor": "dead", "idProduct": "beef", "product": "\u{1B}]0;x\u{7}", "speed": "fast", "busnum": "one",
    ]
    let found = try #require(try device(attributes))
    #expect(!found.name.contains("\u{1B}") && found.speed == nil && found.node == nil)
  }

  @Test(arguments: [("1-1", "usb1"), ("1-1.2", "1-1"), ("12-3.4.5", "12-3.4")])
  func `are plugged into what is above them`(place: String, hub: String) {
    #expect(USBDevice.hub(above: place) == hub)
  }
}
