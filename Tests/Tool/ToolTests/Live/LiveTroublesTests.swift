import GPSBase
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `Troubles with a receiver` {
  private let start = ContinuousClock.now
  private let place = DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", name: "a stick")

  private func troubles(
    _ source: SourceName = .port("/dev/ttyUSB0"), lostTimeout: Duration? = nil,
    ports: [SerialPortDescription] = []
  ) -> LiveTroubles {
    LiveTroubles(source, "watch", lostTimeout: lostTimeout, ports: { ports })
  }

  private func event(_ kind: ReceiverEvent.Kind, after seconds: Double = 0) -> Report {
    .event(ReceiverEvent(kind, at: start + .seconds(seconds)))
  }

  @Test func `are none before anybody has looked`() {
    var troubles = troubles(.automatic)
    #expect(troubles.take(event(.state(.waitingForDevice(.notLookedFor)))) == [])
  }

  @Test func `name what is waited for, once`() {
    var troubles = troubles(.port("usb:1:2"))
    let waiting = event(.state(.waitingForDevice(LocationError(.deviceNotFound, "none"))))
    #expect(troubles.take(waiting) == [.note("waiting for usb:1:2: it is not there\n")])
    #expect(troubles.take(waiting) == [])
  }

  @Test func `name each bridge that may be the receiver`() {
    var port = SerialPortDescription(node: "/dev/ttyUSB7")
    port.classification = Classification(kind: .bridge, reason: "", model: "PL2303")
    var troubles = troubles(.automatic, ports: [port])
    #expect(
      troubles.take(event(.state(.waitingForDevice(LocationError(.deviceNotFound, "none"))))) == [
        .note("waiting for a GPS receiver: none is plugged in\n"),
        .note("  /dev/ttyUSB7 (PL2303) may be your receiver: gpsbridge watch /dev/ttyUSB7\n"),
      ])
  }

  private func joined(_ text: String) -> DevicePlace {
    var place = DevicePlace(key: text)
    place.takesCommands = false
    return place
  }

  @Test func `name what keeps a server from being joined, once each`() {
    var troubles = troubles(.network("gpsd://host"))
    let refused = LocationError(.notServed, "cannot reach host:2947: Connection refused")
    let waiting = event(.state(.waitingForDevice(refused)))
    #expect(
      troubles.take(waiting) == [
        .note("waiting for gpsd://host: cannot reach host:2947: Connection refused\n")
      ])
    #expect(troubles.take(waiting) == [])
    let empty = event(
      .state(.waitingForDevice(LocationError(.notServed, "gpsd at host:2947 has no receiver"))))
    #expect(troubles.take(empty).count == 1)
  }

  @Test func `say in one line that gpsd has the receiver, and nothing where it was named`() {
    let place = joined("gpsd://127.0.0.1/dev/ttyACM0")
    var automatic = troubles(.automatic)
    #expect(automatic.take(event(.openFailed(LocationError(.notServed, "gpsd has it")))) == [])
    #expect(
      automatic.take(event(.opened(place, speed: nil))) == [
        .note("note: gpsd has the receiver, so it is read over gpsd://127.0.0.1/dev/ttyACM0\n")
      ])
    #expect(automatic.take(event(.opened(place, speed: nil))) == [])
    var named = troubles(.network("gpsd://127.0.0.1/dev/ttyACM0"))
    #expect(named.take(event(.opened(place, speed: nil))) == [])
  }

  @Test func `end with a server that stays away, without a word about cables`() {
    var troubles = troubles(.network("gpsd://host"), lostTimeout: .seconds(5))
    _ = troubles.take(event(.opened(joined("gpsd://host"), speed: nil)))
    _ = troubles.take(event(.detached(joined("gpsd://host")), after: 1))
    let complaint = troubles.lost(at: start + .seconds(10))
    #expect(complaint?.exit == .lost && complaint?.hint.contains("server") == true)
  }

  @Test(arguments: [LocationError.Code.permissionDenied, .deviceBusy])
  func `end it at the second refusal, not at the first`(code: LocationError.Code) {
    var troubles = troubles()
    let error = LocationError(code, "no")
    #expect(troubles.take(event(.openFailed(error))) == [])
    #expect(troubles.take(event(.openFailed(error))) == [.end(ToolError(error, .port("/dev/ttyUSB0")))])
  }

  @Test func `are forgotten when the port could be opened`() {
    var troubles = troubles()
    let error = LocationError(.permissionDenied, "no")
    _ = troubles.take(event(.openFailed(error)))
    _ = troubles.take(event(.opened(place, speed: nil)))
    #expect(troubles.take(event(.openFailed(error))) == [])
  }

  @Test func `of a busy port are waited out by who wants that`() {
    var troubles = troubles()
    troubles.waitsForPort = true
    let error = LocationError(.deviceBusy, "gpsd has it")
    _ = troubles.take(event(.openFailed(error)))
    #expect(troubles.take(event(.openFailed(error))) == [.note("note: gpsd has it; waiting for it\n")])
    #expect(troubles.take(event(.openFailed(error))) == [])
  }

  @Test func `end it at once where the port is no terminal, or where nobody knows which is meant`() {
    for code in [LocationError.Code.unreadable, .deviceAmbiguous] {
      var troubles = troubles()
      let error = LocationError(code, "no")
      let told =
        code == .unreadable ? event(.openFailed(error)) : event(.state(.waitingForDevice(error)))
      #expect(troubles.take(told) == [.end(ToolError(error, .port("/dev/ttyUSB0")))])
    }
  }

  @Test func `begin to count when the receiver goes, and end when it is back`() {
    var troubles = troubles(lostTimeout: .seconds(5))
    _ = troubles.take(event(.opened(place, speed: nil)))
    #expect(troubles.due == nil)
    // Told when the stream breaks off, and not once more when udev has tidied up.
    #expect(
      troubles.take(event(.disconnected(LocationError(.disconnected, "gone")), after: 10)) == [
        .note("note: /dev/ttyUSB0 is gone; waiting for it to come back\n")
      ])
    #expect(troubles.take(event(.detached(place), after: 11)) == [])
    #expect(troubles.due == Moment(start + .seconds(15)))
    #expect(troubles.lost(at: start + .seconds(14)) == nil)
    #expect(troubles.lost(at: start + .seconds(15))?.exit == .lost)
    #expect(
      troubles.take(event(.opened(place, speed: nil), after: 16)) == [.note("note: /dev/ttyUSB0 is back\n")])
    #expect(troubles.due == nil)
    #expect(troubles.lost(at: start + .seconds(99)) == nil)
  }

  @Test func `do not begin with the end of what was never open`() {
    var troubles = troubles(lostTimeout: .seconds(5))
    #expect(troubles.take(event(.disconnected(LocationError(.disconnected, "gone")))) == [])
    #expect(troubles.take(event(.detached(place))) == [])
    #expect(troubles.due == nil)
  }

  @Test func `with what is said are told, once for each opening`() {
    var troubles = troubles()
    _ = troubles.take(event(.opened(place, speed: 9600)))
    #expect(
      troubles.take(event(.silent(.seconds(3)))) == [.note("note: /dev/ttyUSB0 is open, but sends nothing\n")]
    )
    #expect(troubles.take(event(.silent(.seconds(3)))) == [])
    #expect(
      troubles.take(event(.binary(.sbf))) == [
        .note("note: /dev/ttyUSB0 sends Septentrio SBF, from which no position can be read\n")
      ])
    #expect(
      troubles.take(event(.binary(.ubx))) == [
        .note("note: /dev/ttyUSB0 sends u-blox binary, without positions yet\n")
      ])
    #expect(
      troubles.take(event(.speedNotFound(heard: 99))) == [
        .note("note: the data of /dev/ttyUSB0 makes no sense at any speed\n")
      ])
    _ = troubles.take(event(.opened(place, speed: 9600)))
    #expect(troubles.take(event(.silent(.seconds(3)))) != [])
  }

  @Test func `that are the end are the end`() {
    var troubles = troubles()
    let error = LocationError(.disconnected, "it is over")
    #expect(troubles.take(.failed(error)) == [.end(ToolError(error, .port("/dev/ttyUSB0")))])
  }

  @Test(
    arguments: [
      (.waitingForDevice(LocationError(.deviceNotFound, "none")), .notFound),
      (.waitingForDevice(.notLookedFor), .notFound), (.idle, .notFound),
      (.waitingToRetry(LocationError(.permissionDenied, "no")), .permissionDenied),
      (.waitingToRetry(LocationError(.deviceBusy, "no")), .busy), (.silent, .nothingKnown),
      (.binary(.sirf), .nothingKnown), (.binary(.ubx), .nothingKnown), (.detectingSpeed(9600), .nothingKnown),
      (.noFix, .notInTime),
      (.fix, .notInTime), (.lost, .notInTime),
    ] as [(ReceiverState, ExitCode)])
  func `say after a time what the receiver was doing`(state: ReceiverState, exit: ExitCode) {
    var facts = ReceiverCondition()
    facts.take(event(.state(state)), counts: StreamTotals(), at: start)
    let complaint = troubles().complaint(after: .seconds(30), facts, at: start + .seconds(30))
    #expect(complaint.exit == exit)
    #expect(!complaint.message.isEmpty && !complaint.hint.isEmpty)
  }

  @Test func `say that the receiver is lost where it went before the time was over`() {
    var troubles = troubles()
    var facts = ReceiverCondition()
    for told in [
      event(.opened(place, speed: nil)), event(.detached(place)),
      event(.state(.waitingForDevice(LocationError(.deviceNotFound, "none")))),
    ] {
      _ = troubles.take(told)
      facts.take(told, counts: StreamTotals(), at: start)
    }
    #expect(troubles.complaint(after: .seconds(3), facts, at: start).exit == .lost)
  }

  @Test func `report a server that comes and goes in one line a minute`() {
    var troubles = troubles(.network("tcp://host:1"))
    let place = joined("tcp://host:1")
    _ = troubles.take(event(.opened(place, speed: nil)))
    var notes: [Int: [LiveTroubles.Answer]] = [:]
    for second in 1...200 {
      let told =
        troubles.take(event(.detached(place), after: Double(second)))
        + troubles.take(event(.opened(place, speed: nil), after: Double(second) + 0.5))
      if !told.isEmpty { notes[second] = told }
    }
    let gone = LiveTroubles.Answer.note("note: tcp://host:1 is gone; waiting for it to come back\n")
    let back = LiveTroubles.Answer.note("note: tcp://host:1 is back\n")
    #expect(notes.keys.sorted() == [1, 2, 3, 4, 64, 124, 184])
    #expect(notes[3] == [gone, back])
    #expect(notes[4] == [.note("note: tcp://host:1 has come and gone 4 times in 3 s\n")])
    #expect(notes[64] == [.note("note: tcp://host:1 has come and gone 60 times in 60 s\n")])
    #expect(troubles.take(event(.detached(place), after: 400)) == [gone])
  }
}
