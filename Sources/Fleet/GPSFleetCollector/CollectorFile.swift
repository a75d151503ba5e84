internal import GPSBase
internal import GPSSystemCalls

/// The settings file of the collector: JSON5 with the names of flags as keys.
///
/// ```
/// { listen: 8950, database: 'host=db dbname=fleet', proxy: ['10.0.0.5', '10.0.0.6'], page: 8949 }
/// ```
enum CollectorFile {
  /// The default file, read if it exists and no other file is named.
  static let usual = "/etc/gpsbridge/collect.json5"

  private static let mostBytes = 1 << 20

  static func read(
    _ path: String, options: Set<String>
  ) throws(CollectorArguments.Fault) -> [String: String] {
    let shown = VisibleText.replaced(path)
    guard let bytes = Kernel.contents(of: path, limit: mostBytes) else {
      throw CollectorArguments.Fault(description: "can't read the settings \(shown)")
    }
    func fault(_ line: Int, _ words: String) -> CollectorArguments.Fault {
      CollectorArguments.Fault(description: "\(shown), line \(line): \(words)")
    }
    let settings: JSON5
    do throws(JSON5Error) { settings = try JSON5Reader.read(bytes) } catch {
      throw fault(error.line, "expected \(error.expected)")
    }
    guard case .object(let members) = settings.content else {
      throw fault(settings.line, "expected an object with flags as keys")
    }
    var values: [String: String] = [:]
    for member in members {
      let flag = "--" + member.key
      guard values[flag] == nil else {
        throw fault(member.line, "\(VisibleText.replaced(member.key)) is given twice")
      }
      guard options.contains(flag) else {
        let known = options.map { $0.dropFirst(2) }.sorted().joined(separator: ", ")
        throw fault(
          member.line, "there is no setting '\(VisibleText.replaced(member.key))'; there are \(known)")
      }
      guard let text = text(of: member.value, isList: ["--proxy", "--page-name"].contains(flag)) else {
        throw fault(member.line, "expected \(member.key) with a text")
      }
      if flag == "--database", hasPassword(text), Kernel.node(path).map({ $0.mode & 0o007 != 0 }) ?? false {
        throw fault(member.line, "all users can read the password in database; \(remedy)")
      }
      values[flag] = text
    }
    return values
  }

  private static let remedy =
    "put the text into the credential gpsbridge-collect.database, use passfile=, or restrict the file: chmod o= FILE"

  /// Whether a libpq connection string contains a password, as a keyword or before the `@` of an address.
  private static func hasPassword(_ text: String) -> Bool {
    if text.filter({ !$0.isWhitespace }).holds("password=") { return true }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].hasSuffix(":"), let end = parts[2].lastIndex(of: "@") else {
      return false
    }
    return parts[2][..<end].contains { $0 == ":" }
  }

  private static func text(of value: JSON5, isList: Bool) -> String? {
    switch value.content {
    case .string(let text): return text
    case .number(let number) where number == number.rounded() && number.magnitude < 1e9:
      return "\(Int(number))"
    case .array(let elements) where isList:
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count && !texts.isEmpty ? texts.joined(separator: ",") : nil
    default: return nil
    }
  }
}
