import Glibc
import GPSSystemCalls
import TestSupport

// The system's side of the tests, in a file without suites: there, `import Glibc` does not compile.

/// The writing end of a pipe whose reader has gone.
func brokenPipe() throws -> CInt {
  var ends: [CInt] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { throw Errno.last }
  try Kernel.close(ends[0])
  return ends[1]
}

extension TemporaryFile {
  /// A path that leads to it, though it has no name.
  var path: String { "/proc/self/fd/\(descriptor)" }
}
