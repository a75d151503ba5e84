public import GPSEventRuntime
internal import GPSBase
internal import UBX

/// The folder where memories of receivers are kept, and whoever vouches for the clock with which they are given back.
///
/// ```swift
/// var options = ReceiverOptions()
/// options.keepsMemory = MemoryFolder("/var/lib/me/receivers")
/// let receiver = Receiver.shared(.auto, options: options)
/// ```
///
/// Each receiver has two files in it, which only this user may read: `dead-beef-01-SPG-3-01.ubx`, the pieces as they
/// came, which any program for u-blox reads, and a `.json` with its place and its starts.
public struct MemoryFolder: Sendable {
  /// Where it is.
  public let path: String
  let clockAccuracy: @Sendable () -> Duration?
  /// More receivers than this nobody has; the one that was longest away is forgotten.
  private static let most = 64

  /// Names a folder; it is made when something is to be kept.
  ///
  /// - Parameters:
  ///   - path: An absolute path.
  ///   - clockAccuracy: How far the machine's clock may be off, nil if nobody knows; the kernel's word if not given.
  public init(_ path: String, clockAccuracy: @escaping @Sendable () -> Duration? = { HostClock.accuracy() }) {
    self.path = path
    self.clockAccuracy = clockAccuracy
  }

  /// The memory of a receiver; nil if it has none.
  ///
  /// - Throws: An error if it can't be read. What is cut or is something else counts as none.
  public func memory(of owner: ReceiverMemory.Owner) throws(PortMemory.FileError) -> ReceiverMemory? {
    guard let memory = try memory(named: owner.name), memory.owner == owner else { return nil }
    return memory
  }

  /// Keeps a memory in the place of the one before.
  ///
  /// - Throws: An error if it can't be written.
  public func keep(_ memory: ReceiverMemory) throws(PortMemory.FileError) {
    try StateFile.makeFolder(path)
    if !memory.pieces.isEmpty {
      var bytes: [UInt8] = []
      for piece in memory.pieces { bytes += (try? piece.encoded()) ?? [] }
      try StateFile.write(bytes, to: file(memory.owner.name, "ubx"))
    }
    try StateFile.write(memory.text, to: file(memory.owner.name, "json"))
    let all = try self.all()
    for old in all.sorted(by: { $0.lastUse < $1.lastUse }).dropLast(Self.most) { try forget(old.owner) }
  }

  /// All memories that are kept here, sorted by name.
  ///
  /// - Throws: An error if one can't be read.
  public func all() throws(PortMemory.FileError) -> [ReceiverMemory] {
    var all: [ReceiverMemory] = []
    for name in try StateFile.names(in: path) where name.hasSuffix(".json") {
      if let memory = try memory(named: String(name.dropLast(5))) { all.append(memory) }
    }
    return all
  }

  /// Forgets a receiver.
  ///
  /// - Throws: An error if its files can't be removed.
  public func forget(_ owner: ReceiverMemory.Owner) throws(PortMemory.FileError) {
    try StateFile.remove(file(owner.name, "ubx"))
    try StateFile.remove(file(owner.name, "json"))
  }

  private func file(_ name: String, _ ending: String) -> String { "\(path)/\(name).\(ending)" }

  private func memory(named name: String) throws(PortMemory.FileError) -> ReceiverMemory? {
    guard let text = try read(file(name, "json")) else { return nil }
    // A file that somebody has cut, or written, is no reason to stop: the receiver starts as it would without it.
    guard var memory = try? ReceiverMemory.read(text), memory.owner.name == name else { return nil }
    let messages = Message.all(in: try read(file(name, "ubx")) ?? []).messages
    memory.pieces = messages.filter { $0.kind == .mgaDBD }
    return memory
  }

  private func read(_ path: String) throws(PortMemory.FileError) -> [UInt8]? {
    do throws(PortMemory.FileError) {
      return try StateFile.read(path)
    } catch  where error.isMissing {
      return nil
    }
  }
}

extension ReceiverMemory {
  /// When something was last noted, in seconds since 1970.
  fileprivate var lastUse: Int64 {
    [saved, place?.time, starts.last?.time].compactMap(\.self).max() ?? 0
  }
}
