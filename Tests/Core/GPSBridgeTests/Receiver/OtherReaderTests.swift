import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(2))) struct `A receiver whose port others read` {
  private let bench = Bench()

  private let cat = PortHolder(process: 812, name: "cat")

  private func told(_ bench: Bench) -> [[PortHolder]] {
    bench.events.compactMap { if case .otherReaders(let readers) = $0 { readers } else { nil } }
  }

  @Test func `says so when it is opened, and once`() {
    bench.device.share(with: [cat])
    bench.listen()
    for _ in 0..<20 { bench.epoch() }
    #expect(told(bench) == [[cat]])
  }

  @Test func `says when it has the port for itself again`() {
    bench.device.share(with: [cat])
    bench.listen()
    bench.epoch()
    bench.device.share(with: [])
    for _ in 0..<6 { bench.epoch() }
    #expect(told(bench) == [[cat], []])
    let questions = bench.device.questions
    for _ in 0..<60 { bench.epoch() }
    #expect(bench.device.questions == questions)
  }

  @Test func `is asked about when nothing comes`() {
    bench.listen()
    bench.epoch()
    #expect(told(bench) == [])
    bench.device.share(with: [cat])
    bench.wait(.seconds(7))
    #expect(bench.events.contains { if case .silent = $0 { true } else { false } })
    #expect(told(bench) == [[cat]])
  }

  @Test func `is asked about when what comes is damaged, at most twice a minute`() {
    bench.listen()
    bench.epoch()
    let before = bench.device.questions
    for _ in 0..<60 {
      bench.say(Array("$GPGGA,half of a sen".utf8))
      bench.epoch()
    }
    #expect(bench.device.questions > before && bench.device.questions <= before + 2)
  }

  @Test func `does not take what is said of an earlier opening for news of this one`() {
    bench.listen()
    let source = bench.device.source
    bench.device.unplug()
    bench.settle()
    source?.findOtherReaders { _ in }
    #expect(told(bench) == [])
  }
}

@Suite(.timeLimit(.minutes(2))) struct `A receiver that opens its device again` {
  @Test func `waits until the device is closed, and is never in its own way`() {
    let bench = Bench { $0.reopenAfterSilence = .seconds(15) }
    bench.device.closesLate()
    bench.listen()
    bench.epoch()
    let source = bench.device.source
    bench.wait(.seconds(20))
    #expect(bench.events.contains(.reopened) && bench.device.openings.count == 1)
    source?.finishClosing()
    bench.settle()
    #expect(bench.device.openings.count == 2)
    bench.epoch()
    #expect(bench.receiver.latest?.location != nil)
  }

  @Test func `does not open it where it was pulled out meanwhile`() {
    let bench = Bench { $0.reopenAfterSilence = .seconds(15) }
    bench.device.closesLate()
    bench.listen()
    bench.epoch()
    let source = bench.device.source
    bench.wait(.seconds(20))
    bench.device.unplug(hangsUp: false)
    bench.settle()
    source?.finishClosing()
    bench.settle()
    #expect(bench.device.openings.count == 1)
    bench.device.plug()
    bench.settle()
    #expect(bench.device.openings.count == 2)
  }

  @Test func `is not refused by itself on a real terminal`() async throws {
    let terminal = try PseudoTerminal()
    let time = ManualTime()
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    let device = SerialDevice(.node(terminal.path), speed: 9600, time: time)
    let receiver = Receiver(device, time: time, options: options)
    let events = receiver.events.subscribe(.unbounded)
    let listener = receiver.updates.subscribe(.unbounded)
    var kinds: [ReceiverEvent.Kind] = []
    var openings = 0
    for await event in events {
      kinds.append(event.kind)
      if case .opened = event.kind {
        openings += 1
        if openings == 2 { break }
        // Nothing comes: it is opened again after fifteen seconds.
        for _ in 0..<6 { await time.advance(by: .seconds(3)) }
      }
    }
    #expect(kinds.contains(.reopened))
    #expect(!kinds.contains { if case .openFailed = $0 { true } else { false } })
    listener.cancel()
  }
}
