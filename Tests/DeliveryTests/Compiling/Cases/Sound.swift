// What the other cases get wrong, done right: all of it compiles.

import Delivery

final class Careful: DialDelegate {
  var position = 0
  func dial(_ dial: Dial, didTurnTo position: Int) {
    self.position = position
    Task { self.position += 1 }
  }
}

actor Elsewhere {
  func clear(_ dial: Dial) async {
    await MainActor.run { dial.delegate = nil }
  }
}

@MainActor func observe(_ dial: Dial) -> Subscription<Int, Never> {
  DialProxy.proxy(for: dial).values(.didTurn, .latest) { $0.1 }
}

func count(_ guarded: Guarded<Mutable>) -> Int {
  guarded.withLock { mutable in
    mutable.value += 1
    return mutable.value
  }
}

func answer(_ shot: OneShot<Int, any Error>, _ value: Int?) {
  let resolver = shot.makeResolver()
  if let value { resolver.fulfill(value) } else { resolver.reject(OneShotError.abandoned) }
}
