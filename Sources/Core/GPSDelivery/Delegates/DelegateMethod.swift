/// A delegate method as a value, used in place of a selector.
///
/// The owner of the protocol declares one token per method:
///
/// ```swift
/// @MainActor extension DelegateMethod where Delegate == any DialDelegate, Arguments == (Dial, Int) {
///   static var didTurn: Self { Self("dial(_:didTurnTo:)") { $0.dial($1.0, didTurnTo: $1.1) } }
/// }
/// ```
///
/// A token is identified by its place in the source, its name and its argument types. Tokens from different
/// places differ, even with equal names. A proxy and its observers need the same one, so declare it once:
///
/// ```swift
/// proxy.onInvoked(.didTurn) { print($0.1) }                                  // the token that the proxy dispatches
/// proxy.onInvoked(DelegateMethod("dial(_:didTurnTo:)") { … }) { print($0.1) }  // ANOTHER token: hears nothing
/// ```
///
/// For a method that returns a value, see ``DelegateQuery``.
public struct DelegateMethod<Delegate, Arguments> {
  /// The name of the method, as written in prose.
  public let name: String
  /// The closure that calls the method.
  public let call: (Delegate, Arguments) -> Void

  private let place: SourcePlace

  /// Creates a token from a method's name and a closure that calls it.
  ///
  /// The default name is that of the enclosing property or function. Leave the place at its default: it is
  /// the token's place in the source, and part of its identity.
  public init(
    _ name: String = #function, _ call: @escaping (Delegate, Arguments) -> Void, file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    (self.name, self.call) = (name, call)
    place = SourcePlace(file: file, line: line, column: column)
  }

  var key: MethodKey { MethodKey(name: name, arguments: ObjectIdentifier(Arguments.self), place: place) }
}

/// A delegate method that returns a value, as a value itself.
///
/// It has a default answer for the case that there is no delegate:
///
/// ```swift
/// @MainActor extension DelegateQuery where Delegate == any DialDelegate, Arguments == Dial, Answer == Bool {
///   static var mayTurn: Self { Self("dialMayTurn(_:)", default: true) { $0.dialMayTurn($1) } }
/// }
/// ```
public struct DelegateQuery<Delegate, Arguments, Answer> {
  /// The name of the method, as written in prose.
  public let name: String
  /// Returns the answer without a delegate.
  public let absent: () -> Answer
  /// The closure that calls the method.
  public let call: (Delegate, Arguments) -> Answer

  private let place: SourcePlace

  /// Creates a token from a method's name, a default answer and a closure that calls it.
  ///
  /// The name and the place are as in ``DelegateMethod``.
  public init(
    _ name: String = #function, default absent: @autoclosure @escaping () -> Answer,
    _ call: @escaping (Delegate, Arguments) -> Answer, file: String = #fileID, line: Int = #line,
    column: Int = #column
  ) {
    (self.name, self.absent, self.call) = (name, absent, call)
    place = SourcePlace(file: file, line: line, column: column)
  }

  var key: MethodKey { MethodKey(name: name, arguments: ObjectIdentifier(Arguments.self), place: place) }
}

/// The identity of a token: its place in the source, its name, and its argument types.
///
/// A computed token is created on each use, always at the same place in the source. The name alone is not
/// enough: a copied token that kept its name would receive the calls of the original.
struct MethodKey: Hashable {
  let name: String
  let arguments: ObjectIdentifier
  let place: SourcePlace

  func hash(into hasher: inout Hasher) {
    // This runs in each call of a delegate method. Tokens seldom share a line, so strings need not be hashed.
    hasher.combine(arguments)
    hasher.combine(place.line)
    hasher.combine(place.column)
  }
}

/// A place in a program's source.
struct SourcePlace: Hashable {
  let file: String
  let line: Int
  let column: Int
}
