/// The strength and distribution of a sky's signals, which dilutions of precision do not show.
///
/// A dilution describes the satellites' positions, not their reception. Leaves and walls weaken signals;
/// between houses, some signals arrive directly and others only as echoes, with hardly any levels in between.
/// Both make ranges less accurate.
package struct SignalSpread: Sendable, Hashable {
  /// The mean of the four strongest signals in dB-Hz.
  package let strongest: Double
  /// Whether the signals form two groups, like direct signals and echoes between houses.
  ///
  /// Under an open sky, strengths decrease evenly with the elevation. Here, at least a tenth of the signals
  /// are 18 dB or more below the strongest ones, and at most one in twelve is in between.
  package let isSplit: Bool

  /// Evaluates the signals of a sky; nil for fewer than four signals.
  package init?(_ satellites: Satellites) {
    guard let spread = satellites.spread else { return nil }
    self = spread
  }

  /// Evaluates the levels in dB-Hz with which `forEachLevel` calls its argument.
  init?(_ forEachLevel: ((Int) -> Void) -> Void) {
    var counts = InlineArray<128, UInt16>(repeating: 0)
    var (total, least, most) = (0, 127, 1)
    forEachLevel { level in
      counts[level & 127] &+= 1
      total += 1
      (least, most) = (min(least, max(level & 127, 1)), max(most, level & 127))
    }
    guard total >= 4 else { return nil }
    var (missing, sum) = (4, 0)
    for level in (least...most).reversed() where missing > 0 && counts[level] > 0 {
      let taken = min(missing, Int(counts[level]))
      sum += taken * level
      missing -= taken
    }
    strongest = Double(sum) / 4
    var (low, between) = (0, 0)
    for level in least...most where counts[level] > 0 {
      let below = strongest - Double(level)
      if below >= Self.echoLoss {
        low += Int(counts[level])
      } else if below > Self.usualLoss {
        between += Int(counts[level])
      }
    }
    isSplit =
      total >= 5 && strongest >= Self.leastDirect && low * 10 >= total && between * 12 <= total
  }

  /// The factor by which range errors exceed the errors under an open sky.
  ///
  /// It was fitted to simulated receivers in forests, rooms and streets; `make accuracy` prints the result.
  var rangeFactor: Double {
    isSplit ? Self.echoFactor : 1 + min(max(Self.openSky - strongest, 0) * Self.factorPerDecibel, 2)
  }

  /// A signal that is this many decibels below the strongest ones counts as an echo.
  private static let echoLoss = 18.0
  /// A low elevation explains up to this many decibels below the strongest signals.
  private static let usualLoss = 9.0
  /// The minimum strength of direct signals in dB-Hz; if all are weak, two groups prove nothing.
  private static let leastDirect = 38.0
  /// The mean strength of the four strongest signals under an open sky in dB-Hz.
  private static let openSky = 44.0
  private static let factorPerDecibel = 0.28
  private static let echoFactor = 4.6
}
