/// A type with the name of its target, as one finds it in older packages.
public enum UBXTable {
  /// How many rows it has.
  public static let rows = 3
}
