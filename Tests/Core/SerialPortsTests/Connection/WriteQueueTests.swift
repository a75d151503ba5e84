import Testing

@testable import SerialPorts

@Suite struct `A queue of writes` {
  private let start = ContinuousClock.now
  private func queue(_ limits: ConnectionLimits = ConnectionLimits()) -> WriteQueue<String> {
    WriteQueue(limits: limits)
  }

  /// Adds a write of so many bytes, whose time is over after so many seconds.
  private func add(_ queue: inout WriteQueue<String>, _ ticket: Int, _ count: Int, _ seconds: Int = 60)
    -> Bool
  {
    let bytes = [UInt8](repeating: UInt8(ticket), count: count)
    return queue.append(bytes, ticket: ticket, deadline: start + .seconds(seconds), completion: "\(ticket)")
  }

  @Test func `gives them out in order, and knows how far each is`() {
    var queue = queue()
    let added = [add(&queue, 1, 10), add(&queue, 2, 5)]
    #expect(added == [true, true])
    #expect(queue.waitingBytes == 15 && queue.head?.bytes == [UInt8](repeating: 1, count: 10))
    let some = queue.advance(1, by: 4)
    #expect(some == nil)
    #expect(queue.head?.written == 4 && queue.waitingBytes == 11)
    let first = queue.advance(1, by: 6)
    #expect(first?.completion == "1" && first?.progress == WriteProgress(written: 10, of: 10))
    #expect(queue.head?.ticket == 2)
    let last = queue.advance(2, by: 5)
    #expect(last?.completion == "2")
    #expect(queue.isEmpty && queue.head == nil && queue.waitingBytes == 0)
  }

  @Test func `counts nothing for a write that has left`() {
    var queue = queue()
    _ = add(&queue, 1, 10)
    _ = add(&queue, 2, 10)
    let cancelled = queue.cancel(1)
    #expect(cancelled?.progress == WriteProgress(written: 0, of: 10))
    let late = queue.advance(1, by: 3)
    #expect(late == nil)
    #expect(queue.head?.written == 0)
    let unknown = queue.cancel(7)
    #expect(unknown == nil)
    #expect(queue.waitingBytes == 10)
  }

  @Test func `takes out those whose time is over, wherever they stand`() {
    var queue = queue()
    _ = add(&queue, 1, 10, 30)
    _ = add(&queue, 2, 10, 10)
    _ = add(&queue, 3, 10, 20)
    _ = queue.advance(1, by: 7)
    #expect(queue.deadline == start + .seconds(10))
    let none = queue.expire(at: start + .seconds(9))
    #expect(none.isEmpty)
    let some = queue.expire(at: start + .seconds(20))
    #expect(some.map(\.completion) == ["2", "3"])
    #expect(queue.deadline == start + .seconds(30))
    #expect(queue.waitingBytes == 3)
    let rest = queue.takeAll()
    #expect(rest.map(\.progress) == [WriteProgress(written: 7, of: 10)])
    #expect(queue.deadline == nil && queue.count == 0)
  }

  @Test func `is bounded in bytes and in writes`() {
    var queue = queue(ConnectionLimits(waitingBytes: 10, waitingWrites: 3))
    let added = [
      add(&queue, 1, 11), add(&queue, 2, 6), add(&queue, 3, 5), add(&queue, 4, 4), add(&queue, 5, 0),
    ]
    #expect(added == [false, true, false, true, true])
    let more = add(&queue, 6, 0)
    #expect(!more)
    _ = queue.advance(2, by: 6)
    let again = add(&queue, 7, 6)
    #expect(again)
  }

  @Test func `stays small, however many pass`() {
    var queue = queue(ConnectionLimits(waitingWrites: 200))
    var order: [String] = []
    var ticket = 0
    for _ in 0..<1000 {
      for _ in 0..<3 {
        ticket += 1
        _ = add(&queue, ticket % 256, 1)
      }
      while queue.count > 100, let head = queue.head {
        if let left = queue.advance(head.ticket, by: 1) { order.append(left.completion) }
      }
    }
    #expect(queue.count == 100)
    #expect(order == (1...order.count).map { "\($0 % 256)" })
    #expect(queue.waitingBytes == 100)
  }
}

@Suite struct `The life of a connection` {
  private let gone = ConnectionLifetime.Ending.itself(.vanished(.vanished("/dev/ttyUSB0", nil)))

  @Test func `ends for the first reason`() {
    var life = ConnectionLifetime()
    #expect(life.isOpen && !life.isClosed && life.ending == nil)
    let begun = [life.begin(gone), life.begin(.owner)]
    #expect(begun == [true, false])
    #expect(life.ending == gone)
    let ending = life.finish()
    #expect(ending == gone)
    // Not before it is: somebody may wait for it to open the port again.
    #expect(!life.isClosed && life.ending == gone)
    life.close()
    #expect(life.isClosed && life.ending == gone)
  }

  @Test func `ends once`() {
    var life = ConnectionLifetime()
    let early = life.finish()
    life.close()
    #expect(early == nil && life.isOpen)
    _ = life.begin(.owner)
    let endings = [life.finish(), life.finish()]
    #expect(endings == [.owner, nil])
  }

  @Test func `lasts until the last source and the last user have gone`() {
    var life = ConnectionLifetime()
    life.addSource()
    life.addSource()
    let isIn = life.enter()
    #expect(isIn)
    _ = life.begin(.owner)
    let isLate = life.enter()
    #expect(!isLate)
    life.removeSource()
    #expect(!life.canFinish)
    life.leave()
    #expect(!life.canFinish)
    let early = life.finish()
    #expect(early == nil)
    life.removeSource()
    #expect(life.canFinish)
  }

  @Test func `does not end by itself when nobody uses it`() {
    var life = ConnectionLifetime()
    life.addSource()
    life.removeSource()
    #expect(!life.canFinish && life.isOpen)
  }
}
