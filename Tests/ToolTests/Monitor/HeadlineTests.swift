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

  @Test func `is that it starts before anything is known`() {
    #expect(words([]) == "STARTING")
    #expect(words([.state(.waitingForDevice(error))], after: 0) == "STARTING")
  }

  @Test func `tells a device that never was there from one that has gone`() {
    #expect(words([.state(.waitingForDevice(error))], after: 90) == "NO DEVICE: waiting for 90 s")
    let place = PortStories.place
    let gone: [ReceiverEvent.Kind] = [
      .attached(place), .opened(place, speed: 9600), .detached(place), .state(.waitingForDevice(error)),
    ]
    #expect(words(gone, after: 7) == "DEVICE LOST: unplugged 7 s ago")
  }

  @Test func `is not that it waits while the word of its opening is on the way`() {
    let opened: [ReceiverEvent.Kind] = [
      .state(.waitingForDevice(error)), .opened(PortStories.place, speed: nil),
    ]
    #expect(words(opened, after: 30) == "STARTING")
  }

  @Test func `says why a port is not opened, and which`() {
    func refused(_ code: LocationError.Code) -> String {
      words([.attached(PortStories.place), .state(.waitingToRetry(LocationError(code, "no")))])
    }
    #expect(refused(.permissionDenied) == "NO PERMISSION: /dev/ttyUSB0")
    #expect(refused(.deviceBusy) == "PORT BUSY: /dev/ttyUSB0")
    #expect(refused(.portFailed) == "CANNOT OPEN: /dev/ttyUSB0")
  }

  @Test func `names the speed that is tried, and the language that is not understood`() {
    #expect(words([.state(.detectingSpeed(4800))]) == "FINDING SPEED: trying 4800 baud")
    #expect(words([.state(.binary(.novatel))]) == "BINARY: it sends NovAtel binary")
  }

  @Test func `counts the silence from the last byte, not from when it was noticed`() {
    let silent: [ReceiverEvent.Kind] = [
      .opened(PortStories.place, speed: nil), .silent(.seconds(5)), .state(.silent),
    ]
    #expect(words(silent, after: 3) == "SILENT: not a byte for 8 s")
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
        at: start + .seconds(seconds),
        utcSeconds: 1000)
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
    #expect(device.absentSince == start + .seconds(3))
    #expect(device.hasGone)
    let back = told([(3, .detached(place)), (5, .opened(place, speed: nil))], until: 9)
    #expect(back.absentSince == nil)
    #expect(!back.hasGone)
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
