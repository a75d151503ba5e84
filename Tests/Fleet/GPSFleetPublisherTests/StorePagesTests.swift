import GPSFleetProtocol
import GPSSQLiteFiles
import GPSStore
import GPSSystemCalls
import Testing

@testable import GPSFleetPublisher

@Suite struct `Pages of a store` {
  private let store: SampleStore
  private let pages: StorePages

  init() throws {
    store = try SampleStore()
    try store.write(700)
    pages = StorePages(
      path: store.path, installation: try StorePages.installation(at: store.path), thinning: .none)
  }

  private func read(_ numbers: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    let request = PublisherMachine.Request(numbers: numbers, limit: numbers.upperBound)
    if case .batch(_, let numbers, _) = pages.page(request) { return numbers }
    return nil
  }

  @Test func `come over one connection, which searches only for what was written`() throws {
    let news = try pages.news(after: 0)
    #expect(news.last == 702 && news.first == 1 && pages.effort == StorePages.Effort(opened: 1, searched: 1))
    let epoch = try #require(news.epoch)
    #expect(try pages.news(after: epoch) == StorePages.News(last: 702))
    for first in stride(from: Int64(1), to: 700, by: 100) {
      #expect(read(first...(first + 99)) == first...(first + 99))
      #expect(try pages.news(after: epoch).last == 702)
    }
    #expect(pages.effort == StorePages.Effort(opened: 1, searched: 2))
    try store.write(10)
    let later = try pages.news(after: epoch)
    #expect(later.last == 714 && later.first == 703 && later.epoch == epoch + 1)
    #expect(pages.effort == StorePages.Effort(opened: 1, searched: 3))
    #expect(read(703...714) == 703...714)
  }

  @Test func `are read again after a fault over a new connection`() throws {
    _ = try pages.news(after: 0)
    let (path, aside) = (store.path, store.path + ".aside")
    try Kernel.moveFile(Array(path.utf8), to: Array(aside.utf8))
    #expect(throws: StorePages.Fault.unreadable(StoreError(.notFound, path, "No such file or directory"))) {
      try pages.news(after: 0)
    }
    #expect(read(1...100) == nil)
    #expect(pages.find(since: 0) == .failed)
    try Kernel.moveFile(Array(aside.utf8), to: Array(path.utf8))
    #expect(read(1...100) == 1...100)
    #expect(try pages.news(after: 0).last == 702)
    #expect(pages.effort == StorePages.Effort(opened: 5, searched: 2))
    #expect(pages.find(since: 0) == .number(2) && pages.find(since: .max) == .nothing)
  }

  @Test func `of a store whose tables have changed come over a new connection`() throws {
    _ = try pages.news(after: 0)
    let file = try SQLiteConnection(store.path, .writing)
    try file.run("CREATE TABLE later (id INTEGER)")
    #expect(try pages.news(after: 0).last == 702)
    #expect(pages.effort == StorePages.Effort(opened: 2, searched: 2))
  }

  @Test func `are never of another store at the same path`() throws {
    _ = try pages.news(after: 0)
    let other = try SampleStore()
    try other.write(30)
    for end in ["-wal", "-shm"] where Kernel.exists(store.path + end) {
      try Kernel.removeFile(Array((store.path + end).utf8))
    }
    try Kernel.moveFile(Array(other.path.utf8), to: Array(store.path.utf8))
    #expect(throws: StorePages.Fault.replaced) { try pages.news(after: 0) }
    #expect(read(1...30) == nil)
  }
}
