/// What tells one method from another: its name and the types of its arguments.
struct MethodKey: Hashable {
  let name: String
  let arguments: ObjectIdentifier
}
