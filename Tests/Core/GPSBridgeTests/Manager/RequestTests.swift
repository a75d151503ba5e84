import GNSS
import SerialPorts
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `A request for a location` {
  typealias Answer = Result<Location, LocationError>

  let bench = Bench()
  let manager: LocationManager

  init() { manager = LocationManager(bench.receiver) }

  /// Begins a request and waits until it waits.
  private func begin(
    _ body: @escaping @Sendable (LocationManager) async throws(LocationError) -> Location
  ) async -> Task<Answer, Never> {
    bench.settle()
    let timers = bench.time.pendingTimers
    let manager = manager
    let task = Task { () -> Answer in
      do throws(LocationError) { return .success(try await body(manager)) } catch { return .failure(error) }
    }
    await until { bench.time.pendingTimers > timers && bench.device.isFollowed }
    return task
  }

  /// The same for a request without a closure.
  private func request(
    accuracy: Double? = nil, maximumAge: Duration = .zero, timeout: Duration = .seconds(10)
  ) async -> Task<Answer, Never> {
    await begin { manager throws(LocationError) in
      try await manager.requestLocation(accuracy: accuracy, maximumAge: maximumAge, timeout: timeout)
    }
  }

  private func latitude(_ task: Task<Answer, Never>) async throws -> Double {
    try await task.value.get().coordinate.latitude
  }

  private func error(_ task: Task<Answer, Never>) async -> LocationError? {
    if case .failure(let error) = await task.value { error } else { nil }
  }

  @Test func `is answered with the next location, for which the receiver is opened, and closed again`()
    async throws
  {
    let task = await request()
    bench.settle()
    #expect(bench.device.isOpen)
    bench.epoch(latitude: 48)
    #expect(try await latitude(task) == 48)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }

  @Test func `is not answered with a location from before`() async throws {
    let holder = manager.subscribe()
    bench.epoch(latitude: 48)
    let task = await request()
    bench.epoch(latitude: 49)
    #expect(try await latitude(task) == 49)
    holder.cancel()
  }

  @Test func `is answered at once where a location is young enough`() async throws {
    let holder = manager.subscribe()
    bench.epoch(latitude: 48)
    bench.wait(.seconds(4))
    #expect(try await manager.requestLocation(maximumAge: .seconds(6)).coordinate.latitude == 48)
    let task = await request(maximumAge: .seconds(3))
    bench.epoch(latitude: 49)
    #expect(try await latitude(task) == 49)
    holder.cancel()
  }

  @Test func `waits out that there is no receiver, or no fix`() async throws {
    bench.device.unplug(hangsUp: false)
    let task = await request(timeout: .seconds(60))
    bench.wait(.seconds(20))
    bench.device.plug()
    bench.settle()
    for _ in 0..<20 { bench.epoch(fix: false) }
    bench.epoch(latitude: 48)
    #expect(try await latitude(task) == 48)
  }

  @Test func `waits for a location that is accurate enough, and for one that will do`() async throws {
    let accurate = await request(accuracy: 5)
    let chosen = await begin { manager throws(LocationError) in
      try await manager.requestLocation { $0.coordinate.latitude > 49 }
    }
    bench.say(wireEpoch(second: 0).replacing(",0.9,", with: ",9.9,"))
    bench.wait(.seconds(1))
    bench.say(wireEpoch(second: 1, latitude: 48))
    bench.wait(.seconds(1))
    bench.say(wireEpoch(second: 2, latitude: 50))
    bench.wait(.seconds(1))
    #expect(try await accurate.value.get().horizontalAccuracy < 5)
    #expect(try await latitude(accurate) == 48)
    #expect(try await latitude(chosen) == 50)
  }

  @Test func `takes its accuracy from the manager where none is named`() async throws {
    manager.desiredAccuracy = .within(5)
    let task = await request()
    bench.say(wireEpoch(second: 0, latitude: 48).replacing(",0.9,", with: ",9.9,"))
    bench.wait(.seconds(1))
    bench.say(wireEpoch(second: 1, latitude: 49))
    bench.wait(.seconds(1))
    #expect(try await latitude(task) == 49)
  }

  @Test func `ends when its time is over, with the best location that came`() async throws {
    let task = await request(accuracy: 1, timeout: .seconds(10))
    for (second, dilution) in ["3.0", "0.9", "9.9"].enumerated() {
      bench.say(wireEpoch(second: second).replacing(",0.9,", with: ",\(dilution),"))
      bench.wait(.seconds(1))
    }
    bench.wait(.seconds(8))
    let error = await error(task)
    #expect(error?.code == .timedOut && error?.best?.fix.dilution.horizontal == 0.9)
    #expect(error?.message.contains("good enough") == true)
  }

  @Test func `says why nothing came when its time is over`() async throws {
    bench.device.unplug(hangsUp: false)
    let error = await errorAfterItsTime()
    #expect(error?.code == .timedOut && error?.best == nil)
    #expect(error?.message == "no location within 10.0 seconds: nothing is plugged in")
  }

  @Test func `carries what kept it: who has the port, and what to do`() async throws {
    let holder = PortHolder(process: 812, name: "gpsd")
    let said = SerialPortError(
      code: .busy, path: "/dev/fake0", found: "it is in use by gpsd", remedy: "stop it", holders: [holder])
    bench.device.refuse(LocationError(said))
    let error = await errorAfterItsTime()
    #expect(error?.code == .timedOut)
    #expect(error?.message == "no location within 10.0 seconds: it is in use by gpsd")
    #expect(error?.remedy == "stop it" && error?.underlying?.holders == [holder])
  }

  @Test func `carries the best location and what kept a better one`() async throws {
    let error = await errorAfterItsTime(accuracy: 1) {
      bench.epoch()
      bench.device.refuse(LocationError(.deviceBusy, "it is in use", remedy: "stop it"))
      bench.device.source?.hangUp(LocationError(.disconnected, "it has gone", remedy: "plug it in"))
    }
    #expect(error?.best != nil && error?.remedy == "stop it")
  }

  private func errorAfterItsTime(accuracy: Double? = nil, _ work: () -> Void = {}) async -> LocationError? {
    let task = await request(accuracy: accuracy, timeout: .seconds(10))
    work()
    bench.wait(.seconds(11))
    return await error(task)
  }

  @Test(arguments: [LocationError.Code.malformedSource, .unreadable])
  func `fails at once where no waiting can help`(_ code: LocationError.Code) async {
    let manager = LocationManager(
      Receiver(AbsentDevice(name: "x", error: LocationError(code, "it is none", remedy: "Name one."))))
    let error = await #expect(throws: LocationError.self) {
      try await manager.requestLocation(timeout: .seconds(3600))
    }
    #expect(error?.code == code && error?.description == "it is none. Name one.")
  }

  @Test(arguments: ["/etc/passwd", "/tmp", "/dev/null"])
  func `fails at once for a path where something else is than a port`(_ path: String) async {
    let manager = LocationManager(Receiver(SerialDevice(.node(path))))
    let error = await #expect(throws: LocationError.self) {
      try await manager.requestLocation(timeout: .seconds(3600))
    }
    #expect(error?.code == .unreadable && error?.message.contains("is not a serial port") == true)
  }

  @Test func `has its own time, however many wait`() async throws {
    let quick = await request(timeout: .seconds(5))
    let slow = await request(timeout: .seconds(50))
    bench.wait(.seconds(6))
    #expect(await error(quick)?.code == .timedOut)
    bench.epoch(latitude: 48)
    #expect(try await latitude(slow) == 48)
  }

  @Test func `ends at once when its task is cancelled, and no other does`() async throws {
    let one = await request()
    let other = await request()
    one.cancel()
    #expect(await error(one) == .cancelled)
    bench.epoch(latitude: 48)
    #expect(try await latitude(other) == 48)
  }

  @Test func `is refused to a task that is cancelled already, and opens nothing`() async {
    let manager = manager
    let task = Task { () -> LocationError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(LocationError) { _ = try await manager.requestLocation() } catch { return error }
      return nil
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    bench.settle()
    #expect(!bench.device.isFollowed)
  }

  @Test func `ends at the second refusal of a port that may not be opened`() async throws {
    let denied = LocationError(.permissionDenied, "permission denied", remedy: "join dialout")
    bench.device.refuse(denied)
    let task = await request(timeout: .seconds(60))
    bench.settle()
    #expect(bench.device.openings.count == 1)
    bench.wait(.milliseconds(300))
    #expect(bench.device.openings.count == 2, "its permissions may have been a moment late")
    #expect(await error(task) == denied)
  }

  @Test func `waits for permissions that are a moment late`() async throws {
    bench.device.refuse(LocationError(.permissionDenied, "permission denied"))
    let task = await request()
    bench.settle()
    bench.device.refuse(nil)
    bench.wait(.milliseconds(300))
    bench.epoch(latitude: 48)
    #expect(try await latitude(task) == 48)
  }

  @Test func `waits for another program to let go of the port`() async throws {
    bench.device.refuse(LocationError(.deviceBusy, "another program has it"))
    let task = await request(timeout: .seconds(60))
    bench.wait(.seconds(4))
    bench.device.refuse(nil)
    // The pauses between two tries have grown to five seconds by now.
    bench.wait(.seconds(6))
    bench.epoch(latitude: 48)
    #expect(try await latitude(task) == 48)
  }

  @Test func `ends with the error of a receiver that gives up`() async throws {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    let task = Task { () -> LocationError? in
      do throws(LocationError) { _ = try await manager.requestLocation() } catch { return error }
      return nil
    }
    await until { bench.device.isOpen }
    bench.settle()
    bench.device.unplug()
    bench.settle()
    #expect(await task.value?.code == .disconnected)
    let late = await #expect(throws: LocationError.self) { try await manager.requestLocation() }
    #expect(late?.code == .disconnected)
  }

  @Test func `leaves no timer and no observer behind, however it ends`() async throws {
    let holder = manager.subscribe()
    bench.epoch()
    let timers = bench.time.pendingTimers
    let answered = await request()
    let cancelled = await request()
    bench.say(wireEpoch(second: 1))
    bench.wait(.seconds(1))
    _ = await answered.value
    cancelled.cancel()
    _ = await cancelled.value
    #expect(bench.time.pendingTimers <= timers + 1, "one more may wait for the line to fall quiet")
    holder.cancel()
    bench.wait(.seconds(3))
    #expect(!bench.device.isFollowed && bench.time.pendingTimers == 0)
  }
}

extension [UInt8] {
  /// The same lines with some text in place of another, and right checksums.
  func replacing(_ old: String, with new: String) -> [UInt8] {
    let lines = String(decoding: self, as: UTF8.self).split(separator: "\r\n")
    return lines.flatMap { line -> [UInt8] in
      let body = line.dropFirst().prefix { $0 != "*" }
      return wire(body.split(separator: old, omittingEmptySubsequences: false).joined(separator: new))
    }
  }
}
