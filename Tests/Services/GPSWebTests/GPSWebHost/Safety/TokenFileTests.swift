import GPSSystemCalls
import Glibc
import TestSupport
import Testing

@testable import GPSWebHost

@Suite struct `The file of a token` {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func write(_ text: String, mode: mode_t = 0o600) throws -> String {
    let file = folder.file("token")
    try Kernel.replaceFile(Array(file.utf8), with: Array(text.utf8))
    unsafe chmod(file, mode)
    return file
  }

  private func text(_ secret: Secret) -> String { String(decoding: secret.reveal(), as: UTF8.self) }

  @Test func `is made for its owner alone, and read again`() throws {
    let file = folder.file("token")
    let token = try TokenFile.token(in: file)
    #expect(text(token).utf8.count == 64)
    let node = try #require(Kernel.node(file))
    #expect(node.mode & 0o7777 == 0o600 && node.size == 65)
    #expect(text(try TokenFile.token(in: file)) == text(token))
  }

  @Test func `may have a token of one's own, with blanks behind it`() throws {
    let own = "correct-horse-battery-staple.0001~x"
    #expect(text(try TokenFile.token(in: try write(own + " \r\n\n"))) == own)
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o610] as [mode_t])
  func `is refused where others have a right to it`(mode: mode_t) throws {
    let file = try write(String(repeating: "a", count: 64), mode: mode)
    let fault = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: file) }
    #expect(
      fault.message.contains("the mode \(String(mode, radix: 8))")
        && fault.message.contains("600 is expected"))
    #expect(fault.remedy.contains("chmod 600"))
  }

  @Test(arguments: ["", "\n", "short", String(repeating: "a", count: 31), String(repeating: "a", count: 257)])
  func `is refused where its token is too short or too long`(content: String) throws {
    let file = try write(content)
    let fault = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: file) }
    #expect(fault.message.contains("32 to 256"))
  }

  @Test func `is refused where a few guesses find the token, or where another user knows it`() throws {
    let file = try write(String(repeating: "abcdefg", count: 9))
    let fault = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: file) }
    #expect(fault.message.hasSuffix("has a token of 7 different letters; at least 8 were expected"))
    guard unsafe geteuid() == 0 && chown(file, 65534, 65534) == 0 else { return }
    let other = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: file) }
    #expect(other.message.contains("belongs to the user "))
  }

  @Test func `is refused with what no address takes, and the fault does not tell its content`() throws {
    for other in ["two words of a secret that is long enough", "two-lines-of-a-secret\nthat-is-long-enough"] {
      let file = try write(other)
      let fault = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: file) }
      #expect(!"\(fault)".contains("secret"))
    }
  }

  @Test func `is refused where it can't be made or is no file`() throws {
    let missing = try #require(throws: TokenFile.Fault.self) {
      try TokenFile.token(in: folder.file("nowhere/token"))
    }
    #expect(missing.message.contains("cannot make") && missing.message.contains("No such file"))
    let directory = try #require(throws: TokenFile.Fault.self) { try TokenFile.token(in: folder.path) }
    #expect(directory.message.contains("is not a file"))
  }
}

@Suite struct `The policy of each answer` {
  @Test func `allows nothing from elsewhere, and nothing that becomes a program`() {
    let fields = PagePolicy.headers(of: WebAnswer(404, saying: "no"))
    func value(_ name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }
    #expect(
      value("Content-Security-Policy") == [
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          + "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker"
      ])
    #expect(value("X-Content-Type-Options") == ["nosniff"] && value("Referrer-Policy") == ["no-referrer"])
    #expect(value("Cross-Origin-Resource-Policy") == ["same-origin"])
    #expect(value("Cross-Origin-Opener-Policy") == ["same-origin"])
    #expect(value("Cross-Origin-Embedder-Policy") == ["require-corp"])
    #expect(value("Cache-Control") == ["no-store"])
    #expect(!fields.contains { $0.name.lowercased().hasPrefix("access-control") })
  }

  @Test func `leaves what an answer says of keeping it`() {
    let answer = WebAnswer(200, saying: "x", headers: [WebField("cache-control", "no-cache")])
    let kept = PagePolicy.headers(of: answer).filter { $0.isNamed("Cache-Control") }.map(\.value)
    #expect(kept == ["no-cache"])
  }
}
