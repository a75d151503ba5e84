/// One word of the command line, as the bytes it came in: names of files need not be UTF-8.
struct Argument: Hashable, Sendable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// For comparisons with words of ours; what is no UTF-8 is equal to none of them.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// For messages: nothing in it can move a cursor.
  var shown: String { ShownText.of(bytes) }

  /// The words behind the program's name.
  ///
  /// `CommandLine.arguments` repairs what is no UTF-8, and then no such file exists.
  static var ofThisProcess: [Argument] {
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
