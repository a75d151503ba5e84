internal import GPSSystemCalls
internal import GPSBase

/// The file that contains the token: `--token-file FILE`.
///
/// If it does not exist, it is created with 32 random bytes as 64 hexadecimal digits. A file that others can
/// read is refused, since its token is no longer secret.
package enum TokenFile {
  /// Why a file has no usable token, and what to do.
  package struct Fault: Error, Sendable, Hashable {
    /// The message with the content found and the content expected.
    package let message: String
    package let remedy: String
  }

  /// The permitted length of a token.
  static let letters = 32...256
  private static let fewestDifferent = 8

  /// The token of a file; a missing file is created with a new token.
  ///
  /// - Parameter path: The file.
  /// - Returns: The token.
  /// - Throws: Why the token can't be read.
  package static func text(in path: String) throws(Fault) -> String {
    String(decoding: try token(in: path).reveal(), as: UTF8.self)
  }

  static func token(in path: String) throws(Fault) -> Secret {
    let descriptor: CInt
    do throws(Errno) { descriptor = try Kernel.open(path, for: .reading) } catch {
      guard error == .noSuchFile else { throw fault(path, "read", error) }
      return try make(path)
    }
    defer { try? Kernel.close(descriptor) }
    return try read(descriptor, path)
  }

  private static func make(_ path: String) throws(Fault) -> Secret {
    let token = Secret.random()
    var isMade = false
    do throws(Errno) {
      let descriptor = try Kernel.open(path, for: .creatingPrivate)
      isMade = true
      defer { try? Kernel.close(descriptor) }
      let bytes = token.reveal() + [0x0A]
      var written = 0
      while written < bytes.count {
        written += try Kernel.write(descriptor, bytes.span.extracting(written...))
      }
    } catch {
      // A part of a token would be refused at the next start.
      if isMade { try? Kernel.removeFile(Array(path.utf8)) }
      throw fault(path, "make", error)
    }
    return token
  }

  private static func read(_ descriptor: CInt, _ path: String) throws(Fault) -> Secret {
    let shown = VisibleText.replaced(path)
    guard let node = Kernel.node(of: descriptor), node.isFile else {
      throw Fault(
        message: "\(shown) is not a file", remedy: "name a file; one that does not exist is created")
    }
    guard node.isTrusted else {
      throw Fault(
        message:
          "\(shown) belongs to the user \(node.ownerName), so that user may know the token; expected your own",
        remedy: "name a file of your own; one that does not exist is created")
    }
    guard node.isPrivate else {
      let mode = String(node.mode & 0o777, radix: 8)
      throw Fault(
        message: "\(shown) has the mode \(mode), so other users may read the token; 600 is expected",
        remedy: "chmod 600 it, or remove it: a new one is created")
    }
    let bytes: [UInt8]
    do throws(Errno) { bytes = try Kernel.read(descriptor, limit: letters.upperBound + 3) } catch {
      throw fault(path, "read", error)
    }
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    let token = Array(bytes[..<end])
    guard letters.contains(token.count), token.allSatisfy(isLetter) else {
      // Even a wrong token is a secret: report only its length.
      let length = token.count > letters.upperBound ? "more than \(letters.upperBound)" : "\(token.count)"
      throw Fault(
        message: "\(shown) has no token: \(length) bytes; one line was expected, of \(letters.lowerBound) to"
          + " \(letters.upperBound) letters, digits, and any of - . _ ~",
        remedy: "remove it: a new one is created")
    }
    // Guesses are counted, and never slowed: a token must have too many values for that.
    guard Set(token).count >= fewestDifferent else {
      throw Fault(
        message: "\(shown) has a token of \(Set(token).count) different letters; at least \(fewestDifferent)"
          + " were expected", remedy: "remove it: a new one is created")
    }
    return Secret(token)
  }

  /// Letters that need no escape in an address or a header.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  private static func fault(_ path: String, _ verb: String, _ error: Errno) -> Fault {
    let remedy =
      switch error {
      case .noSpace: "make room there, or name a file somewhere else"
      case .exists: "remove the link of that name, or name another file"
      default:
        verb == "make" ? "name a file in a folder that you may write to" : "check its owner and its mode"
      }
    return Fault(message: "cannot \(verb) \(VisibleText.replaced(path)): \(error.words)", remedy: remedy)
  }
}
