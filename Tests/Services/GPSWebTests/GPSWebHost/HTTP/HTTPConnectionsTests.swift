import GPSSockets
import Testing

@testable import GPSWebHost

private let start = ContinuousClock.now
private let patience = Duration.seconds(10)

@Suite struct `Connections that owe a head` {
  private var connections = HTTPConnections()

  @Test mutating func `are let go when their time is over, also where bytes drip`() {
    for socket: CInt in 1...5 { connections.enter(socket, from: nil, at: start + .seconds(Int(socket))) }
    connections.headCame(2)
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(10)) == [])
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(13)) == [1, 3])
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(60)) == [4, 5])
    #expect(connections.count == 5)
  }

  @Test mutating func `lose their oldest as soon as there are too many`() {
    for socket: CInt in 1...10 { connections.enter(socket, from: nil, at: start) }
    connections.headCame(1)
    #expect(connections.takeOverdue(most: 4, patience: patience, at: start) == [2, 3, 4, 5, 6])
  }

  @Test mutating func `are those again that wait for a further request`() {
    connections.enter(7, from: nil, at: start)
    connections.headCame(7)
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(60)) == [])
    connections.expectHead(7, at: start + .seconds(60))
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(69)) == [])
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(70)) == [7])
  }

  @Test mutating func `do not come back under a number that the kernel gives anew`() {
    connections.enter(7, from: nil, at: start)
    connections.leave(7)
    connections.enter(7, from: nil, at: start + .seconds(8))
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(12)) == [])
    #expect(connections.takeOverdue(most: 128, patience: patience, at: start + .seconds(18)) == [7])
  }
}

@Suite struct `Kept connections with a time of their own` {
  private func overdue(_ connections: inout HTTPConnections, most: Int = 128, after seconds: Int) -> [CInt] {
    connections.takeOverdue(most: most, patience: patience, idle: .seconds(90), at: start + .seconds(seconds))
  }

  @Test func `do not count as headless, and outlive those that have sent nothing`() {
    var connections = HTTPConnections(keepsIdle: true)
    for socket: CInt in 1...6 { connections.enter(socket, from: nil, at: start) }
    for socket: CInt in 1...5 {
      connections.headCame(socket)
      connections.expectHead(socket, at: start)
    }
    #expect(overdue(&connections, most: 1, after: 0) == [])
    #expect(overdue(&connections, after: 10) == [6])
    connections.headCame(3)
    #expect(overdue(&connections, after: 89) == [])
    #expect(overdue(&connections, after: 90) == [1, 2, 4, 5])
    connections.expectHead(3, at: start + .seconds(100))
    #expect(overdue(&connections, after: 189) == [])
    #expect(overdue(&connections, after: 190) == [3])
  }

  @Test func `leave room for new ones when they end`() {
    var connections = HTTPConnections(keepsIdle: true)
    connections.enter(1, from: nil, at: start)
    connections.headCame(1)
    connections.expectHead(1, at: start)
    connections.leave(1)
    // Neither end of an idle connection makes the count of headless ones negative.
    for socket: CInt in 2...4 { connections.enter(socket, from: nil, at: start) }
    #expect(overdue(&connections, most: 2, after: 1) == [2] && connections.count == 3)
  }
}

@Suite struct `Connections from one address` {
  @Test func `are limited, but for those of a proxy`() {
    var limits = HTTPLimits()
    (limits.perAddress, limits.connections) = (2, 5)
    limits.proxies = [.four(0x0A00_0005, port: 0)]
    var connections = HTTPConnections()
    func mayEnter(_ address: UInt32) -> Bool { connections.mayEnter(from: .four(address, port: 77), limits) }
    for socket: CInt in 1...2 {
      connections.enter(socket, from: .four(0x0A00_0005, port: UInt16(socket)), at: start)
      connections.enter(socket + 2, from: .four(0x0A00_0006, port: UInt16(socket)), at: start)
    }
    #expect(mayEnter(0x0A00_0005) && !mayEnter(0x0A00_0006) && mayEnter(0x0A00_0007))
    connections.enter(5, from: .four(0x0A00_0005, port: 9), at: start)
    #expect(!mayEnter(0x0A00_0005) && !mayEnter(0x0A00_0007))
  }

  @Test func `are counted only of other machines`() {
    var connections = HTTPConnections()
    let far = EndAddress.four(0xC0A8_0107, port: 1000)
    connections.enter(1, from: far, at: start)
    connections.enter(2, from: .four(0xC0A8_0107, port: 1001), at: start)
    connections.enter(3, from: .four(0x7F00_0001, port: 1001), at: start)
    #expect(connections.count(from: far) == 2 && connections.count(from: .four(0x7F00_0001, port: 1)) == 0)
    connections.leave(1)
    #expect(connections.count(from: far) == 1)
  }
}
