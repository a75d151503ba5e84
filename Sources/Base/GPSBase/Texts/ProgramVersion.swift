/// The version of all programs of this package.
package enum ProgramVersion {
  package static let text = "0.1.0"

  /// What a program prints for `--version`.
  package static func line(of program: String) -> String { "\(program) \(text)\n" }
}
