internal import Glibc
internal import Texts

/// Talks to people, on standard error.
package enum ErrorReport {
  /// Says lines to people; whatever got into them from outside, nothing in them steers a terminal.
  ///
  /// If standard error is closed, the text is dropped.
  package static func say(_ text: String) {
    let talk = ByteOutput(STDERR_FILENO)
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    talk.write(text: lines.map { ShownText.of($0) }.joined(separator: "\n"))
    talk.flush()
  }
}
