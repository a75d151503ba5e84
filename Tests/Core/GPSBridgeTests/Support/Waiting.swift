import Glibc
import GPSSystemCalls

/// Lets others run until a condition holds.
///
/// Nobody sleeps: if it never holds, the time limit of the suite ends it.
func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  // The time limit cancels the test, which must not spin on behind it.
  while !condition(), !Task.isCancelled { await Task.yield() }
}

/// How often a test of leaks repeats itself: the sanitizers' runs ask for less.
func repetitions(_ usual: Int) -> Int {
  guard let text = unsafe getenv("GPSBRIDGE_REPETITIONS") else { return usual }
  return unsafe Int(String(cString: text)) ?? usual
}

/// A list that any thread may append to.
final class Notes<Entry: Sendable>: Sendable {
  private let state = Guarded<[Entry]>([])
  var entries: [Entry] { state.withLock { $0 } }
  func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

/// Counts how many of its lives are left.
final class Lives: Sendable {
  private let living = Guarded(0)
  var count: Int { living.withLock { $0 } }
  func born() -> Life { Life(self) }
  fileprivate func change(_ by: Int) { living.withLock { $0 += by } }
}

/// An object that tells when it dies.
final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
    lives.change(1)
  }

  deinit { lives.change(-1) }
}
