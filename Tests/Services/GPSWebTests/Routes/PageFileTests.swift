import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSPageFiles

@Suite struct `The files of the page` {
  private static let folder = ProjectFolder.path + "/Sources/Services/CGPSPageFiles/Page"

  private static var page: String {
    get throws { String(decoding: try #require(PageFile.all.first { $0.path == "/" }).bytes, as: UTF8.self) }
  }

  @Test func `are all of those in its folder`() {
    let served = PageFile.all.map { $0.path == "/" ? "index.html" : String($0.path.dropFirst()) }
    #expect(Set(served).count == served.count)
    #expect(Set(served) == Set(Kernel.names(in: Self.folder)).subtracting(["records.schema.json"]))
  }

  /// It is a link there, which a tree that is unpacked somewhere may have lost: then its text would be served.
  @Test func `have the schema of the documentation beside them`() throws {
    let documented =
      Self.folder.dropLast("/Sources/Services/CGPSPageFiles/Page".count) + "/docs/records.schema.json"
    let bytes = try #require(Kernel.contents(of: String(documented), limit: 1 << 20))
    #expect(PageFile.schema == bytes, "link docs/records.schema.json from \(Self.folder)")
  }

  @Test func `have 150 kB at most in all, as a browser gets them with the page`() throws {
    let page = try Self.page
    let size = PageFile.joined.filter { $0.path == "/" || page.contains("\"\($0.path)\"") }
      .reduce(0) { $0 + $1.bytes.count }
    #expect(100_000...150_000 ~= size, "\(size) bytes")
  }

  @Test func `lose comments and indentation, and nothing else`() {
    let written = """
      // A comment.
      /**
       * Another one, with a // in it.
       */
      const path = 'https://example.org/*'; // stays

        /* One line. */
        if (path) {
          open(path);
        }
      """
    let kept = "const path = 'https://example.org/*'; // stays\nif (path) {\nopen(path);\n}\n"
    #expect(String(decoding: PageFile.withoutComments(Array(written.utf8)), as: UTF8.self) == kept)
  }

  @Test(arguments: [
    ("const a = b ? [1, 2] : `${ c } d`; // e;", "const a=b?[1,2]:`${ c } d`;"),
    ("if (a in b) return { c: 'd e', f: \"g  h\" };", "if(a in b)return{c:'d e',f:\"g  h\"};"),
    ("x = y.replace(/[/ ]+ \\/ z/g, ' ') / 2;", "x=y.replace(/[/ ]+ \\/ z/g,' ')/2;"),
    ("a + +b - -c - d;", "a+ +b- -c-d;"),
    ("`${a ? `b ${c} d` : ''} e` + f", "`${a ? `b ${c} d` : ''} e`+f\n"), ("} // 'e'", "}\n"),
    ("return 'a // b'", "return'a // b'\n"), ("open(a, // b", "open(a,"),
  ]) func `keep the spaces of a script that it needs, and no other`(written: String, sent: String) {
    #expect(String(decoding: CompactScript.compact(written.utf8), as: UTF8.self) == sent)
  }

  @Test func `keep the spaces of a style that mean something`() {
    let written = "a > b :hover, c { margin: 0 calc(1rem + 2px); inset: 0; }"
    let sent = "a > b :hover,c{margin:0 calc(1rem + 2px);inset:0}"
    #expect(String(decoding: CompactScript.compactStyle(written.utf8), as: UTF8.self) == sent)
  }

  @Test func `are sent with two scripts first, and each other script is reached from these`() throws {
    let page = try Self.page
    var texts: [String: String] = [:]
    for file in PageFile.joined where file.path.hasSuffix(".js") {
      texts[file.path] = String(decoding: file.bytes, as: UTF8.self)
      #expect(
        page.contains("\"\(file.path)\"") == ["/early.js", "/main.js"].contains(file.path), "\(file.path)")
    }
    for (path, text) in texts {
      for name in text.matches(of: /from'\.(\/\w+\.js)';/).map({ String($0.output.1) }) {
        #expect(texts[name] != nil && name != path, "\(path) imports \(name)")
      }
    }
    let inBundles = try #require(texts["/main.js"]) + (try #require(texts["/early.js"]))
    for file in PageFile.all where file.path.hasSuffix(".js") && texts[file.path] == nil {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(inBundles.contains(text.suffix(40)) && !text.contains(/import\{[^}]* as\s/), "\(file.path)")
    }
  }

  @Test func `are joined in the order in which they run, and import what is joined elsewhere once`() throws {
    let written = [
      "/head.js": "import { a } from './one.js';\nimport { b } from './two.js';\nrun(a, b);",
      "/one.js": "import { b } from './two.js';\nimport { e } from './first.js';\nexport const a = b + e;",
      "/two.js":
        "import { a } from './one.js';\nimport {\n  e, f,\n} from './first.js';\nexport let [b, c] = [e, f];",
      "/first.js": "export const e = 1;\nexport const f = 2;",
      "/later.js":
        "import { b as g } from './two.js';\nimport { e } from './first.js';\nimport { h } from './more.js';",
      "/more.js": "import('./later.js');", "/a.svg": "import{",
    ]
    let joined = PageBundles.joining(
      written.map { PageFile($0, Array($1.utf8)) }, heads: ["/first.js", "/head.js"])
    let sent = [
      "/head.js": "import{e,f}from'./first.js';export let[b,c]=[e,f];export const a=b+e;run(a,b);",
      "/first.js": "export const e=1;export const f=2;",
      "/later.js": "import{e}from'./first.js';import{b as g}from'./head.js';import{h}from'./more.js';",
      "/more.js": "import('./later.js');", "/a.svg": "import{",
    ]
    #expect(joined.reduce(into: [:]) { $0[$1.path] = String(decoding: $1.bytes, as: UTF8.self) } == sent)
  }

  /// The indentation of a text over several lines would go as well.
  @Test func `have no text over several lines`() throws {
    for file in PageFile.all where file.path.hasSuffix(".js") {
      let bytes = try #require(Kernel.contents(of: Self.folder + file.path, limit: 1 << 20))
      for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        let marks = line.count { $0 == UInt8(ascii: "`") }
        #expect(marks.isMultiple(of: 2), "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `have no comment that goes on behind its end`() throws {
    for file in PageFile.all where file.path.hasSuffix(".js") || file.path.hasSuffix(".css") {
      let bytes = try #require(Kernel.contents(of: Self.folder + file.path, limit: 1 << 20))
      let text = String(decoding: bytes, as: UTF8.self)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("/*") || words.hasPrefix("*"), words.contains("*/") else { continue }
        #expect(words.hasSuffix("*/"), "\(file.path):\(number + 1)")
      }
    }
  }
}
