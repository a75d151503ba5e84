// The adapter of docs/delegate-proxies.md; a test compares them.

import Delivery
import OpenCombine

extension Broadcast where Failure == Never {
  func publisher(_ buffering: Buffering) -> AnyPublisher<Element, Never> {
    nonisolated(unsafe) let subject = PassthroughSubject<Element, Never>()  // it locks by itself
    let subscription = subscribe(buffering)
    let task = Task {
      for await element in subscription { subject.send(element) }
      subject.send(completion: .finished)
    }
    return subject.handleEvents(receiveCancel: { task.cancel() }).eraseToAnyPublisher()
  }
}
