/// A sentence as an older parser has it: its fields as texts.
public struct Sentence: Hashable, Sendable {
  /// The fields between the commas.
  public var fields: [Substring]

  /// Splits a line.
  public init(line: String) { fields = line.split(separator: ",", omittingEmptySubsequences: false) }
}
