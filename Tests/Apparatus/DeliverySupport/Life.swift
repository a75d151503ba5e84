import GPSSystemCalls

/// Counts how many of its `Life` objects exist.
public final class Lives: Sendable {
  private let living = Guarded(0)

  /// Makes a counter at zero.
  public init() {}

  /// The number of objects.
  public var count: Int { living.withLock { $0 } }

  /// Makes a new object.
  public func born() -> Life { Life(self) }

  fileprivate func change(_ by: Int) { living.withLock { $0 += by } }
}

/// An object that its `Lives` counts until it is deallocated.
public final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
    lives.change(1)
  }

  deinit { lives.change(-1) }
}
