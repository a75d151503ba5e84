/// A subscription that guarantees that nothing arrives after the end of the source.
@MainActor final class Sink<Element>: KeptBySource {
  private var observer: AnyObserver<Element>?
  private var upstream: (any Disposable)?
  private weak var sinkAbove: (any KeptBySource)?

  init(_ observer: AnyObserver<Element>) { self.observer = observer }

  /// The observer to which the source sends its elements.
  ///
  /// The source retains the sink: a subscription continues even if its disposable is released.
  var entry: AnyObserver<Element> {
    AnyObserver {
      self.observer?.onNext($0)
    } onCompleted: {
      self.complete()
    }
  }

  /// Stores the disposable of the source, which may have ended already.
  func follow(_ upstream: any Disposable) {
    guard observer != nil else { return upstream.dispose() }
    // Weak, since the sink above refers back here: both would outlive a source released without an end.
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
