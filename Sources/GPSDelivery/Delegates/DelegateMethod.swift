/// A delegate method as a value: what takes the place of a selector.
///
/// One token per method, written once by the owner of the protocol:
///
/// ```swift
/// @MainActor extension DelegateMethod where Delegate == any DialDelegate, Arguments == (Dial, Int) {
///   static var didTurn: Self { Self("dial(_:didTurnTo:)") { $0.dial($1.0, didTurnTo: $1.1) } }
/// }
/// ```
///
/// A token is known by the place in the source where it is made, together with its name and its arguments. Two
/// tokens never mix, even with equal names; a proxy and its observers must use the same one, so declare it once:
///
/// ```swift
/// proxy.onInvoked(.didTurn) { print($0.1) }                                  // the token that the proxy dispatches
/// proxy.onInvoked(DelegateMethod("dial(_:didTurnTo:)") { … }) { print($0.1) }  // ANOTHER token: hears nothing
/// ```
///
/// For a method that returns something see ``DelegateQuery``.
public struct DelegateMethod<Delegate, Arguments> {
  /// The name of the method, as one would write it in prose.
  public let name: String
  /// How to call it.
  public let call: (Delegate, Arguments) -> Void

  private let place: SourcePlace

  /// Names a method and says how to call it.
  ///
  /// Without a name it has that of the property or function that makes it. Leave the place to its default: it is
  /// where the token is written, and belongs to the token's identity.
  public init(
    _ name: String = #function, _ call: @escaping (Delegate, Arguments) -> Void, file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    self.name = name
    self.call = call
    place = SourcePlace(file: file, line: line, column: column)
  }

  var key: MethodKey { MethodKey(name: name, arguments: ObjectIdentifier(Arguments.self), place: place) }
}

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

/// The identity of a token: the place where it is written, its name, and the types of its arguments.
///
/// A computed token is created each time it is used, always in the same place of the source. The name alone would not
/// do: a token that was copied and kept its name would hear the calls of the other.
struct MethodKey: Hashable {
  let name: String
  let arguments: ObjectIdentifier
  let place: SourcePlace

  func hash(into hasher: inout Hasher) {
    // A key is hashed in each call of a delegate method. Two tokens seldom share a line, so texts are only compared.
    hasher.combine(arguments)
    hasher.combine(place.line)
    hasher.combine(place.column)
  }
}

/// A place in the source of a program.
struct SourcePlace: Hashable {
  let file: String
  let line: Int
  let column: Int
}
