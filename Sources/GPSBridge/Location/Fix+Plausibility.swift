public import GNSS

extension Fix {
  /// Whether the position is 0°, 0° to the last digit, where no receiver ever is.
  ///
  /// The place lies in the Gulf of Guinea. A receiver that names it has lost its memory, and calls what it found there a
  /// fix: some do so for a second when they start, some until they are unplugged.
  public var isOnNullIsland: Bool {
    guard let coordinate else { return false }
    return coordinate.latitude == 0 && coordinate.longitude == 0
  }
}
