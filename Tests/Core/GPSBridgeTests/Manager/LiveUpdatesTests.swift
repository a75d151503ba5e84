import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `The live updates of a manager` {
  private let manager: LocationManager

  init() { manager = LocationManager(bench.receiver) }

  let bench = Bench(plugged: false)

  @Test func `say why there is no location, from the first`() async {
    let updates = manager.liveUpdates.keeping(.unbounded).subscribe()
    bench.settle()
    bench.device.plug()
    bench.settle()
    bench.epoch(fix: false)
    bench.epoch()
    bench.device.unplug()
    bench.settle()
    var reasons: [NoLocationReason?] = []
    while reasons.last != .noDevice || reasons.count < 4, let update = await updates.next() {
      if reasons.last != .some(update.reason) { reasons.append(update.reason) }
      if update.reason == .disconnected { break }
    }
    #expect(reasons.contains(.noDevice) && reasons.contains(.searching))
    #expect(reasons.contains(nil) && reasons.last == .disconnected)
  }

  @Test func `begin with no reason that is untrue`() async {
    bench.device.plug()
    let updates = manager.liveUpdates.keeping(.unbounded).subscribe()
    bench.settle()
    // It is open and has had no chance to say whether it has a fix.
    #expect(bench.updates.map(\.reason) == [.starting])
    bench.epoch()
    #expect(bench.updates.prefix { $0.location == nil }.map(\.reason) == [.starting])
    #expect(await updates.next()?.reason == .starting)
    #expect(await updates.next()?.location != nil)
  }

  @Test func `say after three seconds that there is no fix, where no epoch comes`() {
    bench.device.plug()
    let holder = LocationManager(bench.receiver).liveUpdates.subscribe()
    bench.wait(.seconds(1))
    bench.say(wire("GPGSV,1,1,01,04,40,083,21"))
    #expect(bench.receiver.latest?.reason == .starting)
    bench.wait(.seconds(2.5))
    #expect(bench.receiver.latest?.reason == .searching)
    holder.cancel()
  }

  @Test func `carry what keeps the receiver from being read, and say it in words`() {
    let busy = LocationError(.deviceBusy, "it is in use by gpsd", remedy: "Stop it.")
    bench.device.refuse(busy)
    bench.device.plug()
    let holder = LocationManager(bench.receiver).liveUpdates.subscribe()
    bench.settle()
    #expect(bench.receiver.latest?.reason == .deviceBusy && bench.receiver.latest?.error == busy)
    #expect(bench.receiver.latest?.description == "it is in use by gpsd. Stop it.")
    bench.device.refuse(nil)
    bench.wait(.seconds(1))
    #expect(bench.receiver.latest?.error == nil)
    #expect(bench.receiver.latest?.description == "The receiver is being opened.")
    bench.epoch()
    #expect(bench.receiver.latest?.description == bench.receiver.location?.description)
    holder.cancel()
  }

  @Test(arguments: [
    (LocationError.Code.deviceAmbiguous, NoLocationReason.deviceAmbiguous), (.portFailed, .portFailed),
    (.unreadable, .malformedSource), (.deviceNotFound, .noDevice), (.malformedSource, .malformedSource),
  ])
  func `name each cause, and no other`(_ code: LocationError.Code, _ reason: NoLocationReason) {
    #expect(NoLocationReason(LocationError(code, "no")) == reason)
    #expect(!reason.description.contains(reason.rawValue))
  }

  @Test func `begin with how things stand`() async {
    bench.device.plug()
    let holder = manager.fixes.subscribe()
    for _ in 0..<3 { bench.epoch() }
    #expect(await manager.liveUpdates.subscribe().next()?.location != nil)
    bench.wait(.seconds(60))
    let late = await manager.liveUpdates.subscribe().next()
    #expect(late?.location == nil && late?.lastKnown != nil && late?.freshness == .lost)
    holder.cancel()
  }

  @Test func `do not begin with what was before the device was closed`() async {
    bench.device.plug()
    let holder = manager.fixes.subscribe()
    bench.epoch()
    holder.cancel()
    bench.wait(.seconds(3))
    #expect(manager.latest?.reason == .stopped)
    let updates = manager.liveUpdates.keeping(.unbounded).subscribe()
    bench.settle()
    #expect(await updates.next()?.reason != .stopped)
  }

  @Test func `come with fixes, skies, sentences and events, each for many loops`() async {
    let fixes = manager.fixes.subscribe()
    let others = manager.fixes.makeAsyncIterator()
    let sentences = manager.sentences.subscribe()
    let events = manager.events.subscribe()
    bench.device.plug()
    bench.settle()
    bench.epoch(fix: false)
    bench.epoch()
    #expect(await fixes.next()?.coordinate == nil)
    #expect(await fixes.next()?.coordinate?.latitude == 48)
    #expect(await others.next()?.coordinate == nil)
    #expect(await sentences.next()?.text.hasPrefix("$GPRMC") == true)
    #expect(await events.next() != nil)
  }

  @Test func `listen to events without opening anything`() {
    let events = manager.events.subscribe()
    bench.settle()
    #expect(!bench.device.isFollowed)
    events.cancel()
  }

  @Test func `bring each complete sky`() async {
    let skies = manager.skies.subscribe()
    bench.device.plug()
    bench.settle()
    for second in 0..<3 {
      bench.say(wire(["GPGSV,1,1,02,03,40,100,42,07,10,200,30"]) + wireEpoch(second: second))
      bench.wait(.seconds(1))
    }
    #expect(await skies.next()?.satellites.count == 2)
  }
}
