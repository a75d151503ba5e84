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
/// Two methods of one name and unlike arguments are two tokens that never mix, since the arguments are part
/// of the token's identity. For a method that returns something see ``DelegateQuery``.
public struct DelegateMethod<Delegate, Arguments> {
  /// The name of the method, as one would write it in prose.
  public let name: String
  /// How to call it.
  public let call: (Delegate, Arguments) -> Void

  /// Names a method and says how to call it.
  public init(_ name: String, _ call: @escaping (Delegate, Arguments) -> Void) {
    self.name = name
    self.call = call
  }

  var key: MethodKey { MethodKey(name: name, arguments: ObjectIdentifier(Arguments.self)) }
}
