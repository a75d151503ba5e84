import GPSBridge
import SimulatedGPS
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

@Suite(.timeLimit(.minutes(5))) struct `A server of several receivers` {
  private func house(_ choice: ReceiverChoice) -> House {
    House(receivers: 2) { ($0.names, $0.choice) = (["/dev/one", "/dev/two"], choice) }
  }

  /// Lets a minute pass while the peers receive, so that no socket's buffer fills and the server closes none.
  private func aMinutePasses(_ house: House, _ peers: Peer...) {
    for _ in 0..<12 {
      house.wait(.seconds(5))
      for peer in peers { peer.receive() }
    }
  }

  /// Epochs with a fix, and whose they are.
  private func epochs(_ peer: Peer) throws -> [(device: String, time: String)] {
    try peer.linesUpToNow().compactMap(Peer.object).compactMap { object in
      guard object["class"]?.text == "TPV", object["mode"]?.number == 3 else { return nil }
      return (object["device"]?.text ?? "", object["time"]?.text ?? "")
    }
  }

  @Test func `tells of one at a time, and of the other when that has gone, no second twice`() throws {
    let house = self.house(.best)
    let peer = try house.watcher()
    aMinutePasses(house, peer)
    let before = try epochs(peer)
    #expect(before.count > 40 && Set(before.map(\.device)) == ["/dev/one"])
    house.simulated.tell { Story.Unplug() }
    house.wait(.seconds(20))
    let after = try epochs(peer)
    #expect(after.count > 15 && after.last?.device == "/dev/two")
    let times = (before + after).map(\.time)
    #expect(Set(times).count == times.count && times == times.sorted())
  }

  @Test func `leaves one that reports no fix at once, and clients see no second without a position`() throws {
    let house = self.house(.best)
    let peer = try house.watcher()
    aMinutePasses(house, peer)
    _ = try peer.linesUpToNow()
    house.simulated.tell { Story.Enter(.tunnel) }
    aMinutePasses(house, peer)
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
    let house = self.house(.best)
    let peer = try house.watcher()
    aMinutePasses(house, peer)
    _ = try peer.linesUpToNow()
    house.simulated.tell { Story.Unplug() }
    house.wait(.seconds(20))
    let lines = try peer.linesUpToNow().compactMap(Peer.object)
    let notice = lines.firstIndex { $0["class"]?.text == "DEVICE" && $0["path"]?.text == "/dev/two" }
    let epoch = lines.firstIndex { $0["class"]?.text == "TPV" && $0["device"]?.text == "/dev/two" }
    #expect(try #require(notice) < #require(epoch))
  }

  @Test func `tells of all where that was chosen, and of the one that a client names`() throws {
    let house = self.house(.all)
    let (both, two, best) = (
      try house.watcher(), try house.watcher(#"{"json":true,"device":"/dev/two"}"#),
      try house.watcher(#"{"json":true,"device":"best"}"#)
    )
    aMinutePasses(house, both, two, best)
    #expect(Set(try epochs(both).map(\.device)) == ["/dev/one", "/dev/two"])
    #expect(Set(try epochs(two).map(\.device)) == ["/dev/two"])
    #expect(Set(try epochs(best).map(\.device)) == ["/dev/one"])
    two.say("?POLL;")
    let poll = try #require(Peer.object(try two.lines(through: "POLL").last ?? ""))
    #expect(poll["tpv"]?.elements.map { $0["device"]?.text } == ["/dev/two"])
    two.say(#"?WATCH={"device":"/dev/three"};"#)
    #expect(try two.lines(through: "ERROR").last?.contains("/dev/three") == true)
  }
}
