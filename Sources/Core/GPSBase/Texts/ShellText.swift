extension String {
  /// The text in single quotes, as bash, zsh and fish read it.
  package var shellQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The text as one word of a shell command, quoted unless a shell reads it unchanged.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/._-:=,+@%".utf8.contains(byte)
      }
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }
}
