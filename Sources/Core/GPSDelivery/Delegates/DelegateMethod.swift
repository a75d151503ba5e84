/// A delegate method as a value, used in place of a selector.
///
/// The owner of the protocol declares one token per method, with its arguments as a tuple:
///
/// ```swift
/// extension DelegateMethod where Delegate == any DialDelegate {
///   static var didTurn: DelegateMethod<Delegate, (Dial, Int)> { .init("dial(_:didTurnTo:)") }
/// }
/// ```
///
/// A token is identified by its place in the source, its name and its argument types. Tokens from different
/// places differ, even with equal names. A proxy and its observers need the same one, so declare it once:
///
/// ```swift
/// proxy.onInvoked(.didTurn) { print($0.1) }                            // the token that the proxy dispatches
/// proxy.onInvoked(DelegateMethod("dial(_:didTurnTo:)")) { print($0) }  // ANOTHER token: never called
/// ```
public struct DelegateMethod<Delegate, Arguments> {
  /// The name of the method, as written in prose.
  public let name: String

  private let place: SourcePlace

  /// Creates a token from a method's name.
  ///
  /// The default name is that of the enclosing property or function. Leave the place at its default: it is
  /// the token's place in the source, and part of its identity.
  public init(
    _ name: String = #function, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.name = name
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
