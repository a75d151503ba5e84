/// Something that was set up and can be taken down once.
///
/// Dropping it takes nothing down; call ``cancel()``. It belongs to the isolation it was made on.
public final class Registration {
  private var action: (() -> Void)?

  /// Makes a registration from what takes it down.
  public init(_ action: @escaping () -> Void) { self.action = action }

  /// Takes it down; the second time it does nothing.
  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }

  /// Whether it was taken down.
  public var isCancelled: Bool { action == nil }
}
