/// How much a receiver forgets when it starts again.
public enum RestartKind: String, Sendable, Hashable, CaseIterable {
  /// Nothing: it goes on where it was.
  case hot
  /// The orbits that are good for hours.
  case warm
  /// Everything about the sky, the time and the place.
  case cold
  /// That, and its settings: it is as it was built, the speed of its line too.
  case factory
}
