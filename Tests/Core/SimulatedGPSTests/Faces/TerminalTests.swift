import GPSBridge
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A receiver behind a pseudo-terminal` {
  let time = ManualTime()

  @Test func `says through a port what its engine says, to the byte`() throws {
    let receiver = try PseudoTerminalReceiver(.staticDesk, time: time)
    let port = try Port(#require(receiver.path))
    let wanted = bytes(.staticDesk, seconds: 60)
    var got: [UInt8] = []
    // A kernel keeps some 17 kB for a program that does not read.
    for _ in 1...12 {
      time.jump(by: .seconds(5))
      got += try port.readAll(receiver.status.sent)
    }
    #expect(got == wanted)
    #expect(receiver.status.sent == wanted.count && receiver.status.lost == 0)
    #expect(receiver.status.isOpen)
  }

  @Test func `is garbage at the wrong speed, and half as much of it at half the speed`() throws {
    let scenario = Scenario.staticDesk.with { $0.dialect = .mtk }
    let receiver = try PseudoTerminalReceiver(scenario, time: time)
    let port = try Port(#require(receiver.path))
    try port.setSpeed(4800)
    time.jump(by: .seconds(20))
    let wanted = bytes(scenario.with { $0.hostSpeed = 4800 }, seconds: 20)
    #expect(wanted.count < bytes(scenario, seconds: 20).count * 6 / 10)
    #expect(try port.readAll(receiver.status.sent) == wanted)
    #expect(receiver.status.hostSpeed == 4800)
    try port.setSpeed(9600)
    time.jump(by: .seconds(5))
    let right = try port.readAll(receiver.status.sent)
    #expect(lines(right).count { $0.hasPrefix("$GPRMC") } >= 4)
  }

  @Test func `understands what is written to it, at the right speed only`() throws {
    let receiver = try PseudoTerminalReceiver(.staticDesk.with { $0.dialect = .mtk }, time: time)
    let port = try Port(#require(receiver.path))
    let question = wire("PMTK605")
    func ask(at speed: UInt32) throws -> [String] {
      try port.setSpeed(speed)
      time.jump(by: .milliseconds(40))
      let before = receiver.status.received
      try port.write(question)
      // The kernel takes its time.
      while receiver.status.received < before + question.count { time.jump(by: .milliseconds(20)) }
      // Half a second is less than one epoch of this receiver takes.
      for _ in 1...8 { time.jump(by: .milliseconds(500)) }
      return lines(try port.readAll(receiver.status.sent))
    }
    #expect(try !ask(at: 19_200).contains { $0.hasPrefix("$PMTK705") })
    let answer = try ask(at: 9600)
    #expect(answer.count { $0.contains("$PMTK705") } == 1, "\(answer)")
  }

  @Test func `loses what nobody is there to read`() throws {
    let receiver = try PseudoTerminalReceiver(.staticDesk, time: time)
    time.jump(by: .seconds(30))
    #expect(receiver.status.lost == bytes(.staticDesk, seconds: 30).count && receiver.status.sent == 0)
    let port = try Port(#require(receiver.path))
    time.jump(by: .seconds(2))
    let all = bytes(.staticDesk, seconds: 32)
    let rest = all.dropFirst(receiver.status.lost)
    #expect(try port.readAll(receiver.status.sent) == Array(rest))
  }

  @Test func `does not give the next program what the last one left`() throws {
    let receiver = try PseudoTerminalReceiver(.staticDesk, time: time)
    let path = try #require(receiver.path)
    do {
      let first = try Port(path)
      time.jump(by: .seconds(5))
      #expect(receiver.status.isOpen)
      withExtendedLifetime(first) {}
    }
    time.jump(by: .seconds(5))
    #expect(!receiver.status.isOpen)
    let second = try Port(path)
    let before = receiver.status
    time.jump(by: .seconds(2))
    let wanted = bytes(.staticDesk, seconds: 12).suffix(receiver.status.sent - before.sent)
    #expect(try second.read(wanted.count) == Array(wanted))
  }

  @Test func `hangs up when it is unplugged, and is back under another name`() throws {
    let receiver = try PseudoTerminalReceiver(.unplug, time: time)
    let old = try #require(receiver.path)
    let port = try Port(old)
    time.jump(by: .seconds(61))
    try port.waitForHangUp()
    #expect(receiver.path == nil && receiver.status.name == nil)
    time.jump(by: .seconds(10))
    let new = try #require(receiver.path)
    #expect(new != old)
    #expect(receiver.status.name == "ttyACM1")
    let next = try Port(new)
    let before = receiver.status.sent
    time.jump(by: .seconds(10))
    #expect(try lines(next.read(receiver.status.sent - before)).contains { $0.hasPrefix("$GNRMC") })
    receiver.stop()
    try next.waitForHangUp()
    #expect(receiver.status.isOver && receiver.path == nil)
    time.jump(by: .seconds(10))
    #expect(time.pendingTimers == 0)
  }

  @Test func `is busy and forbidden as its story says`() throws {
    let receiver = try PseudoTerminalReceiver(
      .staticDesk.telling {
        Story.Wait(for: .seconds(5))
        Story.Refuse(.busy, for: .seconds(5))
        Story.Refuse(.permissionDenied, for: .seconds(5))
      }, time: time)
    let path = try #require(receiver.path)
    time.jump(by: .seconds(6))
    let busy = #expect(throws: SerialPortError.self) { _ = try SerialPort(path: path) }
    #expect(busy?.code == .busy)
    time.jump(by: .seconds(5))
    if !isRoot() {
      let forbidden = #expect(throws: SerialPortError.self) { _ = try SerialPort(path: path) }
      #expect(forbidden?.code == .permissionDenied)
    }
    time.jump(by: .seconds(5))
    _ = try SerialPort(path: path)
  }

  @Test func `has a name of its own while it is plugged in`() throws {
    let folder = try TestFolder()
    let link = folder.file("gps0")
    let receiver = try PseudoTerminalReceiver(.unplug, link: link, time: time)
    #expect(folder.destination("gps0") == receiver.path)
    time.jump(by: .seconds(61))
    #expect(folder.destination("gps0") == nil)
    time.jump(by: .seconds(10))
    #expect(folder.destination("gps0") == receiver.path && receiver.path != nil)
    receiver.stop()
    #expect(folder.destination("gps0") == nil)
  }

  @Test func `takes the name that a killed one has left, and none that leads to a living terminal`() throws {
    let folder = try TestFolder()
    try folder.link("gps0", to: "/dev/pts/99999")
    let receiver = try PseudoTerminalReceiver(.staticDesk, link: folder.file("gps0"), time: time)
    #expect(folder.destination("gps0") == receiver.path && receiver.path != nil)
    let error = #expect(throws: SimulationError.self) {
      _ = try PseudoTerminalReceiver(.staticDesk, link: folder.file("gps0"), time: time)
    }
    #expect(error?.code == .nameTaken)
    #expect(folder.destination("gps0") == receiver.path)
    receiver.stop()
  }

  @Test func `never touches a name that somebody else has put there`() throws {
    let folder = try TestFolder()
    try folder.link("gps0", to: "/dev/ttyUSB99")
    let error = #expect(throws: SimulationError.self) {
      _ = try PseudoTerminalReceiver(.staticDesk, link: folder.file("gps0"), time: time)
    }
    #expect(error?.code == .nameTaken)
    #expect(error?.description.contains("leads to /dev/ttyUSB99") == true)
    #expect(folder.destination("gps0") == "/dev/ttyUSB99")
    // Nothing of it is left.
    #expect(time.pendingTimers == 0)

    let receiver = try PseudoTerminalReceiver(.unplug, link: folder.file("gps1"), time: time)
    try folder.remove("gps1")
    try folder.link("gps1", to: "/dev/null")
    time.jump(by: .seconds(75))
    #expect(folder.destination("gps1") == "/dev/null")
    #expect(receiver.path != nil && receiver.status.problem?.code == .nameTaken)
    receiver.stop()
    #expect(folder.destination("gps1") == "/dev/null")
  }

  @Test(arguments: [
    ("/no/such/folder/gps0", SimulationError.Code.noName), ("", .noName), ("/tmp/a\0b", .noName),
  ])
  func `says what is wrong with a name that cannot be made`(link: String, code: SimulationError.Code) {
    let error = #expect(throws: SimulationError.self) {
      _ = try PseudoTerminalReceiver(.staticDesk, link: link, time: time)
    }
    #expect(error?.code == code)
  }

  @Test func `is found by the library at its name, at its speed, and again after its cable was pulled`()
    async throws
  {
    let folder = try TestFolder()
    let receiver = try PseudoTerminalReceiver(
      .staticDesk.with { ($0.dialect, $0.rate) = (.mtk, 2) }, link: folder.file("gps0"))
    let device = SerialDevice(.node(folder.file("gps0")))
    let program = Receiver(device)
    let events = program.events.subscribe(.unbounded)
    let fixes = program.fixes.subscribe(.latest)
    var speed: Int?
    while speed == nil, let event = await events.next() {
      if case .speedFound(let found) = event.kind { speed = found }
    }
    #expect(speed == 9600)
    while let fix = await fixes.next(), !fix.isValid {}
    receiver.tell { Story.Unplug(for: .seconds(1), returningAs: "ttyUSB9") }
    var isBack = false
    while !isBack, let event = await events.next() { if case .back = event.kind { isBack = true } }
    #expect(isBack)
  }
}
