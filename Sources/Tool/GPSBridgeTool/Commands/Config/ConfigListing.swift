internal import GPSBase

/// The settings in effect, as JSON that can be used as a settings file.
///
/// The origin of each is in a comment after it, as JSON5 permits.
struct ConfigListing {
  private indirect enum Node {
    case value(key: String, json: String, origin: String)
    case object(key: String, members: [Node])
  }

  private let nodes: [Node]
  private let showsOrigin: Bool

  init(_ configuration: Configuration, showsOrigin: Bool) {
    self.showsOrigin = showsOrigin
    let settings = configuration.entries.map { entry in
      Node.value(key: entry.key, json: JSON5.quoted(entry.value), origin: entry.origin)
    }
    let receivers = Self.receivers(configuration.receivers)
    let groups =
      [(Configuration.receivers, receivers)] + configuration.groups.map { ($0.group.name, Self.flags($0)) }
    nodes = settings + groups.filter { !$0.1.isEmpty }.map { .object(key: $0.0, members: $0.1) }
  }

  private static func flags(_ group: FlagSettings) -> [Node] {
    group.settings.map { .value(key: $0.key, json: $0.json, origin: $0.origin) }
  }

  /// Each receiver once, with its latest wishes.
  private static func receivers(_ entries: [ReceiverProfileText]) -> [Node] {
    var names: [String] = []
    for entry in entries where !entry.wishes.isEmpty && !names.contains(entry.receiver) {
      names.append(entry.receiver)
    }
    return names.map { name in
      var wishes: [ReceiverProfileText.Entry] = []
      for wish in entries.filter({ $0.receiver == name }).flatMap(\.wishes) {
        wishes.removeAll { $0.key == wish.key }
        wishes.append(wish)
      }
      return .object(
        key: name, members: wishes.map { .value(key: $0.key, json: $0.value.json, origin: $0.origin) })
    }
  }

  /// The listing in lines.
  var text: String { "{\n" + lines(nodes, 1) + "}\n" }

  private func lines(_ nodes: [Node], _ depth: Int) -> String {
    let blanks = String(repeating: "  ", count: depth)
    return nodes.enumerated().map { index, node in
      let comma = index + 1 < nodes.count ? "," : ""
      switch node {
      case .value(let key, let json, let origin):
        let comment = showsOrigin ? "   // \(origin)" : ""
        return "\(blanks)\(JSON5.quoted(key)):\(json)\(comma)\(comment)\n"
      case .object(let key, let members):
        return "\(blanks)\(JSON5.quoted(key)):{\n\(lines(members, depth + 1))\(blanks)}\(comma)\n"
      }
    }.joined()
  }
}
