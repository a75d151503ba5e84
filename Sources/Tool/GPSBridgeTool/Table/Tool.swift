/// The program of the command-line tool.
package enum Tool {
  static let version = "0.1.0"
  /// The date of the last review of the manual pages.
  static let date = "2026-11-21"
}
