import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `A watched descriptor` {
  private let loop = EventLoop()

  @Test func `is told while bytes wait, and not when none do`() throws {
    try withChannels { channels in
      let log = Log<[UInt8]>()
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: .readable) { readiness in
          #expect(readiness == .readable && loop.isCurrent)
          log.add(channels[0].receive())
          if log.entries.count == 2 { loop.afterTurns(5) { loop.stop() } }
        }
        channels[0].send(1)
        loop.afterTurns(3) { channels[0].send(2) }
      }
      #expect(log.entries == [[1], [2]])
    }
  }

  @Test func `that hangs up is told as that once, by a handler that ends its watch`() throws {
    try withChannels { channels in
      let log = Log<Readiness>()
      let own = Guarded<Watch?>(nil)
      loop.run { loop in
        let watch = try? loop.watch(channels[0].reading, for: .readable) { readiness in
          log.add(readiness)
          if let watch = own.withLock({ $0 }) { loop.end(watch) }
          loop.afterTurns(5) { loop.stop() }
        }
        own.withLock { $0 = watch }
        channels[0].hangUp()
      }
      #expect(log.entries.count == 1 && log.entries.allSatisfy { $0.contains(.hungUp) })
    }
  }

  @Test func `of a terminal whose plug is pulled hangs up`() throws {
    let device = try PseudoTerminal()
    let port = try Kernel.open(device.path, for: .device)
    defer { try? Kernel.close(port) }
    let log = Log<Readiness>()
    loop.run { loop in
      _ = try? loop.watch(port, for: .readable) { readiness in
        log.add(readiness)
        loop.stop()
      }
      device.unplug()
    }
    #expect(log.entries.allSatisfy { $0.contains(.hungUp) } && !log.entries.isEmpty)
  }

  /// One that never ends its watch costs a processor; it does not cost the others their turn.
  @Test func `that hangs up for ever leaves others their turn`() throws {
    try withChannels(2) { channels in
      let log = Log<Int>()
      loop.run { loop in
        _ = try? loop.watch(channels[0].reading, for: []) { _ in log.add(0) }
        channels[0].hangUp()
        _ = try? loop.watch(channels[1].reading, for: .readable) { _ in loop.after(.zero) { loop.stop() } }
        loop.afterTurns(3) { channels[1].send() }
      }
      #expect(log.entries.count >= 4)
    }
  }

  @Test(arguments: [true, false])
  func `is silent once an earlier handler of the same turn has ended its watch, or asks for nothing any more`(
    ends: Bool
  ) throws {
    try withChannels(2) { channels in
      let log = Log<Int>()
      let watches = Guarded<[Watch]>([])
      loop.run { loop in
        for (number, channel) in channels.enumerated() {
          let watch = try? loop.watch(channel.reading, for: .readable) { _ in
            log.add(number)
            for watch in watches.withLock({ $0 }) {
              if ends { loop.end(watch) } else { try? loop.change(watch, to: []) }
            }
            if ends {
              // Its place and its descriptor are another watch's at once, and the old event is not for that one.
              _ = try? loop.watch(channels[1 - number].reading, for: []) { _ in log.add(9) }
            }
            loop.afterTurns(5) { loop.stop() }
          }
          watches.withLock { $0 += [watch].compactMap { $0 } }
          channel.send()
        }
      }
      #expect(log.entries.count == 1 && log.entries != [9])
    }
  }

  @Test func `is told of room to write when it is asked for`() throws {
    try withChannels { channels in
      let log = Log<Readiness>()
      let own = Guarded<Watch?>(nil)
      loop.run { loop in
        let watch = try? loop.watch(channels[0].writing, for: []) { readiness in
          log.add(readiness)
          if let watch = own.withLock({ $0 }) { try? loop.change(watch, to: []) }
          loop.afterTurns(5) { loop.stop() }
        }
        own.withLock { $0 = watch }
        loop.afterTurns(3) { if let watch { try? loop.change(watch, to: .writable) } }
      }
      #expect(log.entries == [.writable])
    }
  }

  @Test func `that cannot be watched says why, and leaves nothing behind`() throws {
    let file = try TemporaryFile([1])
    try withChannels { channels in
      loop.run { loop in
        #expect(throws: Errno.notPermitted) { try loop.watch(file.descriptor, for: .readable) { _ in } }
        #expect(throws: Errno.badDescriptor) { try loop.watch(-1, for: .readable) { _ in } }
        let first = try? loop.watch(channels[0].reading, for: .readable) { _ in }
        #expect(throws: Errno.exists) { try loop.watch(channels[0].reading, for: .readable) { _ in } }
        if let first { loop.end(first) }
        #expect(throws: Never.self) { try loop.watch(channels[0].reading, for: .readable) { _ in } }
        loop.stop()
      }
    }
  }

  @Test func `lets its handler go with its watch, and that may ask the loop for more`() throws {
    try withChannels { channels in
      let log = Log<String>()
      let own = Guarded<Watch?>(nil)
      loop.run { loop in
        let mortal = Mortal { loop.async { log.add("last wish") } }
        let watch = try? loop.watch(channels[0].reading, for: .readable) { _ in
          if let watch = own.withLock({ $0 }) { loop.end(watch) }
          mortal.live()
          log.add("told")
          loop.async { loop.async { loop.stop() } }
        }
        own.withLock { $0 = watch }
        channels[0].send()
      }
      #expect(log.entries == ["told", "last wish"])
    }
  }

  @Test func `is one of three hundred that are all told, in more than one turn`() throws {
    try withChannels(300) { channels in
      let told = Guarded<Set<Int>>([])
      loop.run { loop in
        for (number, channel) in channels.enumerated() {
          _ = try? loop.watch(channel.reading, for: .readable) { _ in
            // Nobody reads: those that were told are ready still, and must not hide the others.
            if told.withLock({ $0.insert(number).inserted && $0.count == 300 }) { loop.stop() }
          }
          channel.send()
        }
      }
      #expect(told.withLock { $0.count } == 300)
    }
  }

  @Test func `can be watched on the loop only`() async {
    await #expect(processExitsWith: .failure) {
      _ = try EventLoop().watch(0, for: .readable) { _ in }
    }
  }
}
