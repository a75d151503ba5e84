public import GPSDelivery

extension DelegateProxy {
  /// Returns the calls of a method, after the user's delegate was called.
  ///
  /// Nothing is replayed. The source ends with the proxy, which ends with its object.
  public final func methodInvoked<Arguments>(
    _ method: DelegateMethod<D, Arguments>
  ) -> Observable<Arguments> { observable { $0.onInvoked(method, $1, completed: $2) } }

  /// Returns the calls of a method, before the user's delegate is called.
  ///
  /// Nothing is replayed. The source ends with the proxy, which ends with its object.
  public final func sentMessage<Arguments>(
    _ method: DelegateMethod<D, Arguments>
  ) -> Observable<Arguments> { observable { $0.onSent(method, $1, completed: $2) } }

  private func observable<Arguments>(
    _ observe: @escaping (DelegateProxy, @escaping (Arguments) -> Void, @escaping () -> Void) -> Registration
  ) -> Observable<Arguments> {
    .create { [weak self] observer in
      guard let self else {
        observer.onCompleted()
        return Disposables.create()
      }
      return observe(self, { observer.onNext($0) }, { observer.onCompleted() })
    }
  }
}

extension Broadcast where Failure == Never {
  /// Returns the elements of a broadcast on the main actor; see ``BroadcastStream/asObservable(_:)``.
  @MainActor public func asObservable(_ buffering: Buffering) -> Observable<Element> {
    stream.asObservable(buffering)
  }
}

extension BroadcastStream where Failure == Never {
  /// Returns the elements of a broadcast on the main actor.
  ///
  /// Each subscriber is registered when it subscribes; while the main actor is busy, the buffering applies.
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
