import Glibc

/// How many descriptors this process has open.
func descriptorCount() -> Int { (0..<4096).count { fcntl(CInt($0), F_GETFD) >= 0 } }

/// Lets others run until a condition holds; whether it ever did, within half a minute.
func eventually(_ condition: () -> Bool) -> Bool {
  var start = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &start)
  var now = start
  while now.tv_sec - start.tv_sec < 30 {
    if condition() { return true }
    sched_yield()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  }
  return false
}
