public import Delivery

extension Broadcast where Failure == Never {
  /// The elements of a broadcast on the main actor.
  ///
  /// Each subscriber is registered when it subscribes, and keeps what its buffering says while the main actor
  /// is busy.
  @MainActor public func asObservable(_ buffering: Buffering) -> Observable<Element> {
    .create { observer in
      let subscription = self.subscribe(buffering)
      let task = Task { @MainActor in
        for await element in subscription { observer.onNext(element) }
        if !Task.isCancelled { observer.onCompleted() }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
