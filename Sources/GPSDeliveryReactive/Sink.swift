/// One subscription: it holds the source to its promise that nothing comes after the end.
@MainActor final class Sink<Element>: KeptBySource {
  private var observer: AnyObserver<Element>?
  private var upstream: (any Disposable)?
  private weak var sinkAbove: (any KeptBySource)?

  init(_ observer: AnyObserver<Element>) { self.observer = observer }

  /// The observer into which the source puts its elements.
  ///
  /// The source keeps the sink: a subscription goes on even if its disposable is dropped.
  var entry: AnyObserver<Element> {
    AnyObserver {
      self.observer?.onNext($0)
    } onCompleted: {
      self.complete()
    }
  }

  /// Takes over what ends the source, which may have ended already.
  func follow(_ upstream: any Disposable) {
    guard observer != nil else { return upstream.dispose() }
    // The sink above leads here: held strongly, the two would outlive a source that goes without an end.
    if let sink = upstream as? any KeptBySource { sinkAbove = sink } else { self.upstream = upstream }
  }

  func dispose() {
    let upstream = upstream ?? sinkAbove
    observer = nil
    self.upstream = nil
    sinkAbove = nil
    upstream?.dispose()
  }

  private func complete() {
    let observer = observer
    dispose()
    observer?.onCompleted()
  }
}

/// A subscription that lives as long as its source, or until it is disposed of.
@MainActor protocol KeptBySource: Disposable {}
