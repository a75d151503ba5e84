internal import Glibc
internal import GPSBase

/// Messages for people, on standard error.
package enum ErrorReport {
  /// Prints lines, escaped so that foreign text can't control the terminal.
  ///
  /// If standard error is closed, the text is dropped.
  package static func say(_ text: String) {
    let talk = ByteOutput(STDERR_FILENO)
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    talk.write(text: lines.map { VisibleText.escaped($0) }.joined(separator: "\n"))
    talk.flush()
  }
}
