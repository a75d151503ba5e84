internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// The installation of a store: random digits that distinguish it from all others.
///
/// If a card is copied to a second machine, both have the same digits. So the store also keeps a checksum of the
/// machine's id, and gets new digits on a machine with another id, since its numbers then mean other positions.
enum StoreIdentity {
  /// The kind of the event that reports a copy, also the key of a row until the event is stored; and the
  /// event's detail.
  static let event = "copied"
  static let words = "the store was another machine's; it has a new identity here"

  static func new() -> String {
    (0..<4).map { _ in VisibleText.hexadecimal(.random(in: .min ... .max), digits: 8) }.joined()
  }

  /// The identifying word of this machine; nil if it has no id, or a new one at each start, as in a container.
  static var machine: String? {
    Kernel.exists("/run/machine-id") ? nil : machine(of: Kernel.text("/etc/machine-id", limit: 64))
  }

  /// The word for a machine's id of 32 digits; an unprivileged program must not publish the id itself.
  static func machine(of id: String?) -> String? {
    guard let id = id?.split(separator: "\n").first, id.utf8.count == 32, id.allSatisfy(\.isHexDigit),
      id.contains(where: { $0 != "0" })
    else { return nil }
    var digest = FileDigest()
    digest.add(Array(id.utf8).span)
    return digest.digits
  }

  /// Gives a store new digits if another machine wrote it last.
  ///
  /// - Parameters:
  ///   - machine: The word of this machine; nil changes nothing.
  ///   - file: The store, open for writing.
  /// - Returns: Whether it has new digits that no event has reported yet.
  /// - Throws: A fault of the file.
  static func check(_ machine: String?, in file: SQLiteConnection) throws(SQLiteFault) -> Bool {
    let known = try file.text("SELECT value FROM store WHERE key = 'machine'")
    if let machine, known != machine {
      var rows = [("machine", machine)]
      if known != nil { rows += [("installation", new()), (event, machine)] }
      do throws(SQLiteFault) {
        try file.transaction { () throws(SQLiteFault) in for (key, value) in rows { try file.set(key, value) }
        }
      } catch  where error.isFull && known == nil {
        // There will be room at a later opening; first of all, fixes must be written.
      }
    }
    return try file.number("SELECT 1 FROM store WHERE key = '\(event)'") != nil
  }
}
