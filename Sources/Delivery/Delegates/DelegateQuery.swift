/// A delegate method that returns something, as a value.
///
/// It says what holds when no delegate is there to ask:
///
/// ```swift
/// @MainActor extension DelegateQuery where Delegate == any DialDelegate, Arguments == Dial, Answer == Bool {
///   static var mayTurn: Self { Self("dialMayTurn(_:)", default: true) { $0.dialMayTurn($1) } }
/// }
/// ```
public struct DelegateQuery<Delegate, Arguments, Answer> {
  /// The name of the method, as one would write it in prose.
  public let name: String
  /// The answer when there is no delegate.
  public let absent: () -> Answer
  /// How to ask.
  public let call: (Delegate, Arguments) -> Answer

  private let place: SourcePlace

  /// Names a method, says what holds without a delegate, and how to ask one.
  ///
  /// Name and place are as with ``DelegateMethod``.
  public init(
    _ name: String = #function, default absent: @autoclosure @escaping () -> Answer,
    _ call: @escaping (Delegate, Arguments) -> Answer, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    self.name = name
    self.absent = absent
    self.call = call
    place = SourcePlace(file: file, line: line, column: column)
  }

  var key: MethodKey { MethodKey(name: name, arguments: ObjectIdentifier(Arguments.self), place: place) }
}
