/// The fixed piece of memory around a sentence that the quick path looks at.
///
/// A window of known size lets the compiler drop every bounds check: the code stays safe and costs what a pointer
/// would. Before the body lie 16 bytes, so that a number can be loaded from its end backwards; behind it enough for
/// two words of delimiters and the checksum.
package enum SentenceWindow {
  /// Bytes before the body, the `$` among them.
  package static let lead = 16
  /// Bytes in all.
  package static let size = 160
  /// Bytes from the `$` on.
  package static let reach = size - lead + 1
}
