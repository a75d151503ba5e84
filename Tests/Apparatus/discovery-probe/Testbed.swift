import DiscoverySupport
import Glibc
import SerialPorts

/// umockdev's test bed: a kernel and an udev for this process only, which must run under its preload library.
///
/// The library is opened at run time, so that nobody needs its headers to build the tests.
@safe final class Testbed {
  struct Trouble: Error { var text: String }

  private typealias Making = @convention(c) () -> OpaquePointer?
  private typealias Adding =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> CInt
  private typealias Telling =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Void
  private typealias Removing = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void

  private typealias Releasing = @convention(c) (OpaquePointer?) -> Void

  private let bed: OpaquePointer?
  private let releasing: Releasing
  private let adding: Adding
  private let telling: Telling
  private let removing: Removing
  private let root: String

  /// The roots as udev has them, and a place for its socket: the preload library does not turn that one around.
  var roots: SystemRoots { SystemRoots(udev: root + "/run/udev") }

  init() throws {
    guard let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW) else {
      throw Trouble(text: "libumockdev.so.0 is missing")
    }
    let symbol = { (name: String) throws -> UnsafeMutableRawPointer in
      guard let symbol = unsafe dlsym(library, name) else { throw Trouble(text: "\(name) is missing") }
      return unsafe symbol
    }
    let making = unsafe unsafeBitCast(try symbol("umockdev_testbed_new"), to: Making.self)
    unsafe adding = unsafeBitCast(try symbol("umockdev_testbed_add_from_string"), to: Adding.self)
    unsafe telling = unsafeBitCast(try symbol("umockdev_testbed_uevent"), to: Telling.self)
    unsafe removing = unsafeBitCast(try symbol("umockdev_testbed_remove_device"), to: Removing.self)
    unsafe releasing = unsafeBitCast(try symbol("g_object_unref"), to: Releasing.self)
    unsafe bed = making()
    guard let folder = unsafe getenv("UMOCKDEV_DIR") else {
      throw Trouble(text: "the test bed has no folder")
    }
    root = unsafe String(cString: folder)
    for folder in ["/dev", "/run", "/run/udev", "/run/udev/control"] { unsafe mkdir(root + folder, 0o755) }
    try add(FakeBlock.bus)
  }

  /// With the test bed goes its folder.
  deinit { unsafe releasing(bed) }

  /// Brings devices in; the library itself tells udev's listeners, parents first.
  func add(_ blocks: [FakeBlock]) throws {
    guard unsafe adding(bed, blocks.map(\.umockdev).joined(), nil) != 0 else {
      throw Trouble(text: "umockdev refused \(blocks.map(\.path))")
    }
  }

  /// Plugs a port in as the kernel does: the node is there before anybody hears of it.
  func plug(_ port: FakePort) throws {
    // Outside the names that the preload library turns around, so it is the real file in the test bed.
    let descriptor = unsafe open(root + port.node, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Trouble(text: "no node \(root)\(port.node): error \(errno)") }
    close(descriptor)
    try add(port.blocks)
  }

  /// Plugs a port in without telling anybody, as in a container that udev's messages do not reach.
  func plugSilently(_ port: FakePort) throws { try FakeSystem(in: root).plug(port) }

  /// Pulls a port out without telling anybody.
  func unplugSilently(_ port: FakePort) throws { try FakeSystem(in: root).unplug(port) }

  /// Pulls a port out: the node goes first, then the news spreads, children before parents.
  func unplug(_ port: FakePort) {
    unsafe unlink(root + port.node)
    for block in port.blocks.reversed() {
      unsafe telling(bed, "/sys" + block.path, "remove")
      unsafe removing(bed, "/sys" + block.path)
    }
  }

  /// Tells udev's listeners of something that has happened to a port, or has not.
  func tell(_ port: FakePort, _ action: String) { unsafe telling(bed, "/sys" + port.path, action) }
}
