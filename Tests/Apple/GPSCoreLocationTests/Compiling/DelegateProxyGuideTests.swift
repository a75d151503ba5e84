import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct `The guide to delegate proxies` {
  static let shown = [
    DeliveryCase("Guide"), DeliveryCase("GuideObservation"), DeliveryCase("GuideRxSwift", with: "RxSwift"),
    DeliveryCase("GuideCombine", with: "OpenCombine"),
  ]

  /// The code between a page's fences, one piece a string.
  func pieces(of page: String) throws -> [String] {
    let text = try String(contentsOf: Compiler.root.appending(path: page), encoding: .utf8)
    return text.split(separator: "```swift\n").dropFirst().map { piece in
      String(piece[..<(piece.firstRange(of: "```")?.lowerBound ?? piece.endIndex)])
    }
  }

  @Test func `shows only programs that a test compiles`() throws {
    let cases = try Self.shown.map { try $0.text }
    let pieces = try pieces(of: "docs/delegate-proxies.md")
    #expect(pieces.count >= 5)
    for piece in pieces {
      #expect(cases.contains { $0.contains(piece) }, "no case has this: \(piece)")
    }
  }

  @Test(arguments: shown) func `compiles as it stands`(_ shown: DeliveryCase) throws {
    #expect(try shown.errors().map(\.message) == [])
  }
}
