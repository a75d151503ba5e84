import Testing

@testable import GPSBase

@Suite struct `A word of a shell command` {
  @Test(
    arguments: [
      ("/dev/ttyACM0", "/dev/ttyACM0"), ("tcp:10.0.0.1,a=b", "tcp:10.0.0.1,a=b"), ("", "''"),
      ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("Zürich", "'Zürich'"),
    ])
  func `is quoted unless a shell reads it unchanged`(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}
