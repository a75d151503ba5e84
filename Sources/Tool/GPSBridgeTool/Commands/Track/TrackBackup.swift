internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let backup = TrackWord(
    name: "backup", help: "write a copy to FILE, also while the store is written", needsFile: true,
    hasRecords: false
  ) { (order) throws(ToolError) in
    guard let file = order.file else { return .usage }
    let copy = try StorePlace.file(file)
    let path = try order.path()
    // A store that can't be read is no complaint about the copy.
    _ = try order.open()
    guard case .failure = PathCall.look(file, followsLinks: false) else {
      throw ToolError(
        code: "exists", exit: .usage, message: "\(VisibleText.escaped(file)) already exists", reason: nil,
        hint: "choose another name, or remove the file first")
    }
    try order.changing("no copy can be written to") { () throws(StoreError) in
      try StoreCare.backUp(path, to: copy)
    }
    order.output.write(text: "\(VisibleText.escaped(file)) is a copy of \(VisibleText.escaped(path.utf8))\n")
    return .done
  }
}
