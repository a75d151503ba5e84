import Glibc

/// Gives a file its permissions, as udev does after it has made a node.
func permit(_ path: String) { unsafe chmod(path, 0o660) }
