package import GNSS

extension Sky {
  /// The median of the used signals in dB-Hz, or of all signals if none is used.
  package var medianSignal: Double? {
    let used = satellites.filter(\.isUsed).compactMap(\.carrierToNoise)
    return MedianSignal.of(used.isEmpty ? satellites.compactMap(\.carrierToNoise) : used)
  }
}

/// The signal of satellites as one number.
package enum MedianSignal {
  /// The median of signals in dB-Hz; for an even number, the mean of the middle two.
  package static func of(_ signals: [Int]) -> Double? {
    guard !signals.isEmpty else { return nil }
    let sorted = signals.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? Double(sorted[middle]) : Double(sorted[middle - 1] + sorted[middle]) / 2
  }
}
