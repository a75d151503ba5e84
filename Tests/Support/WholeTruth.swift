import Glibc

/// Whether tests of all scenarios run each of them, or a random selection: `TRUTH_DIALECTS`.
///
/// In a debug build, running all of them takes minutes. `all` runs each of them, as in the optimized builds
/// of `.ci/run`; a number repeats a selection.
public enum WholeTruth {
  private static let asked: String? = unsafe getenv("TRUTH_DIALECTS").flatMap { unsafe String(cString: $0) }

  /// Whether to run each scenario.
  public static let isAsked = asked == "all"

  /// The seed of the selection; it is printed, so that the selection can be repeated.
  public static let choice: UInt64 = {
    let choice = asked.flatMap { UInt64($0) } ?? .random(in: 0..<100_000)
    print("TRUTH_DIALECTS=\(choice)")
    return choice
  }()

  /// Returns all elements, or a random selection of `count`.
  public static func some<Element>(_ count: Int, of all: [Element]) -> [Element] {
    if isAsked { return all }
    var random = SeededGenerator(seed: choice)
    return Array(all.shuffled(using: &random).prefix(count))
  }
}
