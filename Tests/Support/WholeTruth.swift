import Glibc

/// Whether tests that hold of each scenario ask each one, or some that chance chooses: `TRUTH_DIALECTS`.
///
/// In an unoptimized build all of them take minutes. With `all` each is asked, as in the optimized builds of `.ci/run`; a number
/// brings a choice back.
public enum WholeTruth {
  private static let asked: String? = unsafe getenv("TRUTH_DIALECTS").flatMap { unsafe String(cString: $0) }

  /// Whether each one is asked.
  public static let isAsked = asked == "all"

  /// The number that a choice begins with; it is printed, so that the choice can be had again.
  public static let choice: UInt64 = {
    let choice = asked.flatMap { UInt64($0) } ?? .random(in: 0..<100_000)
    print("TRUTH_DIALECTS=\(choice)")
    return choice
  }()

  /// All of them, or so many.
  public static func some<Element>(_ count: Int, of all: [Element]) -> [Element] {
    if isAsked { return all }
    var random = SeededGenerator(seed: choice)
    return Array(all.shuffled(using: &random).prefix(count))
  }
}
