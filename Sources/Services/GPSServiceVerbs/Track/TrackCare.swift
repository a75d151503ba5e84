internal import GPSSystemCalls
internal import GPSBridgeTool
internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let check = TrackWord(name: "check", help: "check whether the store is whole", hasRecords: false) {
    (order) throws(ToolError) in
    do throws(ToolError) { _ = try order.open() } catch {
      // Damage is what the check reports; a store that can't be read for another reason is not checked.
      guard error.code == StoreError.Code.damaged.rawValue else { throw error }
    }
    let path = try order.path()
    let check = StoreCheck(at: path)
    let complaints = check.complaints
    // Where a store can't be read, how much it has is not known.
    if complaints.isEmpty || check.fixes > 0 {
      order.output.write(text: "\(Plural.of(check.fixes, "position")), \(check.packed) of them packed\n")
    }
    for complaint in complaints {
      // It may contain text from the file.
      order.output.write(text: "  \(VisibleText.replaced(complaint, limit: 300))\n")
    }
    if !complaints.isEmpty {
      order.output.write(text: "gpsbridge track repair creates a store from its readable positions\n")
    }
    order.output.write(text: complaints.isEmpty ? "the store is whole\n" : "the store is damaged\n")
    return complaints.isEmpty ? .done : .dataProblems
  }

  static let repair = TrackWord(
    name: "repair", help: "make a store of the readable part of FILE, which is damaged, and of recordings",
    follows: .files, hasRecords: false
  ) { (order) throws(ToolError) in
    guard let file = order.following.first?.bytes else { return .usage }
    let damaged = try StorePlace.file(file)
    let path = try order.namesStore ? order.path() : repaired(damaged)
    // Open the recordings first: an unreadable one must not stop a repair that has begun.
    let recordings = try order.following.dropFirst().map { recording throws(ToolError) in
      try ImportedFile(ImportCommand.file(recording), nil)
    }
    let nothing = "nothing can be repaired in"
    let device = try ImportCommand.device(of: recordings, order.device) { () throws(ToolError) in
      try order.changing(nothing) { () throws(StoreError) in try StoreCare.devices(in: [damaged, path]) }
    }
    let repaired = try order.changing(nothing) { () throws(StoreError) in
      try StoreCare.repair(damaged, into: path, program: Tool.program)
    }
    let lost =
      repaired.lost == 0
      ? "no number up to \(repaired.last) is missing" : "\(Plural.of(repaired.lost, "number")) are missing"
    order.output.write(
      text: """
        \(VisibleText.escaped(path.utf8)): \(Plural.of(repaired.fixes, "position")), \(lost)
        of the damaged store, what came after number \(repaired.last) is not known

        """)
    if repaired.leavesLog {
      order.output.write(text: "its log can't be read, and the new store lacks its positions\n")
    }
    if let before = repaired.replaced {
      order.output.write(text: "it was before: \(VisibleText.escaped(before.utf8))\n")
    }
    try ImportCommand.fill(
      path, order.table, from: recordings, device: order.device, else: device, order.output)
    return .done
  }

  /// The name of a store before it was set aside.
  private static func repaired(_ path: String) -> String {
    let bytes = Array(path.utf8)
    let mark = Array(".damaged-".utf8)
    let place = bytes.indices.last { bytes[$0...].starts(with: mark) }
    return place.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? path
  }

  static let join = TrackWord(
    name: "join", help: "merge the devices A and B: one receiver at two sockets or addresses",
    follows: .devices, hasRecords: false
  ) { (order) throws(ToolError) in
    guard order.query == StoreQuery() else {
      throw Usage.contradiction("track join merges whole devices", "leave out --of, --from, --to and --near")
    }
    let store = try order.open()
    let keys = try order.following.map { name throws(ToolError) in
      let name = name.text
      let sessions = try order.asking { () throws(StoreError) in try store.sessions() }
      let named = Set(sessions.filter { [$0.device, $0.name].contains(name) }.map(\.device))
      if named.contains(name) { return name }
      guard let key = named.first else {
        throw try order.asking { () throws(StoreError) in try store.nothing(name, "", remedy: "") }
      }
      guard named.count == 1 else {
        let known = named.sorted().map { VisibleText.escaped($0.utf8) }.joined(separator: ", ")
        throw ToolError(
          code: "several_devices", exit: .usage,
          message: "\(named.count) devices have the name \(VisibleText.escaped(name.utf8))",
          remedy: "give a key: \(known)")
      }
      return key
    }
    let shown = keys.map { VisibleText.escaped($0.utf8) }
    guard keys[0] != keys[1] else {
      throw Usage.contradiction(
        "both are the device \(shown[0])", "name two devices: gpsbridge track join A B")
    }
    let path = try order.path()
    let both = try order.changing("no devices can be joined in") { () throws(StoreError) in
      try StoreCare.join(keys[1], into: keys[0], at: path, program: Tool.program)
    }
    if let both {
      throw ToolError(
        code: "both_on", exit: .usage, message: "\(shown[0]) and \(shown[1]) are two receivers",
        reason: "both had a position at \(order.clock.words(both))", remedy: "--of selects one of them")
    }
    order.output.write(text: "the positions of \(shown[1]) now belong to \(shown[0])\n")
    return .done
  }

  static let backup = TrackWord(
    name: "backup", help: "write a copy to FILE, also while the store is in use", follows: .file,
    hasRecords: false
  ) { (order) throws(ToolError) in
    guard let file = order.following.first?.bytes else { return .usage }
    let copy = try StorePlace.file(file)
    let path = try order.path()
    // A store that can't be read is no complaint about the copy.
    _ = try order.open()
    guard Kernel.node(file, ofLink: true) == nil else {
      throw ToolError(
        code: "exists", exit: .usage, message: "\(VisibleText.escaped(file)) already exists", reason: nil,
        remedy: "choose another name, or remove the file first")
    }
    try order.changing("no copy can be written to") { () throws(StoreError) in
      try StoreCare.backUp(path, to: copy)
    }
    order.output.write(text: "\(VisibleText.escaped(file)) is a copy of \(VisibleText.escaped(path.utf8))\n")
    return .done
  }
}
