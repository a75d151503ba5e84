import Foundation
import GNSS
import NMEA
import TestSupport
import Testing

@testable import SimulatedGPS

enum GPSD {
  static let daemon = Client("gpsd")
  static let pipe = Client("gpspipe")

  /// Listens to a receiver for some seconds, by a daemon of its own.
  static func listen(to path: String, at port: Int, _ more: [String], seconds: Int) async throws -> Sight {
    let daemon = try #require(daemon)
    let pipe = try #require(pipe)
    let running = try daemon.begin(["-N", "-n", "-S", "\(port)"] + more + [path])
    defer { withExtendedLifetime(running) {} }
    // It takes a moment until it can be asked.
    for _ in 0..<500 {
      let output = try await pipe.output(["-w", "-x", "\(seconds)", "localhost:\(port)"])
      if output.contains("VERSION") { return Sight(output) }
    }
    throw Unexpected()
  }
}

@Suite(
  .enabled(
    if: GPSD.daemon != nil && GPSD.pipe != nil,
    "gpsd is not installed: Debian packages gpsd and gpsd-clients"))
struct `What gpsd sees of a simulated u-blox` {
  static let systems: [Constellation: Int] = [.gps: 0, .galileo: 2, .beidou: 3, .glonass: 6]

  @Test(arguments: Dialect.ofUBlox)
  func `is its driver, its versions, its places and its satellites`(dialect: Dialect) async throws {
    let scenario = Scenario.walk.with { ($0.dialect, $0.start) = (dialect, $0.beginning) }
    let receiver = try PseudoTerminalReceiver(scenario)
    let path = try #require(receiver.path)
    let generation = Int(dialect.name.dropFirst(5)) ?? 0
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 3000 * 10 + generation
    // Without the speed gpsd would try all of them, one after the other.
    let sight = try await GPSD.listen(
      to: path, at: port, dialect.speed.map { ["-s", "\($0)"] } ?? [], seconds: 16)
    receiver.stop()
    #expect(sight.driver == "u-blox")
    let hardware = ["00040007", "00070000", "00080000", "00190000", "000A0000"][generation - 6]
    #expect(sight.subtype?.hasPrefix("SW ") == true && sight.subtype?.hasSuffix(",HW \(hardware)") == true)
    let epochs = meant(scenario, seconds: 60)
    var matched = 0
    for epoch in epochs {
      guard let time = epoch.timeOfDay, let date = epoch.date else { continue }
      let text = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.000Z", date.year, date.month, date.day, Int(time.hour),
        Int(time.minute), Int(time.second))
      // Up to protocol 14 gpsd takes NAV-SOL; it then keeps a place that sentences said, and moves only these three.
      if generation <= 7 {
        guard let point = sight.points[text] else { continue }
        matched += 1
        let motion = epoch.motion
        let meant = Horizon(
          latitude: motion.latitude, longitude: motion.longitude,
          height: motion.altitude + epoch.geoidSeparation
        ).position
        // A centimetre is a ten-millionth of a degree.
        for (said, axis) in zip(point, [meant.x, meant.y, meant.z]) {
          #expect(abs(said - axis) <= 0.011, "\(text)")
        }
        continue
      }
      guard let place = sight.places[text] else { continue }
      matched += 1
      // Sentences are coarser than what NAV-PVT says.
      let steps = generation == 10 ? 2e-7 : 1e-7
      #expect(abs(place.latitude - epoch.motion.latitude) <= steps, "\(text)")
      #expect(abs(place.longitude - epoch.motion.longitude) <= steps, "\(text)")
    }
    #expect(matched >= 5)
    // Of sentences gpsd 3.22 takes satellites of BeiDou for some of GPS and of SBAS.
    let isClear = { (satellite: [Int]) in satellite[0] == 0 || satellite[0] == 6 }
    let used = sight.used.filter(isClear)
    let skies = epochs.map { epoch in
      Set(
        epoch.satellites.filter(\.isUsed).map {
          [Self.systems[$0.identity.constellation] ?? -1, $0.identity.number]
        }.filter(isClear))
    }
    #expect(used.count >= 4)
    #expect(
      skies.contains { !$0.isEmpty && (generation == 10 ? $0.isSubset(of: used) : $0 == used) }, "\(used)")
  }
}
