package enum ProgramVersion {
  package static let text = "0.1.0"

  /// The output of a program for `--version`.
  package static func line(of program: String) -> String { "\(program) \(text)\n" }
}
