extension SerialLine {
  /// What a read of the line gave.
  enum Reading: Equatable {
    case bytes(Int)
    /// There is nothing to read now.
    case nothing
    /// The device is gone; the number, if the kernel gave one.
    case gone(Errno?)
    case failed(Errno)
  }

  /// Reads what is there.
  ///
  /// No bytes are not always the end: with VMIN 0 the kernel answers so when nothing came in time. An unplugged
  /// USB device answers with no bytes as well, a pseudo-terminal with EIO; `poll` tells the two apart.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    do {
      let count = try unsafe Kernel.read(descriptor, into: buffer)
      if count > 0 { return .bytes(count) }
      return try Kernel.isHungUp(descriptor) ? .gone(nil) : .nothing
    } catch .wouldBlock {
      return .nothing
    } catch {
      return error.isGone ? .gone(error) : .failed(error)
    }
  }

  /// What a write to the line gave.
  enum Writing: Equatable {
    case bytes(Int)
    /// The kernel takes nothing now.
    case full
    /// The device is gone.
    case gone(Errno)
    case failed(Errno)
  }

  /// Writes what the kernel takes at once.
  func write(_ bytes: borrowing Span<UInt8>) -> Writing {
    do {
      let count = try Kernel.write(descriptor, bytes)
      return count > 0 ? .bytes(count) : .full
    } catch .wouldBlock {
      return .full
    } catch {
      return error.isGone ? .gone(error) : .failed(error)
    }
  }
}
