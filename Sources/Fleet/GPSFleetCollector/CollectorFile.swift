internal import GPSBase
internal import GPSSystemCalls

/// The settings file of the collector: JSON5 with the names of flags as keys.
///
/// ```
/// { hosts: ['mqtts://a.example', 'mqtts://b.example'], database: 'host=db dbname=fleet', keep: '30d', page: 8949 }
/// ```
enum CollectorFile {
  /// The one that is read if no other is named, and if it exists.
  static let usual = "/etc/gpsbridge/collect.json5"

  private static let mostBytes = 1 << 20

  /// The flags in a file, as the command line would have them.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: The flags with a value that a file may have.
  ///   - switches: The flags without one.
  /// - Returns: The values by their flags, and the flags without a value.
  /// - Throws: A fault with the line of the file.
  static func read(
    _ path: String, options: Set<String>, switches: Set<String>
  ) throws(CollectorArguments.Fault) -> (values: [String: String], flags: Set<String>) {
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
    var (values, flags): ([String: String], Set<String>) = ([:], [])
    for member in members {
      let flag = "--" + member.key
      guard values[flag] == nil, !flags.contains(flag) else {
        throw fault(member.line, "\(VisibleText.replaced(member.key)) is given twice")
      }
      if switches.contains(flag) {
        guard case .bool(let isOn) = member.value.content else {
          throw fault(member.line, "expected \(member.key): true or false")
        }
        if isOn { flags.insert(flag) }
      } else if options.contains(flag) {
        guard let text = text(of: member.value, isList: flag == "--hosts") else {
          throw fault(member.line, "expected \(member.key) with a text")
        }
        values[flag] = text
      } else {
        let known = (options.union(switches)).map { $0.dropFirst(2) }.sorted().joined(separator: ", ")
        throw fault(
          member.line, "there is no setting '\(VisibleText.replaced(member.key))'; there are \(known)")
      }
    }
    return (values, flags)
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
