/// Text of others, made fit to be shown: nothing in it can move a cursor or turn a line around.
package enum ShownText {
  /// Bytes as text; what does more than show itself, and bytes that are no UTF-8, as `\xHH`.
  package static func of(_ bytes: some Collection<UInt8>) -> String { VisibleText.escaped(bytes) }

  /// Whether a character only shows itself.
  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool { VisibleText.isHarmless(scalar) }

  package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    VisibleText.hexadecimal(value, digits: digits)
  }
}
