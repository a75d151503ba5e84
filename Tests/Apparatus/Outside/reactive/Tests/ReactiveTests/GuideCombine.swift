// The adapter of docs/delegate-proxies.md; a test compares them.

import GPSDelivery
import OpenCombine

extension Broadcast where Failure == Never {
  @MainActor func publisher(_ buffering: Buffering) -> AnyPublisher<Element, Never> {
    Deferred {
      let subject = PassthroughSubject<Element, Never>()
      let subscription = self.subscribe(buffering)
      let task = Task { @MainActor in
        for await element in subscription { subject.send(element) }
        subject.send(completion: .finished)
      }
      return subject.handleEvents(receiveCancel: { task.cancel() })
    }.eraseToAnyPublisher()
  }
}
