import Glibc

// Apart from the tests: beside this import, the macros of the test library do not compile (Swift 6.3.1).

/// The square root that libm computes.
func libmRoot(_ number: Double) -> Double { sqrt(number) }

/// Two to the power of a number.
func scale(_ exponent: Int) -> Double { exp2(Double(exponent)) }
