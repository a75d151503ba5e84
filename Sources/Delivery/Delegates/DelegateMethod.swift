/// A delegate method as a value: what takes the place of a selector.
///
/// One token per method, written once by whoever owns the protocol:
///
/// ```swift
/// @MainActor extension DelegateMethod where Delegate == any DialDelegate, Arguments == (Dial, Int) {
///   static var didTurn: Self { Self("dial(_:didTurnTo:)") { $0.dial($1.0, didTurnTo: $1.1) } }
/// }
/// ```
///
/// A token is known by the place in the source where it is made, together with its name and its arguments. Two
/// tokens never mix, whatever they are called; a proxy and its observers must use the same one, so declare it once:
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
