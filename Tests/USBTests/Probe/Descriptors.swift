import Glibc

/// How many descriptors of this process lead to a node, also if its name has gone from `/dev` meanwhile.
func descriptors(of node: String) -> Int {
  (0..<1024).count { number in
    var target = [CChar](repeating: 0, count: 256)
    let length = unsafe readlink("/proc/self/fd/\(number)", &target, target.count)
    guard length > 0 else { return false }
    // "/dev/ttyACM0 (deleted)"
    let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.split(separator: " ").first.map(String.init) == node
  }
}
