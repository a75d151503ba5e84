import GPSBridge
import SerialPorts
@testable import TerminalKit
import Testing

@testable import GPSBridgeTool

@Suite struct `The headline` {
  private let start = ContinuousClock.now
  private let error = LocationError(.deviceNotFound, "nothing is there")

  private func device(_ events: [ReceiverEvent.Kind], isRecording: Bool = false) -> MonitoredDevice {
    var device = MonitoredDevice(source: "/dev/ttyUSB0", isRecording: isRecording)
    for event in events {
      device.take(.event(ReceiverEvent(event, at: start)), StreamTotals(), at: start, utcSeconds: 0)
    }
    return device
  }

  private func words(_ events: [ReceiverEvent.Kind], after seconds: Int = 3, isRecording: Bool = false)
    -> String
  {
    let headline = Headline(device(events, isRecording: isRecording), at: start + .seconds(seconds))
    return headline.detail.isEmpty ? headline.word : "\(headline.word): \(headline.detail)"
  }

  @Test func `says what is the case, and since when`() {
    let (place, absent) = (PortStories.place, ReceiverEvent.Kind.state(.waitingForDevice(error)))
    func refused(_ code: LocationError.Code) -> [ReceiverEvent.Kind] {
      [.attached(place), .state(.waitingToRetry(LocationError(code, "no")))]
    }
    for (events, seconds, text) in [
      ([], 3, "STARTING"), ([absent], 0, "STARTING"), ([absent], 90, "NO DEVICE: waiting for 90 s"),
      (
        [.attached(place), .opened(place, speed: 9600), .detached(place), absent], 7,
        "DEVICE LOST: unplugged 7 s ago"
      ),
      // The word of its opening is on the way.
      ([absent, .opened(place, speed: nil)], 30, "STARTING"),
      (refused(.permissionDenied), 3, "NO PERMISSION: /dev/ttyUSB0"),
      (refused(.deviceBusy), 3, "PORT BUSY: /dev/ttyUSB0"),
      (refused(.portFailed), 3, "CANNOT OPEN: /dev/ttyUSB0"),
      ([.state(.detectingSpeed(4800))], 3, "FINDING SPEED: trying 4800 baud"),
      ([.state(.binary(.novatel))], 3, "BINARY: it sends NovAtel binary"),
      // Since the last byte, not since it was noticed.
      ([.opened(place, speed: nil), .silent(.seconds(5)), .state(.silent)], 3, "SILENT: not a byte for 8 s"),
    ] as [([ReceiverEvent.Kind], Int, String)] { #expect(words(events, after: seconds) == text) }
  }

  @Test func `is that a recording is over, and no cable was pulled`() {
    let place = PortStories.place
    let over: [ReceiverEvent.Kind] = [.attached(place), .opened(place, speed: nil), .detached(place)]
    #expect(words(over, isRecording: true) == "ENDED: the recording is over")
  }

  @Test func `has an ink that is good for nothing but a position`() {
    let all: [[ReceiverEvent.Kind]] = [
      [], [.state(.waitingForDevice(error))], [.state(.waitingToRetry(error))],
      [.state(.detectingSpeed(4800))],
      [.state(.silent)], [.state(.binary(.ubx))], [.state(.noFix)], [.state(.lost)], [.state(.failed(error))],
    ]
    for events in all { #expect(Headline(device(events), at: start + .seconds(9)).ink != .good) }
  }
}

@Suite struct `A monitored device` {
  private let start = ContinuousClock.now

  private func told(_ events: [(Int, ReceiverEvent.Kind)], until seconds: Int) -> MonitoredDevice {
    var device = MonitoredDevice(source: "auto")
    for (second, kind) in events {
      device.take(
        .event(ReceiverEvent(kind, at: start + .seconds(second))), StreamTotals(),
        at: start + .seconds(seconds), utcSeconds: 1000)
    }
    return device
  }

  @Test func `is called by what was asked for until it has a name`() {
    #expect(told([], until: 0).name == "auto")
    #expect(told([(0, .attached(PortStories.place))], until: 0).name == "u-blox 7")
  }

  @Test func `has been absent since the first word of it, whatever follows`() {
    let error = LocationError(.deviceNotFound, "gone")
    let place = PortStories.place
    let device = told(
      [(0, .opened(place, speed: nil)), (3, .detached(place)), (4, .state(.waitingForDevice(error)))],
      until: 9)
    #expect(device.absentSince == start + .seconds(3) && device.hasGone)
    let back = told([(3, .detached(place)), (5, .opened(place, speed: nil))], until: 9)
    #expect(back.absentSince == nil && !back.hasGone)
  }

  @Test func `notes an event at the time when it happened, not when it was told`() {
    let device = told([(2, .speaking), (9, .closed)], until: 10)
    #expect(device.events.entries.map(\.utcSeconds) == [992, 999])
  }

  @Test func `forgets the silence when it speaks`() {
    #expect(told([(9, .silent(.seconds(4)))], until: 9).silentSince == start + .seconds(5))
    #expect(told([(9, .silent(.seconds(4))), (10, .speaking)], until: 10).silentSince == nil)
  }

  @Test func `has no age before it has a position`() { #expect(told([], until: 5).age(at: start) == nil) }
}
