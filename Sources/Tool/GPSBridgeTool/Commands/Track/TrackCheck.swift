internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let check = TrackWord(name: "check", help: "whether the store is whole", hasRecords: false) {
    (order) throws(ToolError) in
    do throws(ToolError) { _ = try order.open() } catch {
      // Damage is what the check reports; a store that can't be read for another reason is not checked.
      guard error.code == StoreError.Code.damaged.rawValue else { throw error }
    }
    let path = try order.path()
    let check = StoreCheck(at: path)
    var complaints = check.complaints
    if complaints.isEmpty, let fault = motionFault(of: path) { complaints.append(fault) }
    order.output.write(text: "\(Plural.of(check.fixes, "position")), \(check.packed) of them packed\n")
    for complaint in complaints {
      // It may contain text from the file.
      order.output.write(text: "  \(VisibleText.replaced(complaint, limit: 300))\n")
    }
    order.output.write(text: complaints.isEmpty ? "the store is whole\n" : "the store is damaged\n")
    return complaints.isEmpty ? .done : .dataProblems
  }

  /// What of way, trips and stops does not follow from the positions.
  private static func motionFault(of path: String) -> String? {
    do throws(StoreError) {
      return try TrackStore(at: path).motionFault().map {
        "trips can be made again with gpsbridge track rebuild: \($0)"
      }
    } catch { return error.reason }
  }
}
