import GPSBridge
import SimulatedGPS
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

/// A server over two simulated receivers, on time that is moved by hand.
private struct Pair {
  let time = ManualTime(utcSeconds: 1_795_158_480)
  let simulated: [SimulatedReceiver]
  let server: LocationServer
  let port: UInt16

  init(_ choice: ReceiverChoice) throws {
    simulated = [
      SimulatedReceiver(.staticDesk, time: time), SimulatedReceiver(.staticDesk, time: time),
    ]
    var options = ServiceOptions()
    options.names = ["/dev/one", "/dev/two"]
    options.choice = choice
    server = LocationServer(simulated.map(\.receiver), options: options)
    port = try #require(try server.listen(.gpsd("127.0.0.1:0")))
  }

  /// Lets a minute pass while the peers receive, so that no socket's buffer fills and the server closes none.
  func aMinutePasses(for peers: Peer...) {
    for _ in 0..<12 {
      time.advance(by: .seconds(5))
      for peer in peers { peer.receive() }
    }
  }

  /// Epochs with a fix, and whose they are.
  func epochs(_ peer: Peer) throws -> [(device: String, time: String)] {
    try peer.linesUpToNow().compactMap(Peer.object).compactMap { object in
      guard object["class"]?.text == "TPV", object["mode"]?.number == 3 else { return nil }
      return (object["device"]?.text ?? "", object["time"]?.text ?? "")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A server of several receivers` {
  @Test func `tells of one at a time, and of the other when that has gone, no second twice`() throws {
    let pair = try Pair(.best)
    defer { pair.server.stop() }
    let peer = try Peer(port: pair.port)
    try peer.watch()
    pair.aMinutePasses(for: peer)
    let before = try pair.epochs(peer)
    #expect(before.count > 40 && Set(before.map(\.device)) == ["/dev/one"])
    pair.simulated[0].tell { Story.Unplug() }
    pair.time.advance(by: .seconds(20))
    let after = try pair.epochs(peer)
    #expect(after.count > 15 && after.last?.device == "/dev/two")
    let times = (before + after).map(\.time)
    #expect(Set(times).count == times.count && times == times.sorted())
  }

  @Test func `leaves one that reports no fix at once, and clients see no second without a position`() throws {
    let pair = try Pair(.best)
    defer { pair.server.stop() }
    let peer = try Peer(port: pair.port)
    try peer.watch()
    pair.aMinutePasses(for: peer)
    _ = try peer.linesUpToNow()
    pair.simulated[0].tell { Story.Enter(.tunnel) }
    pair.aMinutePasses(for: peer)
    let told = try peer.linesUpToNow().compactMap(Peer.object).filter { $0["class"]?.text == "TPV" }.map {
      "\($0["device"]?.text ?? "") \($0["mode"]?.number ?? 0)"
    }
    #expect(told.first == "/dev/one 3.0" && told.last == "/dev/two 3.0" && told.count > 50, "\(told)")
    #expect(!told.contains { $0.hasSuffix(" 1.0") }, "\(told)")
    // The receiver itself has lost its fix.
    peer.say(#"?WATCH={"device":"/dev/one"};?POLL;"#)
    let poll = try #require(Peer.object(try peer.lines(through: "POLL").last ?? ""))
    #expect(poll["tpv"]?.elements.first?["mode"]?.number == 1)
  }

  @Test func `says that another one counts now, with a notice of it`() throws {
    let pair = try Pair(.best)
    defer { pair.server.stop() }
    let peer = try Peer(port: pair.port)
    try peer.watch()
    pair.aMinutePasses(for: peer)
    _ = try peer.linesUpToNow()
    pair.simulated[0].tell { Story.Unplug() }
    pair.time.advance(by: .seconds(20))
    let lines = try peer.linesUpToNow().compactMap(Peer.object)
    let notice = lines.firstIndex { $0["class"]?.text == "DEVICE" && $0["path"]?.text == "/dev/two" }
    let epoch = lines.firstIndex { $0["class"]?.text == "TPV" && $0["device"]?.text == "/dev/two" }
    #expect(try #require(notice) < #require(epoch))
  }

  @Test func `tells of all where that was chosen, and of the one that a client names`() throws {
    let pair = try Pair(.all)
    defer { pair.server.stop() }
    let (both, two, best) = (try Peer(port: pair.port), try Peer(port: pair.port), try Peer(port: pair.port))
    try both.watch()
    try two.watch(#"{"json":true,"device":"/dev/two"}"#)
    try best.watch(#"{"json":true,"device":"best"}"#)
    pair.aMinutePasses(for: both, two, best)
    #expect(Set(try pair.epochs(both).map(\.device)) == ["/dev/one", "/dev/two"])
    #expect(Set(try pair.epochs(two).map(\.device)) == ["/dev/two"])
    #expect(Set(try pair.epochs(best).map(\.device)) == ["/dev/one"])
    two.say("?POLL;")
    let poll = try #require(Peer.object(try two.lines(through: "POLL").last ?? ""))
    #expect(poll["tpv"]?.elements.map { $0["device"]?.text } == ["/dev/two"])
    two.say(#"?WATCH={"device":"/dev/three"};"#)
    #expect(try two.lines(through: "ERROR").last?.contains("/dev/three") == true)
  }
}
