/// The system calls, one Swift function each: errors, interruptions and tests come in here and nowhere else.
///
/// Each function throws the ``Errno`` that the kernel gave. Interrupted calls are made again, but for `close`,
/// see there.
enum Kernel {
  /// Makes a call until no signal interrupts it; a result below zero is an error.
  @inline(__always) static func call(_ body: () -> CInt) throws(Errno) -> CInt {
    while true {
      let result = body()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }

  /// The same for calls that count bytes.
  @inline(__always) static func count(_ body: () -> Int) throws(Errno) -> Int {
    while true {
      let result = body()
      if result >= 0 { return result }
      let error = Errno.last
      if error != .interrupted { throw error }
    }
  }
}
