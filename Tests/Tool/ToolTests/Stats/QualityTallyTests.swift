import GNSS
import GPSGeodesy
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `The tally of quality` {
  private static let day: Int64 = 1_795_132_800

  private func fix(_ second: Double?, isFound: Bool = true, _ change: (inout Fix) -> Void = { _ in })
    -> DecodedOutput
  {
    var fix = Fix()
    fix.time = second.map {
      UTC(secondsSince1970: Self.day + Int64($0), nanosecond: Int32(($0 - $0.rounded(.down)) * 1e9))
    }
    if isFound {
      fix.mode = .threeDimensional
      fix.coordinate = Coordinate(latitude: 48, longitude: 11)
    }
    change(&fix)
    return .fix(fix)
  }

  private func tally(_ outputs: [DecodedOutput]) -> QualityTally {
    var tally = QualityTally()
    for output in outputs { tally.take(output) }
    return tally
  }

  private func lines(_ tally: QualityTally, isPlain: Bool = true) -> [Substring] {
    QualityReport(name: "a walk", tally: tally, stream: WatchStats(), isPlain: isPlain).text.split(
      separator: "\n")
  }

  @Test func `is nothing for nothing, and its report says so`() {
    let nothing = tally([])
    #expect(nothing.fixes == 0 && nothing.interval == nil && nothing.firstFix == nil)
    #expect(nothing.seconds == nil)
    #expect(
      lines(nothing) == [
        "a walk", "fix rate      0.0 %  0 of 0 epochs", "gaps          none",
        "stream        0 sentences, 0 bad, 0 bytes of junk",
      ])
  }

  @Test func `does not take a mode without a place for a position`() {
    let tally = tally([fix(0) { $0.coordinate = nil }, fix(1)])
    #expect(tally.fixes == 1 && tally.modes == [.none: 1, .threeDimensional: 1])
  }

  @Test func `measures the interval that is kept most often`() throws {
    let tally = tally([0, 0.2, 0.4, 0.6, 3.6, 3.8].map { fix($0) })
    #expect(abs(try #require(tally.interval) - 0.2) < 1e-9)
    #expect(tally.gaps == 1)
    #expect(abs(try #require(tally.longestWait?.seconds) - 3) < 1e-6)
  }

  @Test func `counts the time to the first position in intervals, for before it there is no clock`() {
    let tally = tally(Array(repeating: fix(nil, isFound: false), count: 12) + [fix(0), fix(1), fix(2)])
    #expect(tally.firstFix == 12 && tally.seconds == 2)
  }

  @Test func `calls it a gap when two moments were left out, and not when one was`() {
    #expect(tally([0, 1, 2, 4, 5].map { fix($0) }).gaps == 0)
    #expect(tally([0, 1, 2, 5, 6].map { fix($0) }).gaps == 1)
    #expect(tally([fix(0), fix(1), fix(2, isFound: false), fix(3, isFound: false), fix(4)]).gaps == 1)
  }

  @Test func `counts corrections of whichever kind`() {
    let qualities: [FixQuality] = [
      .autonomous, .differential, .rtkFixed, .rtkFloat, .precise, .deadReckoning,
    ]
    let tally = tally(qualities.map { quality in fix(nil) { $0.quality = quality } })
    #expect(tally.corrected == 4 && lines(tally).contains("corrected     66.7 %"))
  }

  @Test func `counts each signal that is heard, and none that is not`() {
    let satellites = [(1, 0, false), (2, 30, false), (3, 40, true), (4, 44, true)].map {
      number, strength, isUsed in
      var satellite = Satellite(SatelliteIdentity(number == 4 ? .galileo : .gps, number))
      satellite.carrierToNoise = strength
      satellite.isUsed = isUsed
      return satellite
    }
    let tally = tally([.sky(Sky(satellites: satellites + [Satellite(SatelliteIdentity(.gps, 9))]))])
    #expect(tally.signals.total == 3 && tally.usedSignals.quantile(0.5) == 40)
    #expect(Set(tally.constellations.keys) == [.gps, .galileo])
  }

  /// What is counted stands in one of the bars, whatever it is.
  @Test(arguments: [[1], [8, 9], [10], [59, 60, 61], [70], [99], [3, 45, 66]])
  func `has a bar for every signal`(_ strengths: [Int]) {
    let satellites = strengths.enumerated().map { index, strength in
      var satellite = Satellite(SatelliteIdentity(.gps, index + 1))
      satellite.carrierToNoise = strength
      return satellite
    }
    let bars = lines(tally([.sky(Sky(satellites: satellites))])).filter { $0.contains("#") }
    #expect(abs(bars.compactMap(percent).reduce(0, +) - 100) < 0.5, "\(bars)")
  }

  @Test func `has a bar for every speed, and few of them`() {
    for tenths in stride(from: 0, through: 3500, by: 37) {
      let speed = Double(tenths) / 10
      let text = lines(tally([fix(0) { $0.speed = speed }]))
      let start = text.firstIndex { $0.hasPrefix("speed") } ?? text.endIndex
      let bars = text[start...].dropFirst().prefix { $0.hasPrefix("  ") }
      #expect(bars.compactMap(percent).reduce(0, +) == 100, "\(speed) m/s: \(bars)")
      #expect(bars.count <= 9)
    }
  }

  private func percent(_ line: Substring) -> Double? {
    let words = line.split(separator: " ")
    return words.last == "%" ? words.dropLast().last.flatMap { Double($0) } : nil
  }

  @Test func `has no bar that is too long, and none that is not seen`() {
    let tally = tally((0..<1000).map { fix(Double($0), isFound: $0 > 0) })
    let blocks = lines(tally, isPlain: false)
    #expect(blocks.contains { $0.hasPrefix("  none        ▏ ") })
    let plain = lines(tally)
    #expect(plain.contains { $0.hasPrefix("  none        . ") } && plain.allSatisfy { $0.utf8.count <= 80 })
  }
}

@Suite struct `A histogram` {
  private func histogram(_ values: Double...) -> Histogram {
    var histogram = Histogram(width: 0.5, most: 10)
    for value in values { histogram.add(value) }
    return histogram
  }

  @Test func `knows what a part of all values does not exceed`() {
    let values = histogram(1, 2, 3, 4)
    #expect(values.quantile(0.5) == 2 && values.quantile(1) == 4 && values.quantile(0) == 1)
    #expect(histogram().quantile(0.5) == nil)
  }

  @Test func `takes what is too large for its largest, and leaves out what is no number`() {
    let values = histogram(99, .nan, .infinity, -1)
    #expect(values.total == 1 && values.quantile(1) == 10)
  }

  @Test func `counts each value in one step`() {
    let values = histogram(0, 0.5, 1, 1.5, 2)
    #expect(values.count(from: 0, below: 1) == 2 && values.count(from: 1, below: 2) == 2)
    #expect(values.count(above: 1) == 2)
  }

  @Test(arguments: [0.05, 0.1, 0.5, 1]) func `has each value near its own`(_ width: Double) throws {
    for index in 0...100 {
      var histogram = Histogram(width: width, most: width * 100)
      histogram.add(Double(index) * width)
      #expect(abs(try #require(histogram.quantile(0.5)) - Double(index) * width) < width / 2)
    }
  }

  @Test func `never falls as the part grows`() {
    var histogram = Histogram(width: 1, most: 50)
    for value in 0..<200 { histogram.add(Double(value * value % 47)) }
    let quantiles = (0...100).compactMap { histogram.quantile(Double($0) / 100) }
    #expect(quantiles.count == 101 && quantiles == quantiles.sorted())
  }

  @Test func `adds up to all`() {
    var histogram = Histogram(width: 0.1, most: 350)
    for value in 0..<1000 { histogram.add(Double(value) * 0.37) }
    let parts = stride(from: 0.0, through: 350, by: 10).map { histogram.count(from: $0, below: $0 + 10) }
    #expect(parts.reduce(0, +) == 1000)
  }

  @Test func `knows no value where there is none`() {
    var histogram = Histogram(width: 1, most: 10)
    histogram.add(nil)
    #expect(histogram.quantile(1) == nil && histogram.count(above: 0) == 0)
  }
}
