import GPSBridge
import TestSupport
import Testing

@testable import SimulatedGPS

@Suite(.timeLimit(.minutes(10))) struct `A replay` {
  /// A piece each half second, of three bytes.
  static let recording = Simulation.Recording(
    (0..<20).map { (time: .milliseconds($0 * 500), bytes: [UInt8($0), 0x2A, 0x0A]) })

  private func chunks(_ replay: Simulation.Replay, until end: Duration) -> [Emission.Chunk] {
    var replay = replay
    var chunks: [Emission.Chunk] = []
    while replay.nextDue <= end, !replay.isOver {
      for case .bytes(let chunk) in replay.advance(to: replay.nextDue) { chunks.append(chunk) }
    }
    return chunks
  }

  @Test func `has the pieces and the pace of its recording`() {
    let chunks = chunks(Simulation.Replay(Self.recording), until: .seconds(100))
    #expect(chunks.map(\.bytes) == (0..<20).map { [UInt8($0), 0x2A, 0x0A] })
    #expect(chunks.map(\.end) == (0..<20).map { .milliseconds($0 * 500) })
  }

  @Test(arguments: [0.5, 2, 10])
  func `is so many times as fast`(times: Double) {
    let chunks = chunks(
      Simulation.Replay(Self.recording, pace: .recorded(times: times)), until: .seconds(100))
    for (index, chunk) in chunks.enumerated() {
      #expect(abs(chunk.end / .seconds(1) - Double(index) * 0.5 / times) < 1e-6)
    }
    #expect(chunks.count == 20)
  }

  @Test func `begins where it is told`() {
    let chunks = chunks(Simulation.Replay(Self.recording, from: .milliseconds(3700)), until: .seconds(100))
    #expect(chunks.first?.bytes[0] == 8 && chunks.first?.end == .milliseconds(300))
    #expect(chunks.count == 12)
    var beyond = Simulation.Replay(Self.recording, from: .seconds(1000), loops: true)
    #expect(beyond.advance(to: .seconds(1)) == [.plugged(name: "recording", at: .zero)])
    #expect(beyond.advance(to: .seconds(1)) == [.unplugged(at: .seconds(1))])
    #expect(beyond.isOver)
  }

  @Test func `goes round and round if it is told to`() {
    var replay = Simulation.Replay(Self.recording, pace: .recorded(times: 2), loops: true)
    let emissions = (1...600).flatMap { replay.advance(to: .milliseconds($0 * 100)) }
    // A round takes nineteen steps of a quarter of a second, and one more to the next round.
    #expect(replay.rounds == 12)
    #expect(emissions.bytes.count == 241 * 3)
    #expect(!replay.isOver)
  }

  @Test func `is over a second behind its last piece`() {
    var replay = Simulation.Replay(Self.recording)
    for _ in 1...2 { _ = replay.advance(to: .seconds(10)) }
    #expect(!replay.isOver && replay.deviceName == "recording")
    #expect(replay.advance(to: .seconds(30)) == [.unplugged(at: .milliseconds(10_500))])
    #expect(replay.isOver && replay.deviceName == nil && replay.advance(to: .seconds(40)).isEmpty)
  }

  @Test func `keeps to the speed of a line`() {
    let text = bytes(.drive, seconds: 60)
    let recording = Simulation.Recording([(time: .zero, bytes: text)])
    let chunks = chunks(Simulation.Replay(recording, pace: .line(38_400)), until: .seconds(1000))
    #expect(chunks.flatMap(\.bytes) == text)
    for chunk in chunks { #expect(chunk.bytes.count <= 61) }
    let seconds = (chunks.last?.end ?? .zero) / .seconds(1)
    #expect(abs(seconds - Double(text.count) / 3840) < 0.001)
  }

  @Test func `at full speed gives a part at a time, and all of it`() {
    let text = bytes(.drive, seconds: 300)
    var replay = Simulation.Replay(Simulation.Recording([(time: .zero, bytes: text)]), pace: .full)
    var all: [UInt8] = []
    while replay.nextDue == .zero {
      let part = replay.advance(to: .zero).bytes
      #expect(part.count <= 65_536)
      all += part
    }
    #expect(all == text && text.count > 65_536)
    #expect(replay.nextDue == .seconds(1))
  }

  @Test(arguments: [Double.nan, -1, 0, .infinity, 1e300])
  func `does not fall over a pace that is none`(times: Double) {
    var replay = Simulation.Replay(Self.recording, pace: .recorded(times: times), loops: true)
    for second in 1...20 { _ = replay.advance(to: .seconds(second)) }
    var slow = Simulation.Replay(Self.recording, pace: .line(-5), loops: true)
    #expect(!slow.advance(to: .seconds(1000)).isEmpty)
  }

  @Test func `begins when somebody first opens it, so that nothing of it is missed`() {
    let time = ManualTime()
    let simulated = SimulatedReceiver(playing: Simulation.Replay(Self.recording), time: time)
    time.jump(by: .seconds(1000))
    #expect(simulated.isPresent && simulated.elapsed == .zero)
    let ear = Ear(simulated)
    time.jump(by: .seconds(100))
    #expect(ear.chunks.count == 20)
    #expect(!simulated.isPresent)
  }

  // MARK: Through the faces

  @Test func `is met in process, piece by piece, and ends`() {
    let time = ManualTime()
    let ear = Ear(SimulatedReceiver(playing: Simulation.Replay(Self.recording), time: time))
    time.jump(by: .seconds(100))
    #expect(ear.chunks == (0..<20).map { [UInt8($0), 0x2A, 0x0A] })
    #expect(ear.ends.count == 1)
  }

  @Test func `gives a location manager the places that were recorded`() throws {
    let text = bytes(.walk, seconds: 120)
    let time = ManualTime()
    let recording = Simulation.Recording(text: text.span)
    let simulated = SimulatedReceiver(playing: Simulation.Replay(recording), name: "walk", time: time)
    let manager = LocationManager(simulated.receiver)
    manager.startUpdatingLocation()
    // Epochs that came faster than they are dated would be a backlog, and not live.
    time.jump(by: recording.duration + .milliseconds(500))
    let location = try #require(manager.location)
    #expect(
      location.source == .init(deviceID: "walk", isSimulatedBySoftware: true, isProducedByAccessory: false))
    let last = try #require(fixes(text).last { $0.coordinate != nil }?.coordinate)
    #expect(location.coordinate == last)
    #expect(manager.latest?.freshness == .live)
    time.jump(by: .seconds(2))
    #expect(manager.latest?.location == nil)
  }

  @Test func `is met behind a pseudo-terminal, at full speed without a loss`() throws {
    let text = bytes(.drive, seconds: 200)
    let receiver = try PseudoTerminalReceiver(
      playing: Simulation.Replay(Simulation.Recording([(time: .zero, bytes: text)]), pace: .full))
    let port = try Port(#require(receiver.path))
    #expect(try port.read(text.count) == text)
    try port.waitForHangUp()
    #expect(receiver.status.lost == 0)
    receiver.stop()
    #expect(receiver.status.isOver)
  }

  @Test func `at full speed waits with its end until everything is read`() throws {
    let text = bytes(.drive, seconds: 2)
    let time = ManualTime()
    let receiver = try PseudoTerminalReceiver(
      playing: Simulation.Replay(Simulation.Recording([(time: .zero, bytes: text)]), pace: .full), time: time)
    let port = try Port(#require(receiver.path))
    time.jump(by: .seconds(1))
    #expect(receiver.status.sent == text.count)
    time.jump(by: .seconds(10))
    #expect(try port.read(text.count) == text)
    #expect(!receiver.status.isOver)
    time.jump(by: .seconds(1))
    #expect(receiver.status.isOver)
    try port.waitForHangUp()
  }

  @Test func `of what was recorded at a port has the same pieces at another`() throws {
    let time = ManualTime()
    let scenario = Scenario.drive.with { $0.dialect = .mtk }
    func listen(_ receiver: PseudoTerminalReceiver) throws -> [(time: Duration, bytes: [UInt8])] {
      let port = try Port(#require(receiver.path))
      var pieces: [(time: Duration, bytes: [UInt8])] = []
      for millisecond in 1...30_000 {
        time.jump(by: .milliseconds(1))
        let piece = try port.readAll(receiver.status.sent)
        if !piece.isEmpty { pieces.append((.milliseconds(millisecond), piece)) }
      }
      return pieces
    }
    let heard = try listen(PseudoTerminalReceiver(scenario, time: time))
    var writer = RecordedLog.Writer()
    var text = writer.header(.init(started: nil))
    for piece in heard { writer.append(piece.bytes.span, at: piece.time, to: &text) }
    let recording = Simulation.Recording(text: text.span)
    #expect(heard.count > 300 && recording.count == heard.count)

    let again = try listen(PseudoTerminalReceiver(playing: Simulation.Replay(recording), time: time))
    #expect(again.map(\.bytes) == heard.map(\.bytes))
    // A recording begins when its port is opened, and that is seen a little later.
    let late = again[0].time - heard[0].time
    #expect(.zero <= late && late <= .milliseconds(40))
    #expect(again.map { $0.time - late } == heard.map(\.time))
    let ear = Ear(SimulatedReceiver(playing: Simulation.Replay(recording), time: time))
    time.jump(by: .seconds(40))
    #expect(ear.chunks == heard.map(\.bytes))
  }
}
