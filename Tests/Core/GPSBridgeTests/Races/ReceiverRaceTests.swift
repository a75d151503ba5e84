import GPSDelivery
import DeliverySupport
import GNSS
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(15))) struct `A receiver that many pull at` {
  @Test func `gives each consumer an unbroken run of fixes, whenever it comes and goes`() async throws {
    try await rounds(10) { random in
      let bench = Bench()
      let holder = bench.receiver.fixes.subscribe(.latest)
      let wishes = (0..<8).map { _ in Int.random(in: 1...12, using: &random) }
      let stream = LocationManager(bench.receiver).fixes.keeping(.unbounded)
      let broken = await withTaskGroup(of: [Int].self) { group in
        for wish in wishes {
          group.addTask {
            var heard: [Int] = []
            for await fix in stream {
              heard.append(fix.epoch)
              if heard.count == wish { break }
            }
            return zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 1 } ? [] : heard
          }
        }
        // Until all have what they wish, whenever they began.
        while bench.receiver.fixes.subscriberCount > 1 || bench.receiver.counts.epochs < 12 {
          bench.epoch()
          await Task.yield()
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(broken.isEmpty)
      holder.cancel()
    }
  }

  @Test func `is closed, with no timer left, when all who started and stopped have stopped`() async throws {
    try await rounds(10) { random in
      let bench = Bench()
      let seeds = (0..<6).map { _ in random.next() }
      await withTaskGroup { group in
        for seed in seeds {
          group.addTask {
            let manager = LocationManager(bench.receiver)
            for bit in 0..<40 {
              if seed >> UInt64(bit) & 1 == 0 {
                manager.startUpdatingLocation()
              } else {
                manager.stopUpdatingLocation()
              }
              if seed >> UInt64(bit + 1) & 3 == 0 { await Task.yield() }
            }
            manager.stopUpdatingLocation()
          }
        }
        for _ in 0..<4 {
          bench.epoch()
          await Task.yield()
        }
      }
      bench.wait(.seconds(30))
      #expect(!bench.device.isFollowed && !bench.device.isOpen)
      #expect(bench.receiver.state == .idle)
      bench.wait(.seconds(60))
      #expect(bench.time.pendingTimers == 0)
    }
  }

  @Test func `never tells a location as live that came before the plug was pulled`() async throws {
    try await rounds(10) { random in
      let bench = Bench()
      let told = Guarded<[(number: Int, freshness: Freshness)]>([])
      // Each epoch is a little further north, by which it is known.
      var number = 0
      bench.receiver.engine.observe { output in
        guard let update = output.update, let place = update.lastKnown?.coordinate else { return }
        told.withLock { $0.append((Int(((place.latitude - 48) * 1000).rounded()), update.freshness)) }
      }
      let holder = bench.receiver.updates.subscribe(.latest)
      bench.settle()
      for _ in 0..<20 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          // From another thread than the one that speaks, and in both orders of hang-up and news.
          let hangsUp = Bool.random(using: &random)
          let device = bench.device
          await Task.detached { device.unplug(hangsUp: hangsUp) }.value
          bench.settle()
          let before = told.withLock { $0.count }
          bench.wait(.milliseconds(Int.random(in: 0..<5000, using: &random)))
          bench.device.plug()
          bench.wait(.seconds(1))
          let since = told.withLock { $0[before...] }
          #expect(since.allSatisfy { $0.freshness != .live })
        default:
          number += 1
          bench.epoch(latitude: 48 + Double(number) / 1000)
        }
      }
      let live = told.withLock { $0.filter { $0.freshness == .live }.map(\.number) }
      #expect(live == live.sorted() && Set(live).count == live.count)
      holder.cancel()
    }
  }

  @Test func `answers each of many requests once, however they end`() async throws {
    try await rounds(10) { random in
      let bench = Bench()
      let kinds = (0..<24).map { _ in Int.random(in: 0..<3, using: &random) }
      let isDone = Guarded(false)
      await withTaskGroup(of: Void.self) { group in
        for kind in kinds {
          group.addTask {
            let manager = LocationManager(bench.receiver)
            let request = Task { () throws(LocationError) -> Location in
              try await manager.requestLocation(timeout: kind == 0 ? .milliseconds(500) : .seconds(60))
            }
            await Task.yield()
            if kind == 1 { request.cancel() }
            switch await request.result {
            case .success(let location): #expect(location.coordinate.latitude == 48)
            case .failure(let error):
              let code = (error as? LocationError)?.code
              #expect(code == .cancelled && kind == 1 || code == .timedOut && kind == 0)
            }
          }
        }
        group.addTask {
          while !isDone.withLock({ $0 }) {
            bench.epoch()
            await Task.yield()
          }
        }
        for _ in kinds { await group.next() }
        isDone.withLock { $0 = true }
      }
      bench.wait(.seconds(90))
      #expect(!bench.device.isFollowed)
      #expect(bench.time.pendingTimers == 0)
    }
  }

  @Test func `is one, whoever asks for it at the same time`() async throws {
    try await rounds(20) { random in
      let name = "race:\(random.next())"
      let made = Guarded(0)
      ReceiverSources.register(scheme: "race") { _ throws(LocationError) in
        made.withLock { $0 += 1 }
        return FakeDevice(ManualTime())
      }
      let receivers = await withTaskGroup(of: Receiver?.self) { group in
        for _ in 0..<8 { group.addTask { try? Receiver.shared(named: name) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(receivers.count == 8)
      #expect(receivers.allSatisfy { $0 != nil && $0 === receivers[0] })
      #expect(made.withLock { $0 } >= 1)
    }
  }
}
