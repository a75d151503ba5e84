import GPSBridge
import SimulatedGPS
import Testing

extension Trial {
  /// Damage to single sentences: a bad cable.
  static let sentences: [Trial] = [
    Trial("is counted, and nothing of such a sentence is believed") {
      Story.Suffer(.wrongChecksum, for: .seconds(30))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(30))
      let after = audience.receiver.counts
      #expect(after.badChecksums - before.badChecksums > 200)
      // What was on its way when it began may still be right.
      #expect(news.fixes.count <= 2)
      #expect(audience.manager.latest?.freshness == .lost && audience.manager.latest?.location == nil)
      let back = audience.hear(.seconds(10))
      #expect(audience.manager.latest?.freshness == .live && back.gaps.count == 1)
    },
    Trial("of a tenth of the sentences costs no place") {
      Story.Suffer(.wrongChecksum, share: 0.1, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(audience.receiver.counts.badChecksums > 20)
      #expect(news.fixes.count { $0.isValid } > 50)
    },
    Trial("is a sentence that nobody takes for a whole one") {
      Story.Suffer(.cut, share: 0.3, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 500)
      #expect(news.fixes.count > 40)
    },
    Trial("is told apart again") {
      Story.Suffer(.glued, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(news.fixes.count { $0.isValid } >= 59 && news.gaps.isEmpty)
      #expect(audience.receiver.counts.badChecksums == before.badChecksums)
    },
    Trial("do not get into a sentence unseen") {
      Story.Suffer(.nulBytes, share: 0.3, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(news.fixes.count > 40)
      #expect(news.updates.allSatisfy { ($0.lastKnown?.horizontalAccuracy ?? 1) < 100 })
    },
    Trial("is caught by the checksum") {
      Story.Suffer(.flippedBit, share: 0.5, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(audience.receiver.counts.badChecksums - before.badChecksums > 100)
    },
    Trial("is counted as belonging to nothing") {
      Story.Suffer(.noise, share: 0.5, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 1000)
      #expect(news.fixes.count { $0.isValid } > 55 && audience.manager.latest?.freshness == .live)
    },
    Trial("is read past, and costs no sentence") {
      Story.Suffer(.binary, share: 0.5, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let before = audience.receiver.counts
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      let after = audience.receiver.counts
      #expect(after.messages - before.messages > 100)
      #expect(after.badChecksums == before.badChecksums && after.junkBytes == before.junkBytes)
      #expect(news.fixes.count { $0.isValid } >= 59)
    },
    Trial("leaves the rest of its epoch as it was said") {
      Story.Suffer(.lost, share: 0.3, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(news.fixes.count > 50)
    },
    Trial("is not told twice") {
      Story.Suffer(.repeated, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(58...61 ~= news.fixes.count { $0.isValid })
    },
    Trial("is still one epoch, and the same place") {
      Story.Suffer(.shuffled, for: .seconds(60))
    } _: { audience in
      audience.settleIn()
      let news = audience.hear(.seconds(60))
      audience.expectTruth(news)
      #expect(50...61 ~= news.fixes.count { $0.isValid })
    },
  ]
}
