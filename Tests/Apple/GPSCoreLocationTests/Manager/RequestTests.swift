import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A request for one location` {
  let desk = Desk()
  let listener = Listener()

  init() { desk.manager.delegate = listener }

  private func request() async {
    desk.manager.requestLocation()
    await desk.opened()
  }

  @Test func `is answered once, by the delegate, and then the receiver is let go`() async {
    await request()
    desk.epoch(48.1)
    await until { !listener.batches.isEmpty }
    desk.epoch(48.2)
    await breathe()
    #expect(listener.latitudes == [48.1] && listener.errors.isEmpty)
    await desk.closed()
  }

  @Test func `waits for the accuracy that is wished for`() async {
    desk.manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    await request()
    desk.epoch(48.1, dilution: 9)
    await breathe()
    #expect(listener.batches.isEmpty)
    desk.epoch(48.2, dilution: 1)
    await until { !listener.batches.isEmpty }
    #expect(listener.latitudes == [48.2])
  }

  @Test func `is content with the best of ten seconds`() async {
    desk.manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    await request()
    desk.epoch(48.1, dilution: 9)
    desk.epoch(48.2, dilution: 5)
    desk.epoch(48.3, dilution: 8)
    await breathe()
    desk.wait(.seconds(10))
    await until { !listener.batches.isEmpty }
    #expect(listener.latitudes == [48.2] && listener.errors.isEmpty)
  }

  @Test func `fails with an unknown location when none comes in time`() async {
    await request()
    desk.epoch(fix: false)
    await breathe()
    #expect(listener.errors.isEmpty)
    desk.wait(.seconds(11))
    await until { !listener.errors.isEmpty }
    await breathe()
    #expect(listener.errors.count == 1)
    let error = listener.errors[0] as? CLError
    #expect(error?.code == .locationUnknown && error?.underlying?.code == .timedOut)
    #expect(listener.batches.isEmpty)
  }

  @Test func `may be made anew after it has failed`() async {
    await request()
    desk.wait(.seconds(11))
    await until { !listener.errors.isEmpty }
    desk.manager.requestLocation()
    // The device is still open from before, so that nothing shows when the new request has begun.
    await until {
      if listener.batches.isEmpty { desk.epoch(48.4) }
      return !listener.batches.isEmpty
    }
    #expect(listener.latitudes == [48.4])
  }

  @Test func `is the same one when it is made twice`() async {
    desk.manager.requestLocation()
    await request()
    desk.epoch()
    await until { !listener.batches.isEmpty }
    desk.epoch()
    await breathe()
    #expect(listener.latitudes == [48])
  }

  @Test func `is called off by a stop, without a word`() async {
    await request()
    desk.manager.stopUpdatingLocation()
    desk.epoch()
    desk.wait(.seconds(11))
    await breathe()
    #expect(listener.batches.isEmpty && listener.errors.isEmpty)
  }

  @Test func `is not answered twice while updates go on`() async {
    desk.manager.startUpdatingLocation()
    await request()
    await breathe()
    for number in 0..<3 {
      desk.epoch(48 + Double(number) / 10)
      await breathe()
    }
    await until { listener.latitudes.count >= 3 }
    #expect(listener.latitudes == [48, 48.1, 48.2])
  }

  @Test func `ends with its manager`() async {
    weak var gone: CLLocationManager?
    do {
      let manager = CLLocationManager(receiver: desk.receiver)
      manager.requestLocation()
      await desk.opened()
      gone = manager
    }
    await until { gone == nil }
    await desk.closed()
  }
}
