internal import GPSEventRuntime
internal import GPSBase
internal import GPSSystemCalls
internal import UBX

/// The folder for stored receiver memories, and the accuracy of the clock used to restore them.
///
/// ```swift
/// var options = ReceiverOptions()
/// options.keepsMemory = MemoryFolder("/var/lib/me/receivers")
/// let receiver = Receiver.shared(.auto, options: options)
/// ```
///
/// Each receiver has two files, readable only by this user: `dead-beef-01-SPG-3-01.ubx` holds the navigation
/// data as received, in a format that u-blox tools read; a `.json` file holds the position and the starts.
public struct MemoryFolder: Sendable {
  /// The path of the folder.
  public let path: String
  let clockAccuracy: @Sendable () -> Duration?
  /// The most receivers to store; beyond that, the one unused for longest is deleted.
  private static let most = 64

  /// Creates a reference to a folder; the folder itself is created when it is first needed.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - clockAccuracy: The system clock's maximum error, nil if unknown; by default the kernel's estimate.
  public init(_ path: String, clockAccuracy: (@Sendable () -> Duration?)? = nil) {
    (self.path, self.clockAccuracy) = (path, clockAccuracy ?? { HostClock.accuracy() })
  }

  /// Returns the memory of a receiver; nil if there is no valid one.
  ///
  /// - Throws: An error if the memory can't be read. A truncated or foreign file counts as missing.
  package func memory(of owner: ReceiverMemory.Owner) throws(MemoryFileError) -> ReceiverMemory? {
    guard let memory = try memory(named: owner.name), memory.owner == owner else { return nil }
    return memory
  }

  /// Stores a memory in place of the previous one.
  package func keep(_ memory: ReceiverMemory) throws(MemoryFileError) {
    try MemoryFileError.attempt(.writing, path) { path throws(Errno) in try Kernel.makeFolder(path) }
    if !memory.pieces.isEmpty {
      var bytes: [UInt8] = []
      for piece in memory.pieces { bytes += (try? piece.encoded()) ?? [] }
      try write(bytes, memory.owner.name, "ubx")
    }
    try write(memory.text, memory.owner.name, "json")
    let all = try self.all()
    for old in all.sorted(by: { $0.lastUse < $1.lastUse }).dropLast(Self.most) { try forget(old.owner) }
  }

  /// Returns all stored memories, sorted by name.
  package func all() throws(MemoryFileError) -> [ReceiverMemory] {
    var all: [ReceiverMemory] = []
    let names = try MemoryFileError.attempt(.reading, path) { _ throws(Errno) in
      do throws(Errno) {
        return try Kernel.entries(path).sorted()
      } catch  where error == .noSuchFile || error == .notADirectory { return [] }
    }
    for name in names where name.hasSuffix(".json") {
      if let memory = try memory(named: String(name.dropLast(5))) { all.append(memory) }
    }
    return all
  }

  package func forget(_ owner: ReceiverMemory.Owner) throws(MemoryFileError) {
    for ending in ["ubx", "json"] {
      try MemoryFileError.attempt(.writing, file(owner.name, ending)) { path throws(Errno) in
        try Kernel.removeFile(path)
      }
    }
  }

  private func file(_ name: String, _ ending: String) -> String { "\(path)/\(name).\(ending)" }

  private func memory(named name: String) throws(MemoryFileError) -> ReceiverMemory? {
    guard let text = try read(file(name, "json")) else { return nil }
    // Ignore a truncated or foreign file: the receiver then starts without it.
    guard var memory = try? ReceiverMemory.read(text), memory.owner.name == name else { return nil }
    let messages = Message.all(in: try read(file(name, "ubx")) ?? []).messages
    memory.pieces = messages.filter { $0.kind == .mgaDBD }
    return memory
  }

  private func read(_ path: String) throws(MemoryFileError) -> [UInt8]? {
    try MemoryFileError.attempt(.reading, path) { path throws(Errno) in
      do throws(Errno) {
        return try Kernel.wholeFile(path)
      } catch  where error == .noSuchFile || error == .notADirectory { return nil }
    }
  }

  private func write(_ bytes: [UInt8], _ name: String, _ ending: String) throws(MemoryFileError) {
    try MemoryFileError.attempt(.writing, file(name, ending)) { path throws(Errno) in
      try Kernel.replaceFile(path, with: bytes)
    }
  }
}

extension ReceiverMemory {
  /// The time of the last change, in seconds since 1970.
  fileprivate var lastUse: Int64 { [saved, place?.time, starts.last?.time].compactMap(\.self).max() ?? 0 }
}
