// The adapter of docs/delegate-proxies.md; a test compares them.

import Delivery
import RxSwift

extension Broadcast {
  func asObservable(_ buffering: Buffering) -> RxSwift.Observable<Element> {
    .create { observer in
      let subscription = self.subscribe(buffering)
      nonisolated(unsafe) let observer = observer  // RxSwift's observers take calls from any thread
      let task = Task {
        do {
          for try await element in subscription { observer.onNext(element) }
          observer.onCompleted()
        } catch { observer.onError(error) }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
