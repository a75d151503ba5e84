import Foundation
import GPSBridge
import Testing

@testable import SimulatedGPS

/// A receiver on a pseudo-terminal, the gpsd of Debian that has it, and a receiver of ours that joins this gpsd.
@Suite(
  .enabled(if: GPSD.daemon != nil, "gpsd is not installed: Debian package gpsd"), .timeLimit(.minutes(3)))
struct `A receiver that gpsd has` {
  private static let base = 24_000 + Int(ProcessInfo.processInfo.processIdentifier) % 3000 * 10

  /// The positions that a receiver finds, by the time that it says.
  private func positions(
    of receiver: Receiver, atLeast count: Int
  ) async -> [String: (latitude: Double, longitude: Double)] {
    var found: [String: (latitude: Double, longitude: Double)] = [:]
    for await fix in receiver.fixes.keeping(.newest(100)) {
      if let time = fix.timeOfDay, let place = fix.coordinate {
        found["\(time)"] = (place.latitude, place.longitude)
      }
      if found.count >= count { break }
    }
    return found
  }

  /// gpsd has a u-blox speak its messages; this one of MediaTek's it only hears.
  @Test(arguments: [(Dialect.mtk, 0), (Dialect.ublox9, 1)])
  func `is at the places that it says, in sentences and in messages`(
    dialect: Dialect, number: Int
  ) async throws {
    let daemon = try #require(GPSD.daemon)
    let scenario = Scenario.walk.with { ($0.dialect, $0.start) = (dialect, $0.beginning) }
    let simulated = try PseudoTerminalReceiver(scenario)
    let path = try #require(simulated.path)
    let port = Self.base + number
    let running = try daemon.begin(
      ["-N", "-n", "-S", "\(port)"] + (dialect.speed.map { ["-s", "\($0)"] } ?? []) + [path])
    defer { withExtendedLifetime(running) {} }
    let address = "gpsd://127.0.0.1:\(port)\(path)"
    let receiver = Receiver(try NetworkDevice(address))
    let found = await positions(of: receiver, atLeast: 5)
    simulated.stop()
    #expect(receiver.place?.node == address && receiver.place?.takesCommands == false)
    let places = meant(scenario, seconds: 120).map { ($0.motion.latitude, $0.motion.longitude) }
    for (time, position) in found {
      #expect(
        places.contains { abs($0.0 - position.latitude) <= 1e-5 && abs($0.1 - position.longitude) <= 1e-5 },
        "\(time)")
    }
  }
}
