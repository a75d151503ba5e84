import GNSS
import GPSBridge
import GPSDProtocol
import SimulatedGPS
import TestSupport
import Testing
import GPSBase

@testable import GPSServices

@Suite(.timeLimit(.minutes(5))) struct `The name of a receiver` {
  private static let start = ContinuousClock.now

  /// A receiver that is not there yet.
  private func state(_ name: String?) -> DeviceState {
    DeviceState(ServedDevice.ID(0), name: name, at: Self.start)
  }

  private func plug(_ state: inout DeviceState, _ node: String) {
    let place = DevicePlace(key: "usb", node: node)
    _ = state.take(
      .event(ReceiverEvent(.opened(place, speed: 9600), at: Self.start)), at: Self.start,
      utc: { _ in UTC(secondsSince1970: 1) })
  }

  /// What a client hears that names a device.
  private func answer(_ session: inout GPSDSession, _ device: String, _ state: DeviceState) -> String {
    let view = ServiceView([state.device], best: state.device.id, at: UTC(secondsSince1970: 1))
    var told: [UInt8] = []
    let request = Array(#"?WATCH={"enable":true,"json":true,"device":"\#(device)"};"#.utf8)
    _ = session.take(request[...], view) { if case .send(let lines) = $0 { told += lines } }
    return String(decoding: told, as: UTF8.self)
  }

  private func means(_ session: GPSDSession, _ state: DeviceState) -> Bool {
    ServiceView([state.device], best: nil, at: UTC(secondsSince1970: 1)).means(state.device, session.policy)
  }

  @Test func `that was given is there before the receiver is, and the path of its port means it as well`() {
    var state = state("/tmp/g")
    var (session, other) = (GPSDSession(ServiceRules(version: "1")), GPSDSession(ServiceRules(version: "1")))
    #expect(!answer(&session, "/tmp/g", state).contains("ERROR"))
    #expect(answer(&other, "/dev/pts/7", state).contains("ERROR"))
    plug(&state, "/dev/pts/7")
    #expect(state.device.path == "/tmp/g" && means(session, state))
    #expect(!answer(&other, "/dev/pts/7", state).contains("ERROR") && means(other, state))
    #expect(answer(&other, "/dev/pts/8", state).contains("ERROR"))
  }

  @Test func `that is known with the plug may be asked for before, and means that receiver then`() {
    var state = state(nil)
    var session = GPSDSession(ServiceRules(version: "1"))
    let told = answer(&session, "/dev/ttyACM0", state)
    #expect(!told.contains("ERROR") && told.contains(#""class":"WATCH""#), "\(told)")
    #expect(!means(session, state))
    plug(&state, "/dev/ttyACM0")
    #expect(means(session, state))
    #expect(answer(&session, "/dev/ttyACM1", state).contains("ERROR"), "it is another one")
  }

  @Test func `has the language of its epochs beside it, also after a change of it`() throws {
    let time = ManualTime(utcSeconds: 1_795_158_480)
    let simulated = SimulatedReceiver(
      try Scenario(parsing: "sim:walk?dialect=ublox9&language=ubx"), time: time)
    let server = LocationServer(simulated.receiver)
    defer { server.stop() }
    let peer = try Peer(port: try #require(try server.listen(.gpsd("127.0.0.1:0"))))
    time.advance(by: .seconds(10))
    peer.say("?DEVICES;")
    let devices = try #require(Peer.object(try peer.lines(through: "DEVICES").last ?? ""))
    let device = try #require(devices["devices"]?.elements.first)
    #expect(device["driver"]?.text == "u-blox" && device["native"]?.number == 1, "\(device)")
    var state = state("/tmp/g")
    #expect(drivers(&state, [.rmc, .gga, .navSAT]) == ["NMEA0183", "changed"])
    #expect(drivers(&state, [.navPVT, .navSAT]) == ["u-blox", "changed"])
    #expect(drivers(&state, [.navSAT]) == ["u-blox"])
    #expect(drivers(&state, []) == ["u-blox"])
    #expect(drivers(&state, .sirf) == ["SiRF", "changed"] && state.device.isNative)
    #expect(drivers(&state, .casic) == ["CASIC", "changed"] && state.device.isNative)
    #expect(drivers(&state, [.rmc]) == ["NMEA0183", "changed"])
  }

  /// The driver after an epoch of some sources, and whether it is told.
  private func drivers(_ state: inout DeviceState, _ sources: Fix.Sources) -> [String] {
    var fix = Fix()
    fix.sources = sources
    let update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil)
    let news = state.take(
      .epoch(Epoch(fix, update, received: Self.start)), at: Self.start, utc: { _ in UTC(secondsSince1970: 1) }
    )
    return [state.device.driver ?? "none"] + (news.contains(.changed) ? ["changed"] : [])
  }
}
