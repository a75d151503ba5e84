import Glibc

/// This process, as others see it.
enum Myself {
  static var process: Int { Int(getpid()) }

  static var name: String {
    var buffer = [CChar](repeating: 0, count: 64)
    let descriptor = unsafe open("/proc/self/comm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let count = unsafe read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
