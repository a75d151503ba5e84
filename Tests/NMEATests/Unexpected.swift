/// Another sentence than the one a test asked for.
struct Unexpected: Error {}
