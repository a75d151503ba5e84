import GPSBridge
import RxSwift
import SimulatedGPS
import Testing

/// RxSwift's own operator makes an observable of any stream; its task runs on no actor.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A stream as an observable of RxSwift` {
  @Test
  func
    `tells the main actor where it is observed there first, and closes the receiver when it is disposed of`()
    async
  {
    let time = ManualTime()
    let receiver = SimulatedReceiver(.walk, time: time).receiver
    let manager = LocationManager(receiver)
    var heard: [Location] = []
    let subscription = manager.didUpdateLocations.asObservable()
      .observe(on: MainScheduler.instance)
      .map { $0.count == 1 ? $0 : [] }
      .subscribe(onNext: { heard += $0 })
    while heard.count < 3 { await pass(time) }
    #expect(receiver.state == .fix)
    subscription.dispose()
    while receiver.state != .idle { await pass(time) }
    let count = heard.count
    for _ in 0..<5 { await pass(time) }
    #expect(heard.count == count)
  }

  @Test func `tells of why there is no location, too`() async {
    let time = ManualTime()
    let manager = LocationManager(SimulatedReceiver(.tunnel, time: time).receiver)
    var reasons: Set<Bool> = []
    let subscription = manager.liveUpdates.asObservable()
      .observe(on: MainScheduler.instance)
      .subscribe(onNext: { reasons.insert($0.location != nil) })
    while reasons.count < 2 { await pass(time) }
    subscription.dispose()
  }

  @Test func `stops the program where the main actor's closure comes before it`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let time = ManualTime()
      let manager = LocationManager(SimulatedReceiver(.walk, time: time).receiver)
      var heard = 0
      let subscription = manager.didUpdateLocations.asObservable().subscribe(onNext: { _ in heard += 1 })
      while heard < 1 { await pass(time) }
      subscription.dispose()
    }
  }
}

/// A second goes by, and who waits for the main actor gets it.
@MainActor private func pass(_ time: ManualTime) async {
  await time.advance(by: .seconds(1))
  await Task.yield()
}
