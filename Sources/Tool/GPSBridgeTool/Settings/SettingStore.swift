internal import GPSSystemCalls
internal import UBX

/// The stored data about a receiver's settings: its last answers, and messages that undo the last changes.
///
/// All data is u-blox messages in sequence, in files that any u-blox program can read.
///
/// ```
/// $XDG_STATE_HOME/gpsbridge/settings/<number, or place>/answers.ubx
///                                                      /undo-0007.ubx    the newest of at most ten
///                                                      /undo-0007.json   the profile before it, if it has changed that
/// ```
struct SettingStore {
  private let folder: String
  private static let mostChanges = 10

  /// The store of a receiver; nil for a user without a home.
  ///
  /// - Parameter name: Its serial number, or its place if it has none.
  init?(_ name: String) {
    guard let state = UserFolders.state else { return nil }
    folder = "\(state)/settings/\(Self.safe(name))"
  }

  /// A name that is a valid path component on every file system.
  private static func safe(_ name: String) -> String {
    let safe = name.utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "-")
      }
    }
    return String(decoding: safe.prefix(100), as: UTF8.self)
  }

  // MARK: - Answers

  /// The receiver's last answers; empty if it was never queried.
  var answers: [Message] { (try? read("answers.ubx")) ?? [] }

  /// Adds answers to the stored ones; a new answer replaces an old one to the same query.
  func keep(answers: [Message]) throws(ToolError) {
    try SmallFile.holding(Array(folder.utf8)) { () throws(ToolError) in
      var kept = self.answers
      for answer in answers {
        kept.removeAll { $0 == answer || $0.answersLike(answer) }
        kept.append(answer)
      }
      try write(Array(kept.suffix(Self.mostAnswers)), "answers.ubx")
    }
  }

  private static let mostAnswers = 400

  // MARK: - Changes

  /// Stores what undoes a change, before it is made.
  func keep(undo messages: [Message]) throws(ToolError) {
    let names = undoNames
    let next = (names.last.flatMap(Self.number) ?? 0) % 9999 + 1
    let digits = "\(next)"
    let name = "undo-" + String(repeating: "0", count: 4 - digits.count) + digits + ".ubx"
    try write(messages, name)
    // Drop the oldest; after 9999 changes, numbers and list start over.
    for old in next == 1 ? names : names.dropLast(Self.mostChanges - 1) { remove(old) }
  }

  /// Stores the profile from before the last change, next to what undoes that change.
  func keep(profile: [UInt8]) throws(ToolError) {
    guard let name = undoNames.last else { return }
    try SmallFile.write(profile, to: Array("\(folder)/\(Self.profile(of: name))".utf8))
  }

  /// The profile from before the last change; nil if that change did not affect it.
  var lastProfile: [UInt8]? {
    undoNames.last.flatMap { try? SmallFile.read(Array("\(folder)/\(Self.profile(of: $0))".utf8)) }
  }

  /// The messages that undo the last change; nil without a change.
  func lastUndo() throws(ToolError) -> [Message]? {
    guard let name = undoNames.last else { return nil }
    return try read(name)
  }

  /// Removes the data of the last change, which has been undone.
  func forgetLastUndo() { if let name = undoNames.last { remove(name) } }

  private func remove(_ name: String) {
    for name in [name, Self.profile(of: name)] { SmallFile.remove("\(folder)/\(name)") }
  }

  private static func profile(of name: String) -> String { name.dropLast(4) + ".json" }

  private var undoNames: [String] { Kernel.names(in: folder).filter { Self.number($0) != nil } }

  private static func number(_ name: String) -> Int? {
    guard name.hasPrefix("undo-"), name.hasSuffix(".ubx") else { return nil }
    return Int(name.dropFirst(5).dropLast(4))
  }

  // MARK: - Files

  private func read(_ name: String) throws(ToolError) -> [Message]? {
    try SmallFile.read(Array("\(folder)/\(name)".utf8)).map { Message.all(in: $0).messages }
  }

  private func write(_ messages: [Message], _ name: String) throws(ToolError) {
    try SmallFile.makeFolder(Array(folder.utf8))
    var bytes: [UInt8] = []
    for message in messages { bytes += (try? message.encoded()) ?? [] }
    try SmallFile.write(bytes, to: Array("\(folder)/\(name)".utf8))
  }
}

extension Message {
  /// Whether two messages answer the same query, with equal or different values.
  fileprivate func answersLike(_ other: Message) -> Bool {
    switch (control, other.control) {
    case (.cfgVALGET(let one), .cfgVALGET(let another)): one.values.map(\.key) == another.values.map(\.key)
    case (.cfgMSG(let one), .cfgMSG(let another)): one.message == another.message
    default: kind == other.kind
    }
  }
}
