/// How much a connection holds, so that nothing grows without bound.
public struct ConnectionLimits: Sendable, Hashable {
  /// Bytes that are read at once, at most; then others on the same queue have their turn.
  public var chunkSize: Int
  /// Bytes that may wait to be written.
  public var waitingBytes: Int
  /// Writes that may wait, however short.
  public var waitingWrites: Int

  /// Makes limits; what is out of reason is brought into it.
  public init(chunkSize: Int = 4096, waitingBytes: Int = 1 << 20, waitingWrites: Int = 1024) {
    self.chunkSize = min(max(chunkSize, 1), 1 << 20)
    self.waitingBytes = max(waitingBytes, 1)
    self.waitingWrites = max(waitingWrites, 1)
  }
}
