package import GPSBridge
internal import ToolFiles

extension MemoryFolder {
  /// The user's own memories of receivers; nil for a user without a home.
  package static var ofUser: MemoryFolder? { UserFolders.state.map { MemoryFolder("\($0)/memory") } }
}
