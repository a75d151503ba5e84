internal import Glibc
import GPSSystemCalls

extension RecordedLog {
  /// A recording on disk, read from beginning to end.
  ///
  /// ```swift
  /// var file = try RecordedLog.File("walk.gbr")
  /// while try file.read({ item in … }) {}
  /// ```
  public struct File: ~Copyable, Sendable {
    /// The file's path.
    public let path: String
    /// The size of the file in bytes when it was opened.
    public private(set) var size = 0
    private let descriptor: CInt
    private var reader = Reader()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Opens a file; throws for anything else, such as a port or a pipe.
    public init(_ path: String) throws(FileError) {
      let (opened, bytes) = try Self.open(path)
      (self.path, descriptor, size) = (path, opened, bytes)
    }

    private static func open(_ path: String) throws(FileError) -> (descriptor: CInt, size: Int) {
      let opened: CInt
      do throws(Errno) { opened = try Kernel.open(path, for: .reading) } catch {
        throw FileError(path, error.rawValue)
      }
      guard let node = Kernel.node(of: opened), node.isFile else {
        try? Kernel.close(opened)
        throw FileError(notAFile: path)
      }
      return (opened, Int(node.size))
    }

    deinit { try? Kernel.close(descriptor) }

    /// The format of the text; nil until enough of it has been read.
    public var format: Format? { reader.format }

    /// Reads the next piece and passes on the items that it completes; returns false at the end.
    public mutating func read(_ receive: (Item) -> Void) throws(FileError) -> Bool {
      let count: Int
      do throws(Errno) { count = try Kernel.read(descriptor, into: &buffer) } catch {
        throw FileError(path, error.rawValue)
      }
      guard count > 0 else {
        reader.finish(receive)
        return false
      }
      let piece = buffer
      reader.read(piece.span.extracting(0..<count), receive)
      return true
    }

    /// Reads bytes at a position, without affecting ``read(_:)``.
    ///
    /// - Parameters:
    ///   - place: The position of the first byte, from 0.
    ///   - buffer: The buffer to fill; it keeps its length.
    /// - Returns: The number of bytes read; 0 at the end.
    /// - Throws: An error if the kernel can't read the file.
    public func read(at place: Int, into buffer: inout [UInt8]) throws(FileError) -> Int {
      do throws(Errno) { return try Kernel.read(descriptor, at: Int64(place), into: &buffer) } catch {
        throw FileError(path, error.rawValue)
      }
    }
  }

  /// The error for a recording that can't be read.
  public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failures; new versions may add more.
    public struct Code: RawRepresentable, Sendable, Hashable {
      /// The name of the kind, in snake case.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The file does not exist.
      public static let notFound = Code(rawValue: "not_found")
      /// This user may not read the file.
      public static let permissionDenied = Code(rawValue: "permission_denied")
      /// The path is a folder, a port or a pipe.
      public static let notAFile = Code(rawValue: "not_a_file")
      /// The kernel failed to read the file; ``number`` is its error.
      public static let unreadable = Code(rawValue: "unreadable")
    }

    /// The kind of failure.
    public var code: Code
    /// The path of the file, as given.
    public var path: String
    /// The kernel's error number; 0 if the kernel reported no error.
    public var number: CInt
    /// A sentence with the cause and a remedy.
    public var description: String

    init(_ path: String, _ number: CInt) {
      (self.path, self.number) = (path, number)
      switch number {
      case ENOENT, ENOTDIR:
        code = .notFound
        description = "there is no file \(path); check its name"
      case EACCES, EPERM:
        code = .permissionDenied
        description = "\(path) can't be read by this user; ask its owner, or copy it as its owner"
      default:
        code = .unreadable
        description = "\(path) can't be read: \(unsafe String(cString: strerror(number)))"
      }
    }

    init(notAFile path: String) {
      self.path = path
      number = 0
      code = .notAFile
      description = "\(path) is not a file, as a recording must be; read a port with a Receiver"
    }
  }
}
