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
  ) -> LiveTroubles { LiveTroubles(source, "watch", lostTimeout: lostTimeout, ports: { ports }) }

  private func event(_ kind: ReceiverEvent.Kind, after seconds: Double = 0) -> Report {
    .event(ReceiverEvent(kind, at: start + .seconds(seconds)))
  }

  private func joined(_ text: String) -> DevicePlace {
    var place = DevicePlace(key: text)
    place.takesCommands = false
    return place
  }

  /// What is printed of events at their seconds.
  private func answers(
    _ source: SourceName, _ events: [(ReceiverEvent.Kind, Double)], waitsForPort: Bool = false
  ) -> String {
    var port = SerialPortDescription(node: "/dev/ttyUSB7")
    port.classification = Classification(kind: .bridge, reason: "", model: "PL2303")
    var troubles = troubles(source, ports: [port])
    troubles.waitsForPort = waitsForPort
    return events.map { kind, second in
      let answers = troubles.take(event(kind, after: second)).map { answer in
        switch answer {
        case .note(let text): text
        case .end(let error): "\(error.code), \(error.exit.rawValue): \(error.text)"
        }
      }
      return "\(second) s: \(answers.isEmpty ? "nothing\n" : answers.joined())"
    }.joined()
  }

  @Test func `are told once, in words that were read and found right`() throws {
    let absent = LocationError(.deviceNotFound, "none")
    let (denied, busy) = (LocationError(.permissionDenied, "no"), LocationError(.deviceBusy, "gpsd has it"))
    let refused = LocationError(.notServed, "cannot reach host:2947: Connection refused")
    let empty = LocationError(.notServed, "gpsd at host:2947 has no receiver")
    let served = joined("gpsd://127.0.0.1/dev/ttyACM0")
    let port = SourceName.port("/dev/ttyUSB0")
    let stories: [(claim: String, source: SourceName, events: [ReceiverEvent.Kind])] = [
      ("before anybody has looked", .automatic, [.state(.waitingForDevice(.notLookedFor))]),
      (
        "what is waited for", .port("usb:1:2"),
        [.state(.waitingForDevice(absent)), .state(.waitingForDevice(absent))]
      ), ("each bridge that may be the receiver", .automatic, [.state(.waitingForDevice(absent))]),
      (
        "what keeps a server from being joined", .network("gpsd://host"),
        [
          .state(.waitingForDevice(refused)), .state(.waitingForDevice(refused)),
          .state(.waitingForDevice(empty)),
        ]
      ),
      (
        "gpsd has the receiver", .automatic,
        [.openFailed(empty), .opened(served, speed: nil), .opened(served, speed: nil)]
      ),
      (
        "gpsd has the receiver, and was named", .network("gpsd://127.0.0.1/dev/ttyACM0"),
        [.opened(served, speed: nil)]
      ), ("a second refusal is the end", port, [.openFailed(denied), .openFailed(denied)]),
      ("so it is where it is busy", port, [.openFailed(busy), .openFailed(busy)]),
      (
        "an opening forgets refusals", port,
        [.openFailed(denied), .opened(place, speed: nil), .openFailed(denied)]
      ), ("a port that is no terminal", port, [.openFailed(LocationError(.unreadable, "no"))]),
      (
        "nobody knows which is meant", port,
        [.state(.waitingForDevice(LocationError(.deviceAmbiguous, "no")))]
      ),
      (
        "the end of what was never open", port,
        [.disconnected(LocationError(.disconnected, "gone")), .detached(place)]
      ),
      (
        "what is sent, once for each opening", port,
        [
          .opened(place, speed: 9600), .silent(.seconds(3)), .silent(.seconds(3)), .binary(.sbf),
          .binary(.ubx), .speedNotFound(heard: 99), .opened(place, speed: 9600), .silent(.seconds(3)),
        ]
      ),
    ]
    var text = ""
    for (claim, source, events) in stories {
      text += "# \(claim)\n" + answers(source, events.map { ($0, 0) })
    }
    text += "# a busy port is waited out by who wants that\n"
    text += answers(port, Array(repeating: (.openFailed(busy), 0), count: 3), waitsForPort: true)
    text += "# a server that comes and goes has one line a minute\n"
    let server = joined("tcp://host:1")
    let changes = (1...200).flatMap { second in
      [
        (ReceiverEvent.Kind.detached(server), Double(second)),
        (.opened(server, speed: nil), Double(second) + 0.5),
      ]
    }
    text += answers(
      .network("tcp://host:1"), [(.opened(server, speed: nil), 0)] + changes + [(.detached(server), 400)]
    ).split(separator: "\n").filter { !$0.hasSuffix("nothing") }.map { $0 + "\n" }.joined()
    text += "# what the receiver was doing when the time is over\n"
    let states: [ReceiverState] = [
      .waitingForDevice(absent), .waitingForDevice(.notLookedFor), .idle, .waitingToRetry(denied),
      .waitingToRetry(busy), .silent, .binary(.sirf), .binary(.ubx), .detectingSpeed(9600), .noFix, .fix,
      .lost,
    ]
    for state in states {
      var facts = ReceiverCondition()
      facts.take(event(.state(state)), counts: StreamTotals(), at: start)
      let complaint = troubles().complaint(after: .seconds(30), facts, at: start + .seconds(30))
      text += "\(complaint.code), \(complaint.exit.rawValue): \(complaint.text)"
    }
    try Transcript.expect(text, is: "live-troubles")
  }

  @Test func `do not begin with the end of what was never open`() {
    var troubles = troubles(lostTimeout: .seconds(5))
    #expect(troubles.take(event(.disconnected(LocationError(.disconnected, "gone")))) == [])
    #expect(troubles.take(event(.detached(place))) == [] && troubles.due == nil)
  }

  @Test func `that are the end are the end`() {
    var troubles = troubles()
    let error = LocationError(.disconnected, "it is over")
    #expect(troubles.take(.failed(error)) == [.end(ToolError(error, .port("/dev/ttyUSB0")))])
  }

  @Test func `end with a server that stays away, without a word about cables`() {
    var troubles = troubles(.network("gpsd://host"), lostTimeout: .seconds(5))
    _ = troubles.take(event(.opened(joined("gpsd://host"), speed: nil)))
    _ = troubles.take(event(.detached(joined("gpsd://host")), after: 1))
    let complaint = troubles.lost(at: start + .seconds(10))
    #expect(complaint?.exit == .lost && complaint?.remedy.contains("server") == true)
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
    #expect(troubles.due == Moment(start + .seconds(15)) && troubles.lost(at: start + .seconds(14)) == nil)
    #expect(troubles.lost(at: start + .seconds(15))?.exit == .lost)
    #expect(
      troubles.take(event(.opened(place, speed: nil), after: 16)) == [.note("note: /dev/ttyUSB0 is back\n")])
    #expect(troubles.due == nil && troubles.lost(at: start + .seconds(99)) == nil)
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
}
