/// A word of `track`: what it does with the store.
struct TrackWord: Sendable {
  /// The word as it is written.
  let name: String
  /// A description for the help.
  let help: String
  /// Whether a FILE follows it.
  var needsFile = false
  /// Whether it prints records with --json.
  var hasRecords = true
  let run: @Sendable (TrackOrder) throws(ToolError) -> ExitCode

  /// All words, in the order of the help; each has a file of its name.
  static let all: [TrackWord] = [
    days,
    gaps,
    check,
    rebuild,
    backup,
    forget,
  ]
}
