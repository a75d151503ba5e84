/// Whether this user may open the receiver's port, in the words of Apple's interface.
///
/// Nobody is asked and nobody answers: the kernel knows. A port that was opened is ``authorizedAlways``, one that was
/// refused is ``denied``; before anybody has tried, or where there is no receiver, it is ``notDetermined``.
public enum CLAuthorizationStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The receiver's port was not opened yet, or there is none.
  case notDetermined = 0
  /// Never comes: nothing here restricts.
  case restricted = 1
  /// This user may not open the port; the error that comes with it says what to do.
  case denied = 2
  /// The port was opened.
  case authorizedAlways = 3
  /// Never comes: a program on a desk is always in use.
  case authorizedWhenInUse = 4
}
