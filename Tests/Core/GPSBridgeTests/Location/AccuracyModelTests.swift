import GPSBridge
import Testing

@Suite struct `The accuracy of a location` {
  private let model = AccuracyModel.standard

  private func fix(
    _ quality: FixQuality? = .autonomous, hdop: Double? = nil, vdop: Double? = nil,
    errors: ErrorEstimate? = nil, mode: FixMode = .threeDimensional
  ) -> Fix {
    var fix = Fix()
    fix.mode = mode
    fix.quality = quality
    fix.dilution.horizontal = hdop
    fix.dilution.vertical = vdop
    fix.errors = errors
    return fix
  }

  @Test func `is that of the deviations, where those are told`() {
    let told = ErrorEstimate(north: 2, east: 2, up: 3, source: .gst)
    #expect(
      model.estimate(fix(hdop: 9, vdop: 9, errors: told))
        == AccuracyEstimate(horizontal: 2 * 1.5152, vertical: 3, source: .deviations))
  }

  @Test(arguments: [ErrorEstimate.Source.receiver, .gbs, .pgrme])
  func `is the receiver's own estimate, in whatever sentence that comes`(source: ErrorEstimate.Source) {
    let told = ErrorEstimate(horizontal: 2.5, vertical: 4, source: source)
    #expect(
      model.estimate(fix(hdop: 9, vdop: 9, errors: told))
        == AccuracyEstimate(horizontal: 2.5, vertical: 4, source: .receiver))
  }

  /// Meters in the plane and of the height for a dilution of two.
  @Test(arguments: [
    (FixQuality.autonomous, 4.244, 4.420), (.simulated, 4.244, 4.420), (.differential, 3.046, 3.109),
    (.precise, 3.046, 3.109), (.rtkFloat, 0.8, 0.8), (.rtkFixed, 0.04, 0.04),
  ])
  func `follows from the dilution and from what corrects the ranges`(
    quality: FixQuality, meters: Double, height: Double
  ) throws {
    let estimate = model.estimate(fix(quality, hdop: 2, vdop: 2))
    #expect(abs(estimate.horizontal - meters) < 0.001)
    #expect(abs(try #require(estimate.vertical) - height) < 0.001)
    #expect(estimate.source == .dilution)
  }

  @Test func `by dilution does not fall below the part that all ranges share`() {
    #expect(model.estimate(fix(hdop: 0.01)).horizontal > 2.39)
    #expect(model.estimate(fix(hdop: 100)).horizontal > 174)
  }

  @Test func `by dilution grows where signals are weak, and more where they form two groups`() {
    func horizontal(_ levels: [Int]) -> Double {
      var fix = fix(hdop: 1)
      fix.satellites = .gps(levels)
      return model.estimate(fix).horizontal
    }
    let plain = model.estimate(fix(hdop: 1)).horizontal
    #expect(horizontal([49, 48, 46, 44, 42, 39, 36, 33]) == plain)
    #expect(horizontal([40, 39, 38, 37, 34, 31, 28]) > 1.2 * plain)
    #expect(horizontal([48, 47, 47, 46, 46, 45, 24, 22]) > 2 * plain)
    // Three signals show nothing.
    #expect(horizontal([20, 21, 22]) == plain)
  }

  @Test func `follows from the model's own numbers, not from those of the epoch`() {
    let dilution = ErrorEstimate(horizontal: 8, vertical: 8, source: .dilution)
    var model = AccuracyModel.standard
    model.autonomous = RangeErrors(perDilution: 1.5)
    #expect(model.estimate(fix(hdop: 2, errors: dilution)).horizontal == 3)
  }

  @Test func `is assumed, and says so, where nothing is told`() {
    #expect(model.estimate(fix()) == AccuracyEstimate(horizontal: 15, source: .assumed))
    #expect(model.estimate(fix(nil)) == AccuracyEstimate(horizontal: 15, source: .assumed))
  }

  @Test(arguments: [FixQuality.deadReckoning, .manual, .surveyed])
  func `takes no satellites' geometry for a position without satellites`(quality: FixQuality) {
    #expect(
      model.estimate(fix(quality, hdop: 1, vdop: 1)) == AccuracyEstimate(horizontal: 100, source: .assumed))
  }

  @Test(arguments: [0.0, -1, .nan, .infinity])
  func `is never what no radius can be`(meters: Double) {
    let told = ErrorEstimate(horizontal: meters, vertical: meters, source: .gst)
    #expect(model.estimate(fix(hdop: 2, vdop: 3, errors: told)) == model.estimate(fix(hdop: 2, vdop: 3)))
    #expect(model.estimate(fix(hdop: meters)).source == .assumed)
  }

  @Test func `takes each of the two from the best that tells it`() {
    let told = ErrorEstimate(horizontal: nil, vertical: 3, source: .gst)
    var expected = model.estimate(fix(hdop: 2))
    expected.vertical = 3
    #expect(model.estimate(fix(hdop: 2, errors: told)) == expected)
  }

  @Test func `has no vertical part beside a plane fix`() {
    let told = ErrorEstimate(horizontal: 3, vertical: 3, source: .gst)
    #expect(model.estimate(fix(vdop: 2, errors: told, mode: .twoDimensional)).vertical == nil)
  }

  @Test func `is the same as the epoch's own, where that is made of dilutions`() throws {
    let qualities: [FixQuality] = [.autonomous, .differential, .precise, .rtkFloat, .rtkFixed, .simulated]
    for quality in qualities {
      let dilution = fix(quality, hdop: 1.7, vdop: 2.1)
      let own = try #require(ErrorEstimate(dilution.dilution, quality: quality))
      let estimate = model.estimate(dilution)
      #expect(estimate.horizontal == own.horizontal && estimate.vertical == own.vertical)
    }
    for quality in [FixQuality.deadReckoning, .manual] {
      #expect(ErrorEstimate(fix(quality, hdop: 1.7, vdop: 2.1).dilution, quality: quality) == nil)
    }
  }
}
