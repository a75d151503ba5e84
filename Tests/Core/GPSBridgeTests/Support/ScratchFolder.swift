import Glibc

/// A folder of its own for a test, which goes away with the links in it.
final class ScratchFolder {
  struct Failure: Error { let what: String }

  let path: String
  private var links: Set<String> = []

  init() throws {
    var name = Array("/tmp/gpsbridge-cable-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw Failure(what: "no folder to be had in /tmp") }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for link in links { unsafe unlink(link) }
    unsafe rmdir(path)
  }

  /// Removes a link, as udev does before the next device with its number can appear.
  func removeLink(_ link: String) {
    unsafe unlink(link)
    links.remove(link)
  }

  /// Makes a link, or lets one that is there point elsewhere.
  func link(_ link: String, to target: String) throws {
    unsafe unlink(link)
    guard unsafe symlink(target, link) == 0 else { throw Failure(what: "cannot make the link \(link)") }
    links.insert(link)
  }
}
