internal import GPSBridge

extension MemoryFolder {
  /// The folder with the user's data about receivers; nil for a user without a home.
  static var ofUser: MemoryFolder? { UserFolders.state.map { MemoryFolder("\($0)/memory") } }
}
