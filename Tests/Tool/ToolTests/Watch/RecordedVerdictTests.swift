import GPSBridge
import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Verdicts and events of recordings, at the recording's own time.
@Suite(.timeLimit(.minutes(5))) struct `The verdicts of a recording` {
  private func records(_ input: [UInt8], _ types: String = "verdict") throws -> [JSONValue] {
    let run = try gpsbridge("watch", "--types=\(types)", "-", input: input)
    #expect(run.exit == 0)
    return try SecludedRun.records(run)
  }

  /// What they are about, each once in a row.
  private func codes(_ input: [UInt8], _ types: String = "verdict") throws -> [(code: String, at: String)] {
    var codes: [(code: String, at: String)] = []
    for record in try records(input, types) {
      let code = record["code"]?.text ?? record["event"]?.text ?? ""
      if code != codes.last?.code { codes.append((code, record["at"]?.text ?? "")) }
    }
    return codes
  }

  @Test func `are those that a receiver would have had, with the recording's time`() throws {
    let found = try codes(try Simulated.sentences("tunnel", seconds: 140))
    #expect(
      found.map(\.code) == [
        "searching", "good", "dead_reckoning", "searching_warm", "no_signal", "searching_warm", "good",
      ])
    #expect(found[4].at == "2026-11-20T07:09:04.000Z")
  }

  @Test func `come once where their words stay the same`() throws {
    let silent = try records(try Simulated.sentences("tunnel", seconds: 140)).filter {
      $0["code"]?.text == "no_signal"
    }
    #expect(silent.compactMap { $0["at"]?.text } == ["2026-11-20T07:09:04.000Z"])
    #expect(silent.first?["why"]?.text?.hasPrefix("Since the last fix not one signal") == true)
  }

  @Test func `come with the events of the fix`() throws {
    let found = try codes(try Simulated.sentences("tunnel", seconds: 140), "event")
    #expect(found.map(\.code) == ["first_fix", "aging", "stale", "lost", "back"])
    #expect(found[3].at == "2026-11-20T07:09:11.500Z" || found[3].at.hasPrefix("2026-11-20T07:09:1"))
  }

  @Test func `say within 15 seconds that all signals fell together, from sentences alone`() throws {
    let found = try codes(try Simulated.sentences("jam", seconds: 180))
    let jammed = try #require(found.first { $0.code == "jammed" })
    #expect(("2026-11-20T07:09:01"..."2026-11-20T07:09:16").contains(jammed.at), "\(jammed)")
    #expect(found.last?.code == "good")
  }

  @Test(arguments: ["ublox6", "sirf", "mtk", "ublox9"])
  func `say of a receiver that stands that it is jammed, whatever satellites it hears`(dialect: String) throws
  {
    let input = try Simulated.sentences("jam?dialect=\(dialect)", seconds: 115)
    let found = try records(input)
    let jammed = try #require(found.last)
    #expect(jammed["code"]?.text == "jammed")
    let why = try #require(jammed["why"]?.text)
    #expect(
      why.contains(/^All signals fell together from [34]\d to [12]\d dB-Hz within (9|10|11|12) seconds;/),
      "\(why)")
    let first = try #require(found.firstIndex { $0["code"]?.text == "jammed" })
    #expect(found[first...].allSatisfy { $0["code"]?.text == "jammed" }, "until it ends")
  }

  @Test(
    arguments: WholeTruth.some(
      3, of: ["tunnel", "canyon", "walk", "drive", "boat", "flight", "static", "garbage", "nofix"]))
  func `never speak of interference or forgery where there is none`(name: String) throws {
    let found = try codes(try Simulated.sentences(name, seconds: 600)).map(\.code)
    #expect(!found.contains("jammed") && !found.contains("spoofed"), "\(found)")
  }

  @Test(.enabled(if: !Shelf.files.isEmpty, "needs the recordings in ../shared/corpus/dev beside the package"))
  func `never speak of interference or forgery on a recording of a real receiver`() throws {
    for file in Shelf.files {
      let run = try gpsbridge("watch", "--types=verdict,stats", file)
      let records = try SecludedRun.records(run)
      let codes = records.compactMap { $0["code"]?.text }
      #expect(!codes.contains("jammed") && !codes.contains("spoofed"), "\(file): \(codes)")
      #expect(records.last?["suspect_positions"]?.number ?? 0 == 0, "\(file)")
    }
  }

  @Test func `call a recording of u-blox messages alone what it is`() throws {
    let message: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]
    let input = (0..<9).flatMap { _ in message }
    #expect(try codes(input).map(\.code) == ["binary_mode"])
    let doctor = try gpsbridge("doctor", "-", input: input)
    #expect(doctor.exit == 12)
    #expect(doctor.output.contains(" FAIL The receiver sends u-blox binary, without positions yet.\n"))
    #expect(doctor.output.contains(" ok   The stream has 9 binary messages, 0 bad checksums.\n"))
  }
}

@Suite(.timeLimit(.minutes(2))) struct `The doctor on a recording` {
  @Test func `says how the receiver was at the end, and what had been before`() throws {
    let run = try gpsbridge("doctor", "-", input: try Simulated.sentences("jam", seconds: 180))
    #expect(run.exit == 0 && run.lines.first == " ok   The recording has 179 epochs: standard input.")
    #expect(run.lines.contains(" ok   The receiver has a fix."))
    #expect(
      run.output.contains(" WARN Something nearby has become louder than the satellites, or something\n"))
    #expect(run.output.contains(/It lasted 5\d s from 2026-11-20T07:09:0/))
    #expect(run.lines.last == "It works, with 1 warning.")
  }

  @Test func `finds the morning walk good, and asks nothing of this machine`() throws {
    let run = try gpsbridge("doctor", "--json", Places.morningWalk)
    #expect(run.exit == 0)
    let record = try #require(try SecludedRun.records(run).first)
    let codes = record["findings"]?.elements?.compactMap { $0["code"]?.text } ?? []
    #expect(codes.prefix(2) == ["recording", "stream"] && codes.contains("good"))
    #expect(record["device"]?.text == Places.morningWalk && record["heard"]?["epochs"]?.number == 300)
    #expect(record["heard"]?["clock_ahead_s"] == nil)
  }
}

@Suite struct `The accuracy of a position by carrier phase` {
  private func epoch(_ quality: Int) -> [UInt8] {
    wire([
      "GPGGA,120000,4807.038,N,01131.000,E,\(quality),12,1.0,545.4,M,46.9,M,1.0,0000",
      "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A",
    ])
  }

  @Test(arguments: [(1, 2.9703), (2, 1.8439), (5, 0.4), (4, 0.02)])
  func `is the model's in every command`(quality: Int, meters: Double) throws {
    let input = epoch(quality)
    for words in [["watch", "--types=fix"], ["fix", "--json"]] {
      let run = try gpsbridge(words + ["-"], input: input)
      let record = try SecludedRun.records(run).first
      #expect(record?["h_acc_m"]?.number == meters, "\(words)")
      #expect(record?["acc_source"]?.text == "dop")
    }
    let stats = try SecludedRun.records(try gpsbridge("export", "--format=ndjson", "-", input: input))
    #expect(stats.first?["h_acc_m"]?.number == meters)
  }
}

/// Recordings that may lie beside the package and are no part of it.
enum Shelf {
  static let files: [String] = {
    let folder = Places.root + "/../shared/corpus/dev"
    return Kernel.names(in: folder).filter { $0.hasSuffix(".log") }.map { "\(folder)/\($0)" }
  }()
}
