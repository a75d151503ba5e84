/// One subscription: it holds the source to its promise that nothing comes after the end.
@MainActor final class Sink<Element>: Disposable {
  private var observer: AnyObserver<Element>?
  private var upstream: (any Disposable)?

  init(_ observer: AnyObserver<Element>) { self.observer = observer }

  /// Where the source puts its elements.
  ///
  /// The source keeps the sink: a subscription goes on when nobody keeps its disposable.
  var entry: AnyObserver<Element> {
    AnyObserver {
      self.observer?.onNext($0)
    } onCompleted: {
      self.complete()
    }
  }

  /// Takes over what ends the source, which may have ended already.
  func follow(_ upstream: any Disposable) {
    if observer == nil { upstream.dispose() } else { self.upstream = upstream }
  }

  func dispose() {
    let upstream = upstream
    observer = nil
    self.upstream = nil
    upstream?.dispose()
  }

  private func complete() {
    let observer = observer
    dispose()
    observer?.onCompleted()
  }
}
