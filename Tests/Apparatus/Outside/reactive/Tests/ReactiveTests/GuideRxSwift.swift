// The adapter of docs/delegate-proxies.md; a test compares them.

import GPSDelivery
import RxSwift

extension Broadcast {
  func asObservable(_ buffering: Buffering) -> RxSwift.Observable<Element> {
    .create { observer in
      let subscription = self.subscribe(buffering)
      nonisolated(unsafe) let observer = observer  // called only on the main actor
      let task = Task { @MainActor in
        do {
          for try await element in subscription { observer.onNext(element) }
          observer.onCompleted()
        } catch { observer.onError(error) }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
