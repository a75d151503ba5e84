internal import GPSSockets
internal import GPSSystemCalls
internal import GPSBase

/// Asks the local gpsd whether it holds a port.
///
/// It blocks while waiting for answers, so it runs on a helper thread.
struct GPSDSearch: Sendable {
  /// The port of gpsd; tests use a different one.
  var port = NetworkAddress.portOfGPSD
  /// The timeout of each step, in milliseconds.
  var patience: CInt = 500

  /// The address under which gpsd serves a port; nil if gpsd does not answer or does not have it.
  func owner(of node: String) -> NetworkAddress? {
    guard let address = SocketAddress.numeric("127.0.0.1", port: port),
      let socket = try? Kernel.beginConnecting(to: address)
    else { return nil }
    defer { try? Kernel.close(socket) }
    guard Kernel.wait(socket, toWrite: true, milliseconds: patience),
      (try? Kernel.finishConnecting(socket)) != nil
    else { return nil }
    var hearing = Hearing(socket: socket, patience: patience)
    guard hearing.object("VERSION") != nil else { return nil }
    let question = Array("?DEVICES;\n".utf8)
    guard (try? Kernel.send(socket, question[...])) == question.count,
      let list = hearing.object("DEVICES")?["devices"]?.elements
    else { return nil }
    let wanted = Kernel.realPath(node) ?? node
    let path = list.compactMap { $0["path"]?.text }.first { path in
      path == node || path.hasPrefix("/") && Kernel.realPath(path) == wanted
    }
    return path.map { NetworkAddress(.gpsd, host: "127.0.0.1", port: port, device: $0) }
  }

  /// Blocking access to the lines of one connection.
  private struct Hearing {
    let socket: CInt
    let patience: CInt
    private var reader = GPSDLineReader()
    private var lines: [GPSDLineReader.Line] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    /// The answers are short: anything longer is not from a gpsd.
    private var reads = 0

    init(socket: CInt, patience: CInt) { (self.socket, self.patience) = (socket, patience) }

    /// The next object, if it has this class.
    mutating func object(_ name: String) -> JSON5? {
      while lines.isEmpty {
        reads += 1
        guard reads <= 16, Kernel.wait(socket, toWrite: false, milliseconds: patience),
          let count = try? Kernel.read(socket, into: &buffer), count > 0
        else { return nil }
        reader.take(buffer[..<count]) { lines.append($0) }
      }
      guard case .object(let text) = lines.removeFirst(), let object = try? JSON5Reader.read(text) else {
        return nil
      }
      return object["class"]?.text == name ? object : nil
    }
  }
}
