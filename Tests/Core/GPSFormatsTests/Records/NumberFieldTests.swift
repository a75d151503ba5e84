import GNSS
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A table of comma-separated values` {
  /// Reads one line as RFC 4180 says; nil where a quote is out of place.
  private func fields(_ line: [UInt8]) -> [String]? {
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    var index = 0
    while index < line.count - 1 {
      let byte = line[index]
      index += 1
      if byte == 0x22, isQuoted, line[index] == 0x22 {
        fields[fields.count - 1].append(0x22)
        index += 1
      } else if byte == 0x22 {
        guard isQuoted || fields[fields.count - 1].isEmpty else { return nil }
        isQuoted.toggle()
      } else if byte == 0x2C, !isQuoted {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    guard !isQuoted, line.last == 0x0A else { return nil }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `is read as it was written, whatever its fields are`() {
    var random = SeededGenerator()
    let likely = ["\"", ",", "\n", "\r", "\r\n", "a", "é", " ", ";", "\"\""]
    for _ in 0..<3000 {
      let row = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in likely.randomElement(using: &random) ?? "" }
          .joined()
      }
      // Compared by their bytes: to Swift, "\r\n" is one character.
      let back = fields(CSVFormat.line(row))
      #expect(back.map { $0.map { Array($0.utf8) } } == row.map { Array($0.utf8) }, "\(row), seed \(seed)")
    }
  }

  @Test func `quotes only what must be quoted`() {
    #expect(CSVFormat.line(["a b", "é", "", "-1.5", "x;y"]) == Array("a b,é,,-1.5,x;y\n".utf8))
    for (field, quoted) in [("\"", "\"\"\"\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\"")] {
      #expect(CSVFormat.line([field]) == Array((quoted + "\n").utf8))
    }
  }

  @Test func `has a field for each column, also of a fix that knows nothing`() {
    let format = CSVFormat()
    let columns = fields(format.header)
    #expect(columns == FixKey.allCases.map(\.rawValue))
    #expect(fields(format.lines(for: .fix(Fix())))?.count == columns?.count)
    var fix = Fix()
    fix.altitude = .nan
    fix.speed = .infinity
    fix.coordinate = Coordinate(latitude: .nan, longitude: -.infinity)
    #expect(format.lines(for: .fix(fix)) == format.lines(for: .fix(Fix())))
  }
}

@Suite struct `A number for gpsd's clients` {
  private func position(_ change: (inout Fix) -> Void) -> String {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: 1, longitude: 2)
    change(&fix)
    let lines = GPSDFormat(device: "d", types: [.fix]).lines(for: .fix(fix))
    return String(decoding: lines, as: UTF8.self)
  }

  @Test func `has the decimals that its key has`() {
    let text = position { fix in
      fix.coordinate = Coordinate(latitude: -33.123456789123, longitude: 151.5)
      fix.altitude = 545.45678
      fix.ellipsoidalAltitude = 592
      fix.course = 84.123456
      fix.magneticCourse = 7
      fix.magneticVariation = -3.16
      fix.speed = 5.1444444
      fix.climb = -0.00049
      fix.geoidSeparation = 46.5432
      fix.differentialAge = 2.04
      fix.differentialStation = 120
    }
    let expected =
      #""lat":-33.123456789,"lon":151.500000000,"altHAE":592.0000,"altMSL":545.4568,"alt":545.4568,"#
      + #""track":84.1235,"magtrack":7.0000,"magvar":-3.2,"speed":5.144,"climb":0.000,"geoidSep":46.543,"#
      + #""dgpsAge":2.0,"dgpsSta":120}"#
    #expect(text.hasSuffix(expected + "\n"), "\(text)")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `is left out when it is none`(number: Double)
    throws
  {
    let text = position { fix in
      fix.altitude = number
      fix.speed = number
      fix.course = number
      fix.errors = ErrorEstimate(horizontal: number, vertical: number, source: .gst)
    }
    let record = try JSONReader.read(text)
    #expect(record.keys == ["class", "device", "mode", "lat", "lon"])
  }

  @Test func `of a dilution has two decimals`() throws {
    var fix = Fix()
    fix.dilution.horizontal = 0.9
    fix.dilution.vertical = 1.456
    fix.dilution.position = 99.99
    fix.dilution.time = 12
    let lines = GPSDFormat(device: "d", types: [.sky]).lines(for: .fix(fix))
    let text = String(decoding: lines, as: UTF8.self)
    #expect(text.contains(#""hdop":0.90,"pdop":99.99,"tdop":12.00,"vdop":1.46}"#), "\(text)")
  }
}
