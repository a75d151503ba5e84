import Glibc

/// Whether tests of all scenarios run each of them, or a selection: `TRUTH_DIALECTS`.
///
/// In a debug build, running all of them takes minutes. `all` runs each of them; otherwise the seed of the
/// run makes the selection.
public enum WholeTruth {
  /// Whether to run each scenario.
  public static let isAsked = unsafe getenv("TRUTH_DIALECTS").map { unsafe String(cString: $0) } == "all"

  /// Returns all elements, or a random selection of `count`.
  public static func some<Element>(_ count: Int, of all: [Element]) -> [Element] {
    if isAsked { return all }
    var random = SeededGenerator()
    return Array(all.shuffled(using: &random).prefix(count))
  }
}
