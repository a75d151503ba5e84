import Glibc

/// A pseudo-terminal that goes away with this.
final class NamedTerminal {
  private let master: CInt
  private let slave: CInt
  let path: String

  init() throws {
    var master: CInt = -1
    var slave: CInt = -1
    var name = [CChar](repeating: 0, count: 128)
    guard unsafe openpty(&master, &slave, &name, nil, nil) == 0 else { throw NoTerminal() }
    self.master = master
    self.slave = slave
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(slave)
    close(master)
  }

  struct NoTerminal: Error {
    var number = errno
  }
}
