package import GPSBridge
internal import ToolFiles

extension MemoryFolder {
  /// The folder with the user's data about receivers; nil for a user without a home.
  package static var ofUser: MemoryFolder? { UserFolders.state.map { MemoryFolder("\($0)/memory") } }
}
