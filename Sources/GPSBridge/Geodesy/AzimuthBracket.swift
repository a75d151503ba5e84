/// Two azimuths between which the right one lies: north and south at first.
struct AzimuthBracket {
  private var low = Angle(sine: Angle.tiny, cosine: 1)
  private var high = Angle(sine: Angle.tiny, cosine: -1)
  /// Whether there is nothing left between the two.
  private(set) var isTight = false

  /// Takes a trial as the new border on its side, if it is nearer, or if that is sure anyway.
  mutating func narrow(_ azimuth: Angle, error: Double, isSure: Bool) {
    let slope = azimuth.cosine / azimuth.sine
    if error > 0, isSure || slope > high.cosine / high.sine {
      high = azimuth
    } else if error < 0, isSure || slope < low.cosine / low.sine {
      low = azimuth
    }
  }

  /// The azimuth in the middle.
  mutating func bisect() -> Angle {
    let middle = Angle(sine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2).normalized
    let close = Double.ulpOfOne * 1.5e-8
    isTight =
      abs(low.sine - middle.sine) + (low.cosine - middle.cosine) < close
      || abs(middle.sine - high.sine) + (middle.cosine - high.cosine) < close
    return middle
  }
}
