import GPSSystemCalls

/// Counts how many of its lives are left.
public final class Lives: Sendable {
  private let living = Guarded(0)

  /// Starts with none.
  public init() {}

  /// How many there are.
  public var count: Int { living.withLock { $0 } }

  /// A new one.
  public func born() -> Life { Life(self) }

  fileprivate func change(_ by: Int) { living.withLock { $0 += by } }
}

/// An object that tells when it dies.
public final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
    lives.change(1)
  }

  deinit { lives.change(-1) }
}
