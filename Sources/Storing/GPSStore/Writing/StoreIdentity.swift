internal import GPSBase
internal import GPSSQLiteFiles
internal import GPSSystemCalls

/// The installation of a store: random digits that distinguish it from all others.
///
/// A card that is copied to a second machine has the same digits on both. So the store keeps a checksum of the
/// machine's id beside them, and gets new digits where the id is another one: its numbers mean other positions from then on.
enum StoreIdentity {
  /// The detail of the event of a copy.
  static let words = "the store was another machine's; it has a new identity here"

  /// New digits.
  static func new() -> String {
    (0..<4).map { _ in VisibleText.hexadecimal(.random(in: .min ... .max), digits: 8) }.joined()
  }

  /// The word of this machine; nil where machines have no ids, as in a container.
  static var machine: String? { machine(of: Kernel.text("/etc/machine-id", limit: 64)) }

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
  /// - Returns: Whether it has new ones.
  /// - Throws: A fault of the file.
  static func check(_ machine: String?, in file: SQLiteConnection) throws(SQLiteFault) -> Bool {
    guard let machine else { return false }
    let known = try file.text("SELECT value FROM store WHERE key = 'machine'")
    guard known != machine else { return false }
    try file.transaction { () throws(SQLiteFault) in
      let insert = try file.prepare("INSERT OR REPLACE INTO store VALUES (?, ?)")
      for (key, value) in [("machine", machine)] + (known == nil ? [] : [("installation", new())]) {
        try insert.bind(1, key)
        try insert.bind(2, value)
        try insert.run()
      }
    }
    return known != nil
  }
}
