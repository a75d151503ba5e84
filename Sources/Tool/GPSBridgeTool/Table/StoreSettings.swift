internal import GPSBase
internal import GPSStore

/// The settings of the track store: a group in files, and its file also in `GPSBRIDGE_STORE`.
///
/// ```
/// store: { file: '/srv/track.db', keep: '3y', 'max-size': '4G', 'keep-free': '256M', commit: '10s' }
/// ```
struct StoreSettings: Hashable {
  /// A setting with its value as text, and its file and line or its variable.
  struct Setting: Hashable {
    var key: String
    var value: String
    var origin: String
  }

  /// A setting: its key, its values, and its effect on the limits.
  struct Row: Sendable {
    let key: String
    let help: String
    /// The values, for a complaint.
    let expected: String
    let example: String
    /// Takes a value; returns false if it has another form.
    let take: @Sendable (String, inout StoreLimits) -> Bool
  }

  /// The settings, without duplicates, sorted.
  private(set) var settings: [Setting] = []
  /// The values of all settings except for the file.
  private(set) var limits = StoreLimits()

  static let file = "file"
  static let rows = [
    Row(
      key: file, help: "the store that --store auto means; track.db in the folder of stored data by default",
      expected: "a path, or auto", example: "/srv/track.db", take: { text, _ in !text.isEmpty }),
    Row(
      key: "keep", help: "how long positions are kept, such as 3y; without it, forever",
      expected: "days or years, at least one day", example: "3y",
      take: { text, limits in
        guard let span = span(text) else { return false }
        limits.keep = span
        return true
      }),
    Row(
      key: "max-size", help: "the largest size, such as 4G; then the oldest positions go",
      expected: "a size of 1M or more", example: "4G",
      take: { text, limits in
        guard let bytes = Measure.bytes(text), bytes >= 1 << 20 else { return false }
        limits.maxSize = bytes
        return true
      }),
    Row(
      key: "keep-free", help: "the space on the disk that is left to others; 256M by default",
      expected: "a size", example: "256M",
      take: { text, limits in
        guard let bytes = Measure.bytes(text) else { return false }
        limits.keepFree = bytes
        return true
      }),
    Row(
      key: "commit", help: "1s or 10s: how much a power cut may take; longer saves flash memory",
      expected: "1s or 10s", example: "10s",
      take: { text, limits in
        guard let span = DurationText.parse(text), span == .seconds(1) || span == .seconds(10) else {
          return false
        }
        limits.commit = span
        return true
      }),
  ]

  subscript(key: String) -> Setting? { settings.first { $0.key == key } }

  /// Adds the settings of a file; a later file's key replaces an earlier one's.
  ///
  /// - Parameters:
  ///   - member: The key `store` with its value.
  ///   - path: The file's name for messages.
  /// - Throws: A complaint with the line.
  mutating func read(_ member: JSON5.Member, of path: String) throws(ToolError) {
    guard case .object(let members) = member.value.content else {
      throw Configuration.wrong(
        path, member.line, "\(member.key) can't have this value",
        "expected: an object with the settings of the track store",
        "write it like store: { keep: '3y', commit: '10s' }")
    }
    for member in members {
      guard let row = Self.rows.first(where: { $0.key == member.key }) else {
        let known = Self.rows.map(\.key)
        let near = NearestName.find(to: member.key, among: known)
        throw Configuration.wrong(
          path, member.line, "store has no setting \(VisibleText.escaped(member.key.utf8))",
          "known: \(known.joined(separator: ", "))", near.map { "did you mean \($0)?" } ?? "remove it")
      }
      let value: String? =
        if case .bool = member.value.content { nil } else { Configuration.text(member.value) }
      guard let value else {
        throw Configuration.wrong(
          path, member.line, "store's \(row.key) can't have this value", "expected: \(row.expected)",
          "write it like '\(row.key)': '\(row.example)'")
      }
      try settle(Setting(key: row.key, value: value, origin: "\(path):\(member.line)"))
    }
  }

  /// Adds a setting, which replaces an earlier one with the same key.
  mutating func settle(_ setting: Setting) throws(ToolError) {
    guard let row = Self.rows.first(where: { $0.key == setting.key }) else { return }
    guard row.take(setting.value, &limits) else {
      throw ToolError(
        code: "bad_configuration", exit: .usage,
        message:
          "\(setting.origin): store's \(row.key) can't be \(VisibleText.escaped(setting.value.utf8))",
        reason: "expected: \(row.expected)", hint: "write it like '\(row.key)': '\(row.example)'")
    }
    settings.removeAll { $0.key == setting.key }
    settings.append(setting)
    settings.sort { $0.key < $1.key }
  }

  /// A number of years or a duration of a day or more; years may be many.
  private static func span(_ text: String) -> Duration? {
    if text.hasSuffix("y") {
      let digits = text.dropLast()
      guard digits.utf8.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        let years = Int64(digits),
        years > 0
      else { return nil }
      return .seconds(years * 31_557_600)
    }
    return DurationText.parse(text).flatMap { $0 >= .seconds(86_400) ? $0 : nil }
  }
}
