internal import GPSBase

/// A file's wishes for one receiver: the flags of `configure` as keys of an object.
///
/// ```
/// receivers: {
///   'usb:1546:01a8': { rate: 5, model: 'automotive', constellations: ['gps', 'galileo'] },
/// }
/// ```
///
/// Only the syntax is checked here; the names of wishes are checked by the code that applies them.
struct ReceiverProfileText: Hashable {
  struct Entry: Hashable {
    var key: String
    var value: JSON5
    /// The file and line.
    var origin: String
  }

  /// The receiver's place, number or kind, as written.
  var receiver: String
  /// The file and line of its name.
  var origin: String
  var wishes: [Entry]

  /// Parses the wishes of a file, receiver by receiver.
  ///
  /// - Parameters:
  ///   - member: The key `receivers` with its value.
  ///   - path: The file's name for messages.
  ///   - faults: The complaints, to which one with its line is added for each value that is not an object.
  /// - Returns: The wishes, in the order of the file.
  static func all(
    in member: JSON5.Member, of path: String, _ faults: inout [ToolError]
  ) -> [ReceiverProfileText] {
    guard case .object(let receivers) = member.value.content else {
      faults.append(
        Configuration.wrong(
          path, member.line, "\(member.key) can't have this value",
          "expected: an object with a key for each receiver",
          "write it like receivers: { 'usb:1546:01a8': { rate: 5 } }"))
      return []
    }
    var all: [ReceiverProfileText] = []
    for receiver in receivers {
      guard case .object(let members) = receiver.value.content else {
        faults.append(
          Configuration.wrong(
            path, receiver.line,
            "the settings for \(VisibleText.escaped(receiver.key.utf8)) can't have this value",
            "expected: an object with the flags of gpsbridge configure as keys",
            "write it like { rate: 5, model: 'automotive' }"))
        continue
      }
      let wishes = members.map { Entry(key: $0.key, value: $0.value, origin: "\(path):\($0.line)") }
      all.append(
        ReceiverProfileText(receiver: receiver.key, origin: "\(path):\(receiver.line)", wishes: wishes))
    }
    return all
  }
}
