// The adapter of docs/delegate-proxies.md; a test compares them.

import GPSDelivery
import Observation

@MainActor @Observable final class Latest<Element: Sendable> {
  private(set) var value: Element?

  init(of source: Broadcast<Element, Never>) {
    let subscription = source.subscribe(.latest, replayLatest: true)
    Task { [weak self] in
      for await element in subscription {
        guard let self else { return }
        self.value = element
      }
    }
  }
}
