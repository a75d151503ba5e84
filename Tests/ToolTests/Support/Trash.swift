import Glibc

/// Takes away what a program has made in a folder.
enum Trash {
  static func remove(_ path: String) {
    guard let folder = unsafe opendir(path) else { return }
    var names: [(String, Bool)] = []
    while let entry = unsafe readdir(folder) {
      var name = unsafe entry.pointee.d_name
      let bytes = unsafe withUnsafeBytes(of: &name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
      names.append((String(decoding: bytes, as: UTF8.self), unsafe entry.pointee.d_type == UInt8(DT_DIR)))
    }
    unsafe closedir(folder)
    for (name, isFolder) in names where name != "." && name != ".." {
      if isFolder { remove("\(path)/\(name)") } else { unsafe unlink("\(path)/\(name)") }
    }
    unsafe rmdir(path)
  }
}
