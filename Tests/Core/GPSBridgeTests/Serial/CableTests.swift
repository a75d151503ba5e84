import GPSDelivery
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// A receiver on a real terminal: what no fake shows.
@Suite(.timeLimit(.minutes(2))) struct `A receiver on a cable` {
  private var options = ReceiverOptions()

  init() {
    options.speedMemory = SpeedMemory()
    options.retryPauses = [.milliseconds(20)]
  }

  /// Waits for an event of a kind; the stream ends only with the receiver.
  private func wait(
    _ events: Subscription<ReceiverEvent, Never>, for isMeant: (ReceiverEvent.Kind) -> Bool
  ) async -> ReceiverEvent.Kind? {
    for await event in events where isMeant(event.kind) { return event.kind }
    return nil
  }

  @Test func `tells what the other end says`() async throws {
    let terminal = try PseudoTerminal()
    let receiver = Receiver(SerialDevice(.node(terminal.path)), options: options)
    let events = receiver.events.subscribe(.unbounded)
    let updates = receiver.updates.subscribe(.unbounded)
    _ = await wait(events) { if case .opened = $0 { true } else { false } }
    try await Pace.send(3, to: terminal)
    var found: Location?
    for await update in updates {
      found = update.location
      if found != nil { break }
    }
    #expect(found?.coordinate.latitude == 48 && found?.source.isProducedByAccessory == true)
    #expect(found?.source.deviceID == terminal.path)
  }

  /// Answers the next command that sets something, as a receiver of MediaTek's does.
  private func acknowledge(_ terminal: PseudoTerminal) async throws -> String {
    var heard = ""
    await until {
      heard += String(decoding: (try? terminal.readNow()) ?? [], as: UTF8.self)
      return heard.hasSuffix("\r\n")
    }
    try terminal.write(wire("PMTK001,\(heard.dropFirst(5).prefix(3)),3"))
    return heard
  }

  @Test
  func `is what it was when it comes back: the gap is told, nothing old is live, what was set is set again`()
    async throws
  {
    let folder = try TestFolder()
    let link = folder.file("gps0")
    let first = try PseudoTerminal()
    try folder.link("gps0", to: first.path)
    let receiver = Receiver(SerialDevice(.node(link)), options: options)
    let manager = LocationManager(receiver)
    let events = receiver.events.subscribe(.unbounded)
    let told = Notes<LocationUpdate>()
    receiver.engine.observe { if let update = $0.update { told.note(update) } }
    let locations = manager.subscribe(.unbounded)
    _ = await wait(events) { if case .opened = $0 { true } else { false } }
    try first.write(wire("PMTK011,MTKGPS"))
    _ = await wait(events) { if case .dialect = $0 { true } else { false } }
    async let setting: Void = receiver[.updateRate].set(.hertz(5))
    #expect(try await acknowledge(first) == "$PMTK220,200*2C\r\n")
    try await setting
    // On a busy machine what comes too late is not live.
    while told.entries.last?.freshness != .live { try await Pace.send(1, to: first) }
    try folder.remove("gps0")
    first.unplug()
    var fading: [ReceiverEvent.Kind] = []
    for await event in events {
      if case .freshness = event.kind { fading.append(event.kind) }
      if case .disconnected = event.kind { break }
    }
    #expect(fading.last == .freshness(.lost))
    let before = told.entries.count
    let second = try PseudoTerminal()
    try folder.link("gps0", to: second.path)
    _ = await wait(events) { if case .opened = $0 { true } else { false } }
    try await Pace.send(1, fix: false, to: second)
    #expect(try await acknowledge(second) == "$PMTK220,200*2C\r\n")
    let restored = await wait(events) { if case .settingRestored = $0 { true } else { false } }
    #expect(restored == .settingRestored(Setting.updateRate(.hertz(5))))
    #expect(told.entries.dropFirst(before).allSatisfy { $0.freshness == .lost && $0.location == nil })
    while told.entries.last?.freshness != .live { try await Pace.send(1, latitude: 49, to: second) }
    let back = await wait(events) { if case .back = $0 { true } else { false } }
    guard case .back(let gap) = back else { throw Unexpected("it is not back") }
    #expect(gap > .zero)
    // The same consumer hears of both, and no location is told twice.
    var latitudes: [Double] = []
    while latitudes.last != 49, let batch = try await locations.next() {
      latitudes += batch.map(\.coordinate.latitude)
    }
    #expect(latitudes.first == 48 && latitudes == latitudes.sorted())
  }

  @Test func `finds the speed that the other end sends at`() async throws {
    let terminal = try PseudoTerminal()
    // Time stands still until it is moved, however busy the machine is.
    let time = ManualTime()
    var options = options
    options.speeds = [38400, 9600]
    let receiver = Receiver(SerialDevice(.node(terminal.path), time: time), time: time, options: options)
    let events = receiver.events.subscribe(.unbounded)
    let fixes = receiver.fixes.subscribe(.unbounded)
    _ = await wait(events) { if case .opened = $0 { true } else { false } }
    #expect(try terminal.speed() == 38400)
    await time.advance(by: .seconds(2.3))
    _ = await wait(events) { $0 == .speedTried(9600) }
    #expect(try terminal.speed() == 9600)
    try terminal.write(wireEpoch(second: 1))
    #expect(await wait(events) { if case .speedFound = $0 { true } else { false } } == .speedFound(9600))
    fixes.cancel()
  }

  @Test func `waits for a path that is not there yet`() async throws {
    let folder = try TestFolder()
    let link = folder.file("gps0")
    let receiver = Receiver(SerialDevice(.node(link)), options: options)
    let events = receiver.events.subscribe(.unbounded)
    let fixes = receiver.fixes.subscribe(.unbounded)
    _ = await wait(events) {
      if case .state(.waitingForDevice(let error)) = $0 { error.code == .deviceNotFound } else { false }
    }
    let terminal = try PseudoTerminal()
    try folder.link("gps0", to: terminal.path)
    #expect(await wait(events) { if case .opened = $0 { true } else { false } } != nil)
    fixes.cancel()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Receivers on a cable that are made and dropped` {
  @Test func `leave no descriptor behind, in the middle of a delivery or not`() async throws {
    let terminal = try PseudoTerminal()
    weak var last: Receiver?
    for number in 0..<repetitions(1000) / 5 {
      var options = ReceiverOptions()
      options.speedMemory = SpeedMemory()
      // The one before may still be closing.
      options.retryPauses = [.milliseconds(5)]
      let receiver = Receiver(SerialDevice(.node(terminal.path), speed: 9600), options: options)
      last = receiver
      let events = receiver.events.subscribe(.unbounded)
      let manager = LocationManager(receiver)
      let locations = manager.subscribe()
      for await event in events { if case .opened = event.kind { break } }
      if number % 4 == 0 { for second in 0..<2 { try terminal.write(wireEpoch(second: second)) } }
      if number % 8 == 0 { _ = try await locations.next() }
      withExtendedLifetime((manager, locations)) {}
    }
    await until { last == nil && descriptors(of: terminal.path) == 0 }
  }
}
