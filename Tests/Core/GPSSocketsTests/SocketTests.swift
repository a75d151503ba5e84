import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSSockets

@Suite struct `Listening at a path` {
  /// The permissions of a socket that is made while the process's mask is another one.
  private func permissions(_ path: String, mask: mode_t, mode: UInt32?) throws -> UInt32? {
    let before = umask(mask)
    defer { umask(before) }
    let sockets =
      if let mode {
        try Kernel.listen(.path(path), mode: mode)
      } else {
        try Kernel.listen(.path(path))
      }
    defer { for socket in sockets { close(socket) } }
    return Kernel.node(path).map { $0.mode & 0o777 }
  }

  @Test func `changes the permissions of no file that takes the socket's name meanwhile`() throws {
    let folder = try TestFolder()
    let (path, away, secret) = (folder.file("n.sock"), folder.file("x"), folder.file("secret"))
    try Kernel.replaceFile(Array(secret.utf8), with: [1])
    let isOver = Guarded(false)
    onThreads(2) { number in
      guard number == 0 else {
        while !isOver.withLock({ $0 }) {
          if unsafe rename(path, away) == 0 { unsafe _ = symlink(secret, path) }
        }
        return
      }
      for _ in 0..<4000 {
        // It fails where the other thread was faster.
        if let sockets = try? Kernel.listen(.path(path), mode: 0o666) {
          for socket in sockets { close(socket) }
        }
        unsafe unlink(path)
      }
      isOver.withLock { $0 = true }
    }
    #expect(Kernel.node(secret).map { $0.mode & 0o777 } == 0o600)
  }

  @Test(arguments: [0o022, 0o077] as [mode_t])
  func `gives the socket the permissions that are asked for, whatever the mask is`(mask: mode_t) throws {
    let path = "/tmp/gpsbridge-listening-\(getpid())"
    defer { unsafe unlink(path) }
    #expect(try permissions(path, mask: mask, mode: 0o666) == 0o666)
    #expect(try permissions(path, mask: mask, mode: nil) == 0o600)
  }

  @Test func `says that something else has the path, and leaves it`() throws {
    let path = "/tmp/gpsbridge-listening-\(getpid()).txt"
    let file = Array(path.utf8)
    try Kernel.replaceFile(file, with: [1])
    defer { unsafe unlink(path) }
    #expect(throws: Errno.exists) { try Kernel.listen(.path(path)) }
    #expect(throws: Errno.exists) { try Kernel.listen(.path("/tmp")) }
    #expect(try Kernel.wholeFile(file, limit: 8) == [1])
  }
}

@Suite struct `A target of datagrams` {
  @Test(
    arguments: [
      ("127.0.0.1", .one), ("::1", .one), ("255.255.255.255", .broadcast), ("239.192.0.4", .group),
      ("ff02::1", .group), ("192.168.1.255", .one),
    ] as [(String, DatagramTarget.Reach)])
  func `is a machine, all of them, or a group`(host: String, reach: DatagramTarget.Reach) throws {
    #expect(try #require(DatagramTarget(host: host, port: 10110)).reach == reach)
  }

  @Test(arguments: ["", "*", "example.org", "127.0.0.256", "::g"]) func `is a number`(host: String) {
    #expect(DatagramTarget(host: host, port: 10110) == nil)
  }

  @Test func `is sent to without an answer, also where nobody listens`() throws {
    let target = try #require(DatagramTarget(host: "127.0.0.1", port: 9))
    let socket = try Kernel.datagramSocket(to: target, hops: 1, interface: "lo")
    defer { try? Kernel.close(socket) }
    try Kernel.send([1, 2, 3][...], by: socket, to: target)
    #expect(throws: Errno.noSuchDevice) {
      try Kernel.datagramSocket(to: target, hops: nil, interface: "nowhere0")
    }
  }

  @Test func `of a group takes hops and an interface`() throws {
    for host in ["239.192.0.4", "ff02::1"] {
      let target = try #require(DatagramTarget(host: host, port: 10110))
      try Kernel.close(try Kernel.datagramSocket(to: target, hops: 2, interface: "lo"))
    }
  }
}

@Suite struct `What waits for a slow client` {
  private func line(_ text: String, _ length: Int = 100) -> [UInt8] {
    Array(text.utf8) + Array(repeating: UInt8(ascii: "."), count: max(0, length - text.utf8.count - 2)) + [
      13, 10,
    ]
  }

  /// Sends as far as there is room; what came.
  private func flush(_ outbox: inout Outbox, room: Int) throws -> [UInt8] {
    var came: [UInt8] = []
    var room = room
    _ = try outbox.flush { (bytes: ArraySlice<UInt8>) throws(Errno) in
      guard room > 0 else { throw .wouldBlock }
      let taken = min(room, bytes.count)
      came += bytes.prefix(taken)
      room -= taken
      return taken
    }
    return came
  }

  @Test func `goes out in its order, however small the room`() throws {
    var outbox = Outbox()
    let lines = (0..<20).map { line("\($0) ") }
    for line in lines { outbox.add(line, .report) }
    var came: [UInt8] = []
    while !outbox.isEmpty { came += try flush(&outbox, room: 7) }
    #expect(came == lines.flatMap(\.self))
    #expect(outbox.waiting == 0 && outbox.dropped == 0)
  }

  @Test func `loses its oldest reports, whole ones, and no answer`() throws {
    var outbox = Outbox()
    outbox.add(line("begun "), .report)
    #expect(try flush(&outbox, room: 50).count == 50)
    outbox.add(line("answer "), .answer)
    for number in 0..<2000 { outbox.add(line("\(number) "), .report) }
    #expect(outbox.waiting <= Outbox.mostBytes)
    let came = String(decoding: try flush(&outbox, room: .max), as: UTF8.self).split(separator: "\r\n")
    #expect(came[0].allSatisfy { $0 == "." }, "the rest of what had begun")
    #expect(came[1].hasPrefix("answer ") && came.last?.hasPrefix("1999 ") == true)
    let numbers = came.dropFirst(2).compactMap { Int($0.prefix { $0 != " " }) }
    #expect(numbers == Array((2000 - numbers.count)..<2000), "the newest ones, without a gap")
    #expect(outbox.dropped == 2000 - numbers.count)
  }

  @Test func `may begin with what its sender could not send, and never loses that`() throws {
    var outbox = Outbox()
    let first = line("first ")
    outbox.begin(first, .report, taken: 30)
    #expect(outbox.isBegun && outbox.waiting == 70 && Array(outbox.restOfBegun) == Array(first[30...]))
    for number in 0..<2000 { outbox.add(line("\(number) "), .report) }
    #expect(outbox.waiting <= Outbox.mostBytes && outbox.dropped > 0)
    let came = try flush(&outbox, room: .max)
    #expect(came.starts(with: first[30...]) && outbox.isEmpty && outbox.waiting == 0)
  }

  @Test func `of one who only asks is full, and nothing of it is lost`() throws {
    var outbox = Outbox()
    for _ in 0..<700 { outbox.add(line("answer "), .answer) }
    #expect(outbox.isFull)
    #expect(try flush(&outbox, room: .max).count == 70_000)
    #expect(!outbox.isFull)
  }

  @Test(arguments: UInt64(1)...6) func `is never more than a piece beyond its bound, and always whole lines`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var outbox = Outbox()
    var came: [UInt8] = []
    for number in 0..<3000 {
      outbox.add(line("\(number) ", Int.random(in: 8...3000, using: &random)), .report)
      #expect(outbox.waiting <= Outbox.mostBytes + 3000)
      came += try flush(&outbox, room: Int.random(in: 0...1500, using: &random))
    }
    came += try flush(&outbox, room: .max)
    let numbers = String(decoding: came, as: UTF8.self).split(separator: "\r\n").compactMap {
      Int($0.prefix { $0 != " " })
    }
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(numbers.count + outbox.dropped == 3000)
  }

  @Test func `is given up where the connection is`() {
    var outbox = Outbox()
    outbox.add(line("x"), .answer)
    #expect(throws: Errno.brokenPipe) {
      try outbox.flush { (_: ArraySlice<UInt8>) throws(Errno) in throw .brokenPipe }
    }
  }
}

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
