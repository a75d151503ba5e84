internal import Dispatch
internal import Glibc

/// Hands over the bytes of keys as they come, on a queue of its own.
package final class Keyboard {
  private let source: any DispatchSourceRead

  /// Begins to listen; an empty array is the terminal's end.
  package init(_ descriptor: CInt, _ take: @escaping @Sendable ([UInt8]) -> Void) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "gpsbridge.keyboard"))
    self.source = source
    source.setEventHandler { [source] in
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      let error = errno
      if count < 0, error == EINTR || error == EAGAIN { return }
      // Ready for ever, and nothing to be had: whoever goes on asking gets warm.
      if count <= 0 { source.cancel() }
      take(Array(bytes.prefix(max(0, count))))
    }
    source.activate()
  }

  deinit { source.cancel() }
}
