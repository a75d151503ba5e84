import Glibc

/// Seconds of UTC, as `time` of the C library tells them.
func wallClock() -> Double { Double(time(nil)) }
