import Dispatch
import GPSEventRuntime
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(1))) struct `A port that takes its time to open` {
  private let bench = Bench()
  private let gate = DispatchSemaphore(value: 0)

  init() { bench.device.opensSlowly(behind: gate) }

  @Test func `holds up nothing else on the loop, and is read once it is open`() async {
    let listener = bench.receiver.fixes.subscribe(.latest)
    await until { bench.device.openings.count == 1 }
    #expect(bench.receiver.engine.loop.sync { true })
    #expect(bench.receiver.place == nil)
    gate.signal()
    await until { bench.receiver.place != nil }
    bench.epoch()
    #expect(bench.receiver.state == .fix)
    listener.cancel()
  }

  @Test func `is closed again where the device has gone meanwhile, before the next one is opened`() async {
    let listener = bench.receiver.fixes.subscribe(.latest)
    await until { bench.device.openings.count == 1 }
    let first = bench.device.source
    bench.device.unplug(hangsUp: false)
    bench.settle()
    bench.device.plug(DevicePlace(key: "fake", node: "/dev/fake1"))
    bench.settle()
    // The kernel may still be busy with the first.
    #expect(bench.device.openings.count == 1)
    gate.signal()
    gate.signal()
    await until { bench.receiver.place?.node == "/dev/fake1" }
    #expect(bench.device.openings.map(\.place.node) == ["/dev/fake0", "/dev/fake1"])
    #expect(first?.isOpen == false && bench.device.isOpen)
    listener.cancel()
  }

  @Test func `is closed again where the receiver has gone meanwhile`() async {
    let device = bench.device
    let time = bench.time
    var receiver: Receiver? = Receiver(device, time: time)
    let listener = receiver?.fixes.subscribe(.latest)
    await until { device.openings.count == 1 }
    listener?.cancel()
    receiver = nil
    gate.signal()
    await until { device.source?.isOpen == false }
  }

  @Test func `is told when it was refused`() async {
    bench.device.refuse(LocationError(.deviceBusy, "another program has it"))
    let listener = bench.receiver.fixes.subscribe(.latest)
    gate.signal()
    await until {
      bench.settle()
      return bench.receiver.state == .waitingToRetry(LocationError(.deviceBusy, "another program has it"))
    }
    listener.cancel()
  }
}
