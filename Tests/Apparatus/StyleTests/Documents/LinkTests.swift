import FoundationEssentials
import Testing

@Suite struct `A link in a page` {
  let pages: [Page]

  init() throws { pages = try SourceTree.pages() }

  @Test func `leads somewhere`() {
    #expect(pages.count > 40 && pages.flatMap(\.links).count > 80)
    let broken = brokenLinks(in: pages) { FileManager.default.fileExists(atPath: SourceTree.root + "/" + $0) }
    #expect(broken == [])
  }

  @Test func `leads to every page of docs, from its index on`() {
    var found: Set<String> = []
    var next = ["docs/README.md"]
    while let path = next.popLast() {
      guard found.insert(path).inserted, let page = pages.first(where: { $0.path == path }) else { continue }
      next += page.links.compactMap { link in
        let target = link.target.split(separator: "#", omittingEmptySubsequences: false)[0]
        guard target.hasSuffix(".md"), !target.hasPrefix("https:") else { return nil }
        return page.path(of: String(target))
      }
    }
    let documents = pages.map(\.path).filter { $0.hasPrefix("docs/") }
    #expect(documents.filter { !found.contains($0) } == [])
  }

  @Test func `is found when it leads nowhere`() {
    let planted = Page(
      SourceFile(
        path: "docs/a.md",
        text: """
          # How it is, and why
          [a](b.md) [b](../README.md) ![c](no.svg) [d](#how-it-is-and-why) [e](#how-it-is)
          [words over
          two lines](../../secrets.md) `[not](a-link.md)` [f](http://example.org) [g](b.md#there) [h](b.md#nowhere)
          ```
          [not](either.md)
          ```
          """))
    let other = Page(SourceFile(path: "docs/b.md", text: "## There\n### There\n"))
    #expect(other.anchors == ["there", "there-1"])
    let files: Set = ["docs/a.md", "docs/b.md", "README.md"]
    #expect(
      brokenLinks(in: [planted, other]) { files.contains($0) } == [
        "docs/a.md:2: no.svg: there is no docs/no.svg", "docs/a.md:2: #how-it-is: no heading is called that",
        "docs/a.md:4: ../../secrets.md leaves the project",
        "docs/a.md:4: http://example.org is neither a path nor https",
        "docs/a.md:4: b.md#nowhere: no heading is called that",
      ])
  }
}
