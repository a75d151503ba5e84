import GPSSystemCalls
import Testing

@testable import GPSSockets

@Suite struct `Notices that wait` {
  private func notice(_ kind: NoticeQueue.Notice.Kind, _ text: String) -> NoticeQueue.Notice {
    NoticeQueue.Notice(kind: kind, text: text)
  }

  @Test func `go in their order once there is room`() {
    var queue = NoticeQueue()
    for text in ["READY=1", "STOPPING=1"] { queue.add(notice(.state, text)) }
    var (room, taken) = (1, [String]())
    for _ in 0..<2 {
      let outcome = queue.flush { (bytes, _) throws(Errno) in
        guard room > 0 else { throw .wouldBlock }
        room -= 1
        taken.append(String(decoding: bytes, as: UTF8.self))
      }
      #expect(outcome.isBlocked == !queue.waiting.isEmpty)
      room = 1
    }
    #expect(taken == ["READY=1", "STOPPING=1"] && queue.waiting == [])
  }

  @Test func `are the newest of those that grow old`() {
    var queue = NoticeQueue()
    for number in 0..<5000 {
      queue.add(notice(.status, "STATUS=\(number)"))
      queue.add(notice(.watchdog, "WATCHDOG=1"))
    }
    #expect(queue.waiting.map(\.text) == ["STATUS=4999", "WATCHDOG=1"])
  }

  @Test func `are bounded, but a state is never lost`() {
    var queue = NoticeQueue()
    for _ in 0..<5000 { queue.add(notice(.remove, "FDSTOREREMOVE=1")) }
    #expect(queue.waiting.count == 1024 && queue.lost == 5000 - 1024)
    let isTaken = queue.add(notice(.state, "STOPPING=1"))
    #expect(isTaken)
  }

  @Test func `are thrown away where they are refused, and their clients are known`() {
    var queue = NoticeQueue()
    queue.add(notice(.store(client: 5), "FDSTORE=1"))
    queue.add(notice(.state, "READY=1"))
    let outcome = queue.flush { (_, _) throws(Errno) in throw .badDescriptor }
    #expect(outcome.notStored == [5] && !outcome.isBlocked && queue.waiting == [])
  }
}
