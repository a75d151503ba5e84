import Testing

@testable import GPSFleetCollector

@Suite struct `The lock of a group` {
  @Test func `has one question or one pause at a time`() {
    var lock = GroupLock()
    let questions = [lock.ask(), lock.ask(), lock.ask()]
    #expect(questions == [true, false, false])
    let pauses = [lock.answered(false), lock.answered(false)]
    #expect(pauses == [true, false])
    // Brokers that return and reports of the database do not shorten the pause.
    let early = [lock.ask(), lock.ask()]
    #expect(early == [false, false])
    lock.paused()
    let later = [lock.ask(), lock.ask()]
    #expect(later == [true, false])
    // A pause that ends late changes nothing.
    lock.paused()
    let late = lock.ask()
    #expect(!late && !lock.isOurs)
  }

  @Test func `is ours until the connection ends`() {
    var lock = GroupLock()
    let begins = [lock.ask(), lock.answered(true), lock.ask()]
    #expect(begins == [true, false, false])
    #expect(lock.isOurs)
    let losses = [lock.lost(), lock.lost()]
    #expect(losses == [true, false])
    #expect(!lock.isOurs)
    // The connection ends while the question is open, and in a pause.
    let asking = [lock.ask(), lock.lost(), lock.ask(), lock.answered(false)]
    #expect(asking == [true, false, true, true])
    let pausing = [lock.lost(), lock.ask()]
    #expect(pausing == [false, true])
  }
}
