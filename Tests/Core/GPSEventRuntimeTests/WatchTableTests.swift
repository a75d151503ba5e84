import TestSupport
import Testing

@testable import GPSEventRuntime

@Suite struct `A table of watches` {
  private var table = WatchTable()

  /// Adds a watch whose handler writes a number into a log.
  private static func add(_ number: Int, _ descriptor: CInt, to table: inout WatchTable, _ log: Log<Int>)
    -> Watch
  {
    table.add(descriptor, for: .readable) { _ in log.add(number) }
  }

  /// Does with an event of the kernel's what the loop does.
  private static func tell(_ table: WatchTable, _ watch: Watch, _ events: UInt32) {
    if let news = table.news(for: watch, events) { news.handler(news.readiness) }
  }

  @Test mutating func `gives a place again, but not the name that it had`() {
    let log = Log<Int>()
    let first = Self.add(1, 7, to: &table, log)
    #expect(table.remove(first)?.descriptor == 7)
    let second = Self.add(2, 7, to: &table, log)
    #expect(table.descriptor(of: first) == nil && table.remove(first) == nil)
    Self.tell(table, first, Readiness.readable.rawValue)
    #expect(log.entries == [])
    Self.tell(table, second, Readiness.readable.rawValue)
    #expect(log.entries == [2] && table.count == 1)
  }

  @Test mutating func `tells only what is asked for, and a hang-up always`() {
    let log = Log<Readiness>()
    let watch = table.add(7, for: .readable) { log.add($0) }
    Self.tell(table, watch, Readiness.writable.rawValue)
    #expect(log.entries == [])
    table.change(watch, to: [])
    Self.tell(table, watch, Readiness.readable.rawValue)
    #expect(log.entries == [])
    // The kernel has two words for it, and a pipe uses only one of them.
    for word in [0x008, 0x010, 0x018] as [UInt32] { Self.tell(table, watch, word) }
    #expect(log.entries == [.hungUp, .hungUp, .hungUp])
  }

  @Test(arguments: Array(1...15) + [SeededGenerator.seed])
  mutating func `knows those that a dictionary knows`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Watch: CInt] = [:]
    var given: [Watch] = []
    let log = Log<Int>()
    for step in 0..<300 {
      if model.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
        let descriptor = CInt.random(in: 0..<100, using: &random)
        let watch = Self.add(step, descriptor, to: &table, log)
        #expect(model[watch] == nil && Watch(word: watch.word) == watch)
        model[watch] = descriptor
        given.append(watch)
      } else {
        let watch = try #require(given.randomElement(using: &random))
        #expect(table.remove(watch)?.descriptor == model.removeValue(forKey: watch))
      }
      #expect(table.count == model.count)
    }
    #expect(Set(given).count == given.count)
    for watch in given { #expect(table.descriptor(of: watch) == model[watch]) }
  }
}
