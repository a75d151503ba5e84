extension Scenario {
  /// A receiver's memory when it is switched on; it decides how long the first fix takes.
  public enum PowerUp: String, Sendable, Hashable, CaseIterable {
    /// Nothing: neither time nor place nor orbits. A fix takes half a minute and more.
    case cold
    /// Time, a rough place, rough orbits; the exact orbits must be heard anew, which takes some 20 to 35 seconds.
    case warm
    /// Everything: a fix takes a second or three.
    case hot

    /// Decibels that a signal needs to be found: who knows where to look hears fainter ones.
    var acquisition: Double {
      switch self {
      case .cold: 28
      case .warm: 21
      case .hot: 20
      }
    }

    /// Seconds until a signal is found: at least, and how many more at most.
    var search: (least: Int, spread: Int) {
      switch self {
      case .cold: (3, 14)
      case .warm: (1, 5)
      case .hot: (1, 1)
      }
    }
  }
}
