internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// The installation of a store: random digits that distinguish it from all others.
///
/// A card that is copied to a second machine has the same digits on both. So the store keeps a checksum of the
/// machine's id beside them, and gets new digits where the id is another one: its numbers mean other positions from then on.
enum StoreIdentity {
  /// The kind of the event of a copy, which is also the key of a row until the event is stored; and its detail.
  static let event = "copied"
  static let words = "the store was another machine's; it has a new identity here"

  static func new() -> String {
    (0..<4).map { _ in VisibleText.hexadecimal(.random(in: .min ... .max), digits: 8) }.joined()
  }

  /// The word of this machine; nil where machines have no ids, or a new one with each start, as in a container.
  static var machine: String? {
    Kernel.exists("/run/machine-id") ? nil : machine(of: Kernel.text("/etc/machine-id", limit: 64))
  }

  /// The word of a machine with an id of 32 digits; a program that is not privileged must not publish the id itself.
  static func machine(of id: String?) -> String? {
    guard let id = id?.split(separator: "\n").first, id.utf8.count == 32, id.allSatisfy(\.isHexDigit),
      id.contains(where: { $0 != "0" })
    else { return nil }
    var digest = FileDigest()
    digest.add(Array(id.utf8).span)
    return digest.digits
  }

  /// Gives a store new digits if it was written last by another machine.
  ///
  /// - Parameters:
  ///   - machine: The word of this machine; nil changes nothing.
  ///   - file: The store, open for writing.
  /// - Returns: Whether it has new ones that no event has reported yet.
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
