import GNSS
import GPSBase
import GPSBridge
import GPSDProtocol
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSServices

@Suite struct `What a server knows of a receiver` {
  private static let start = ContinuousClock.now
  private static let time = UTC(secondsSince1970: 1_795_176_000)
  private var state = DeviceState(ServedDevice.ID(0), name: "/dev/gps", at: start)

  /// An epoch of a second, told a tenth of a second after it began.
  private mutating func epoch(
    _ second: Int, isValid: Bool = true, delay: Duration? = nil
  ) -> [DeviceState.News] {
    let now = Self.start + .seconds(second) + .milliseconds(100)
    var fix = Fix()
    fix.time = UTC(secondsSince1970: Self.time.secondsSince1970 + Int64(second))
    fix.mode = isValid ? .threeDimensional : .none
    fix.coordinate = isValid ? Coordinate(latitude: 48, longitude: 11) : nil
    let update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil)
    return state.take(
      .epoch(Epoch(fix, update, received: now, delay: delay)), at: now,
      // This computer's clock is a quarter of a second behind.
      utc: { instant in
        let seconds =
          Double(Self.time.secondsSince1970) + Self.start.duration(to: instant) / .seconds(1) - 0.25
        let whole = seconds.rounded(.down)
        return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
      })
  }

  private func objects(_ news: [DeviceState.News]) -> [JSON5] {
    news.flatMap { one -> [[UInt8]] in
      switch one {
      case .epoch(let report): report.lines.split(separator: 0x0A).map(Array.init)
      case .attitude(let line), .offset(let line): [line]
      case .changed, .lost, .silence: []
      }
    }.compactMap { try? JSON5Reader.read($0) }
  }

  @Test mutating func `has the statistics of an epoch with it, and none of another one`() {
    let sentence = "$GPGST,120001.00,1.5,2.5,1.25,45.0,1.1,2.2,3.3*51"
    #expect(state.hear(Array(sentence.utf8)) == nil)
    #expect(objects(epoch(0)).map { $0["class"]?.text }.contains("GST") == false)
    _ = state.hear(Array(sentence.utf8))
    let told = objects(epoch(1)).first { $0["class"]?.text == "GST" }
    #expect(told?["rms"]?.number == 1.5 && told?["major"]?.number == 2.5 && told?["minor"]?.number == 1.25)
    #expect(told?["lat"]?.number == 1.1 && told?["lon"]?.number == 2.2 && told?["alt"]?.number == 3.3)
    #expect(objects(epoch(2)).map { $0["class"]?.text }.contains("GST") == false)
  }

  /// The receiver comes or goes, in the middle of a second.
  private mutating func happens(_ kind: ReceiverEvent.Kind, _ second: Int) -> [DeviceState.News] {
    let now = Self.start + .seconds(second) + .milliseconds(500)
    return state.take(.event(ReceiverEvent(kind, at: now)), at: now, utc: { _ in Self.time })
  }

  /// The words of the lines that say that there is no fix.
  private func silence(_ news: DeviceState.News?) -> [String] {
    guard case .silence(let lines)? = news else { return [] }
    return lines.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test mutating func `is withdrawn with the plug, and an epoch that was held back brings none of it back`() {
    let place = DevicePlace(key: "usb", node: "/dev/ttyACM0")
    _ = happens(.opened(place, speed: 9600), 0)
    _ = epoch(1)
    #expect(state.device.isActive)
    let gone = happens(.detached(place), 1)
    #expect(gone.first == .lost && gone.count == 2)
    let told = silence(gone.last)
    #expect(told.first?.contains(#""mode":1"#) == true && told.first?.contains("lat") == false)
    #expect(told.last?.contains(#""uSat":0"#) == true && told.count == 2)
    #expect(!state.device.isActive && state.device.report?.lines.isEmpty == false)
    #expect(epoch(2) == [] && !state.device.isActive)
    #expect(happens(.detached(place), 2) == [], "once")
    #expect(state.silenceDue == Self.start + .milliseconds(2500))
    _ = happens(.opened(place, speed: 9600), 3)
    #expect(!objects(epoch(4)).isEmpty && state.device.isActive)
  }

  @Test mutating func `has no satellites in the first second without a fix, and the place alone in the next`()
  {
    _ = epoch(0)
    #expect(state.timePassed(to: Self.start + .seconds(1)) == nil)
    let first = silence(state.timePassed(to: Self.start + .seconds(3)))
    #expect(first.count == 2 && first.last?.contains(#""class":"SKY""#) == true)
    let second = silence(state.timePassed(to: Self.start + .seconds(4)))
    #expect(second.count == 1 && second.first == first.first)
    _ = epoch(5)
    #expect(silence(state.timePassed(to: Self.start + .seconds(30))).count == 2)
  }

  @Test mutating func `has no position in an epoch that was held back, and one in the next present one`() {
    let late = objects(epoch(0, delay: .seconds(30)))
    #expect(late.first?["class"]?.text == "TPV" && late.first?["mode"]?.number == 1)
    #expect(late.first?["lat"] == nil && late.first?["time"] != nil)
    #expect(state.device.report?.lines.contains("\"lat\"".utf8) == false, "a poll has none either")
    #expect(objects(epoch(1)).first?["mode"]?.number == 3)
  }

  @Test mutating func `tells where it points, once for each epoch`() {
    #expect(state.hear(Array("$HEHDT,123.4,T*2B".utf8)) == nil)
    let told = objects(epoch(0)).filter { $0["class"]?.text == "ATT" }
    #expect(told.count == 1 && told.first?["heading"]?.number == 123.4)
    #expect(objects(epoch(1)).contains { $0["class"]?.text == "ATT" } == false)
  }

  @Test
  mutating func `tells the offset of the clock from the arrival of the first byte, after three good epochs`()
  {
    var told: [JSON5] = []
    for second in 0..<6 {
      state.heardBytes(at: Self.start + .seconds(second) + .milliseconds(50))
      state.heardBytes(at: Self.start + .seconds(second) + .milliseconds(90))
      told += objects(epoch(second, isValid: second > 0)).filter { $0["class"]?.text == "TOFF" }
    }
    #expect(told.map { $0["real_sec"]?.number } == [4, 5].map { Double(Self.time.secondsSince1970 + $0) })
    for one in told {
      let real = (one["real_sec"]?.number ?? 0) + (one["real_nsec"]?.number ?? 0) / 1e9
      let clock = (one["clock_sec"]?.number ?? 0) + (one["clock_nsec"]?.number ?? 0) / 1e9
      // It began to speak 50 ms into the second.
      #expect(abs(real - clock - 0.2) < 1e-6)
    }
  }

  @Test mutating func `tells no offset of a receiver that speaks without a pause`() {
    var told: [JSON5] = []
    for second in 0..<8 {
      for tenth in 0..<10 { state.heardBytes(at: Self.start + .seconds(second) + .milliseconds(100 * tenth)) }
      told += objects(epoch(second)).filter { $0["class"]?.text == "TOFF" }
    }
    // The first one has begun somewhere; but that was before three good ones.
    #expect(told == [])
  }
}

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
    time.jump(by: .seconds(10))
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
