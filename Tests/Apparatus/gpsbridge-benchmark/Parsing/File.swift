import Glibc

/// A file as it lies on the disk.
enum File {
  /// All its bytes, or nil if it can't be read.
  static func bytes(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    unsafe fseek(file, 0, SEEK_END)
    let size = unsafe ftell(file)
    unsafe rewind(file)
    guard size >= 0 else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      unsafe count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}
