/// Events of an object: nothing at first, nothing replayed, and the end when the object ends.
@MainActor public struct ControlEvent<Element>: ObservableType {
  private let events: Observable<Element>

  /// Makes it from a source with these properties, such as a method that a delegate proxy observes.
  public init(events: some ObservableType<Element>) { self.events = events.asObservable() }

  /// The plain source of it.
  public func asObservable() -> Observable<Element> { events }
}
