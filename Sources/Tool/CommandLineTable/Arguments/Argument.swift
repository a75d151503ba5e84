internal import Texts

/// One word of the command line, as the bytes it came in: names of files need not be UTF-8.
package struct Argument: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// For comparisons with words of ours; what is no UTF-8 is equal to none of them.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// For messages: nothing in it can move a cursor.
  package var shown: String { ShownText.of(bytes) }

  /// The words behind the program's name.
  ///
  /// `CommandLine.arguments` repairs what is no UTF-8, and then no such file exists.
  package static var ofThisProcess: [Argument] {
    var arguments: [Argument] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      var place = 0
      while unsafe word[place] != 0 {
        bytes.append(UInt8(bitPattern: unsafe word[place]))
        place += 1
      }
      arguments.append(Argument(bytes))
    }
    return arguments
  }
}
