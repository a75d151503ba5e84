// As much of OpenCombine's surface as the adapter in the guide touches: signatures, no behaviour.

public enum Subscribers {
  public enum Completion<Failure: Error> { case finished, failure(Failure) }
}
public struct AnyPublisher<Output, Failure: Error> {}
public final class PassthroughSubject<Output, Failure: Error> {
  public init() {}
  public func send(_ output: Output) {}
  public func send(completion: Subscribers.Completion<Failure>) {}
  public func handleEvents(receiveCancel: (() -> Void)? = nil) -> PassthroughSubject { self }
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
}
