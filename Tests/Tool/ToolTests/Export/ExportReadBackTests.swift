import TestSupport
import Testing

@testable import GPSBridgeTool

/// What gpsbabel finds in a file of ours is what we meant.
@Suite(.enabled(if: SystemProgram.gpsbabel != nil, "gpsbabel is not installed: apt-get install gpsbabel"))
struct `gpsbabel` {
  /// A point as both programs tell it.
  private struct Point {
    var latitude, longitude: Double
    var altitude: Double?
    var time: String?
  }

  /// Both hemispheres twice, some gaps, and heights below the sea.
  private let journey = {
    var bytes: [UInt8] = []
    let starts: [(Double, Double)] = [(48.1, 11.5), (-33.5, 151.2), (-17.0, -179.9), (64.1, -21.9)]
    for (hour, start) in starts.enumerated() {
      for step in 0..<20 {
        let (north, east) = (start.0 + Double(step) * 1e-4, start.1 - Double(step) * 2e-4)
        bytes += Journey.moment(hour * 3600 + step, north, east, altitude: Double(step) * 10 - 50)
      }
    }
    return bytes
  }()

  /// What gpsbabel reads from an export of ours, written out as its plainest table.
  private func read(_ format: String, as theirs: [String], _ input: [UInt8]) throws -> [Point] {
    let folder = try WorkFolder()
    let file = folder("track.\(format)")
    let run = try gpsbridge("export", "-", "-o", file, input: input)
    #expect(run.exit == 0)
    let program = try #require(SystemProgram.gpsbabel)
    let words = [program] + theirs + ["-f", file, "-x", "transform,trk=rte", "-o", "gpx", "-F", "-"]
    let back = try Program.run(words.map { Array($0.utf8) }, input: nil)
    #expect(back.exit == 0 && back.message == "")
    return back.output.matches(
      of: /<trkpt lat="(\S+)" lon="(\S+)">(?:\s*<ele>(\S+?)<\/ele>)?(?:\s*<time>(\S+?)<\/time>)?/
    ).map { match in
      Point(
        latitude: Double(match.1) ?? .nan, longitude: Double(match.2) ?? .nan,
        altitude: match.3.flatMap { Double($0) }, time: match.4.map(String.init))
    }
  }

  /// What we meant, by our table.
  private func meant(_ input: [UInt8]) throws -> [Point] {
    let lines = try gpsbridge("export", "-", "--format=csv", input: input).lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let keys = try #require(lines.first)
    return try lines.dropFirst().map { fields in
      func field(_ key: String) throws -> String { fields[try #require(keys.firstIndex(of: key))] }
      return Point(
        latitude: Double(try field("lat")) ?? .nan, longitude: Double(try field("lon")) ?? .nan,
        altitude: Double(try field("alt_msl_m")), time: try field("time"))
    }
  }

  /// A format, how gpsbabel is asked to read it, and how exact it is.
  @Test(arguments: [
    ("gpx", ["-i", "gpx"], 2e-9), ("kml", ["-i", "kml"], 2e-9), ("geojson", ["-i", "geojson"], 2e-9),
    ("csv", ["-t", "-i", "unicsv,utc=0"], 2e-9),
    // Sentences have five decimals of a minute.
    ("nmea", ["-i", "nmea"], 0.000_006 / 60),
  ]) func `reads the same points as we meant`(format: String, theirs: [String], degrees: Double) throws {
    for input in [journey, try Places.bytes(of: Places.morningWalk)] {
      let (found, meant) = (try read(format, as: theirs, input), try meant(input))
      #expect(found.count == meant.count && meant.count >= 80)
      for (found, meant) in zip(found, meant) {
        #expect(abs(found.latitude - meant.latitude) <= degrees)
        #expect(abs(found.longitude - meant.longitude) <= degrees)
        // Of GeoJSON it takes the places only.
        if format == "geojson" { continue }
        #expect(abs((found.altitude ?? .nan) - (meant.altitude ?? .nan)) <= 0.0011)
        // It leaves out milliseconds of zero.
        #expect(found.time?.prefix(19) == meant.time?.prefix(19))
      }
    }
  }
}
