internal import Glibc

/// What the kernel's error numbers say to people.
package enum SystemError {
  /// The kernel's own words.
  package static func text(_ number: CInt) -> String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: words)
  }

  /// What to do when the output can't be written.
  package static func writingHint(_ number: CInt) -> String {
    switch number {
    case ENOSPC, EDQUOT: "make room there, or write somewhere else"
    case EBADF: "give it a standard output"
    default: "look at where the output goes"
    }
  }
}
