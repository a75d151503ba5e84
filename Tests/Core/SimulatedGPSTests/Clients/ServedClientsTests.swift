import Foundation
import GPSBridge
import GPSServices
import NMEA
import Testing

@testable import SimulatedGPS

/// Programs of gpsd's makers, at a server of ours over a simulated receiver.
@Suite(.enabled(if: GPSD.pipe != nil, "gpspipe is not installed: Debian package gpsd-clients"))
struct `What clients of gpsd see of a served receiver` {
  private let scenario = Scenario.walk.with { $0.start = $0.beginning }
  private let server: LocationServer
  private let place: String

  init() throws {
    server = LocationServer(SimulatedReceiver(scenario).receiver)
    let port = try #require(try server.listen(.gpsd("127.0.0.1:0")))
    place = "127.0.0.1:\(port)"
  }

  /// What a program says within some seconds.
  ///
  /// Threads that run tasks block most signals, and a program that such a thread begins inherits that: one that does
  /// not end by itself (gpxlogger) hears no SIGTERM, and only SIGKILL ends it.
  private func output(_ program: String, _ arguments: [String], seconds: Int) async throws -> String {
    let timeout = try #require(Client("timeout"))
    let program = try #require(Client(program))
    return try await timeout.output(["-k", "2", "\(seconds)", program.path] + arguments)
  }

  @Test func `is one position for each epoch, where the receiver meant it`() async throws {
    let text = try await output("gpspipe", ["-w", "-n", "30", place], seconds: 30)
    let sight = Sight(text)
    #expect(sight.driver == "NMEA0183" && sight.places.count >= 10)
    let positions = text.split(whereSeparator: \.isNewline).filter {
      $0.hasPrefix(#"{"class":"TPV""#) && $0.contains(#""mode":3"#)
    }
    // Whoever begins to watch is told the last one at once; no second comes twice.
    #expect(positions.count == sight.places.count)
    var matched = 0
    for epoch in meant(scenario, seconds: 60) {
      guard let time = epoch.timeOfDay, let date = epoch.date else { continue }
      let name = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.000Z", date.year, date.month, date.day, Int(time.hour),
        Int(time.minute), Int(time.second))
      guard let place = sight.places[name] else { continue }
      matched += 1
      #expect(abs(place.latitude - epoch.motion.latitude) <= 1e-5, "\(name)")
      #expect(abs(place.longitude - epoch.motion.longitude) <= 1e-5, "\(name)")
    }
    #expect(matched == sight.places.count)
    #expect(sight.used.count >= 4)
    server.stop()
  }

  @Test(arguments: ["-r", "-R"]) func `are its sentences, as it says them`(mode: String) async throws {
    let text = try await output("gpspipe", [mode, "-x", "8", place], seconds: 20)
    let sentences = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("$") }
    #expect(sentences.count > 20)
    for sentence in sentences { _ = try Sentence(Array(sentence.utf8)) }
    server.stop()
  }
}
