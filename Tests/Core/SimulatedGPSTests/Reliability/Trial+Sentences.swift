import GPSBridge
import SimulatedGPS
import Testing

extension Trial {
  /// Damage to single sentences: a bad cable.
  static let sentences: [Trial] = [
    Trial("is counted, and nothing of it is believed", .wrongChecksum, for: 30) { audience, news, before in
      let after = audience.receiver.counts
      #expect(after.badChecksums - before.badChecksums > 200)
      // What was on its way when it began may still be right.
      #expect(news.fixes.count <= 2)
      #expect(audience.manager.latest?.freshness == .lost && audience.manager.latest?.location == nil)
      let back = audience.hear(.seconds(10))
      #expect(audience.manager.latest?.freshness == .live && back.gaps.count == 1)
    },
    Trial("of a tenth of the sentences costs no place", .wrongChecksum, share: 0.1) { audience, news, _ in
      #expect(audience.receiver.counts.badChecksums > 20)
      #expect(news.fixes.count { $0.isValid } > 50)
    },
    Trial("is a sentence that nobody takes for a whole one", .cut, share: 0.3) { audience, news, before in
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 500)
      #expect(news.fixes.count > 40)
    },
    Trial("is told apart again", .glued) { audience, news, before in
      #expect(news.fixes.count { $0.isValid } >= 59 && news.gaps.isEmpty)
      #expect(audience.receiver.counts.badChecksums == before.badChecksums)
    },
    Trial("do not get into a sentence unseen", .nulBytes, share: 0.3) { audience, news, _ in
      #expect(news.fixes.count > 40)
      #expect(news.updates.allSatisfy { ($0.lastKnown?.horizontalAccuracy ?? 1) < 100 })
    },
    Trial("is caught by the checksum", .flippedBit, share: 0.5) { audience, news, before in
      #expect(audience.receiver.counts.badChecksums - before.badChecksums > 100)
    },
    Trial("is counted as belonging to nothing", .noise, share: 0.5) { audience, news, before in
      #expect(audience.receiver.counts.junkBytes - before.junkBytes > 1000)
      #expect(news.fixes.count { $0.isValid } > 55 && audience.manager.latest?.freshness == .live)
    },
    Trial("is read past, and costs no sentence", .binary, share: 0.5) { audience, news, before in
      let after = audience.receiver.counts
      #expect(after.messages - before.messages > 100)
      #expect(after.badChecksums == before.badChecksums && after.junkBytes == before.junkBytes)
      #expect(news.fixes.count { $0.isValid } >= 59)
    },
    Trial("leaves the rest of its epoch as it was said", .lost, share: 0.3) { audience, news, _ in
      #expect(news.fixes.count > 50)
    },
    Trial("is not told twice", .repeated) { audience, news, _ in
      #expect(58...61 ~= news.fixes.count { $0.isValid })
    },
    Trial("is still one epoch, and the same place", .shuffled) { audience, news, _ in
      #expect(50...61 ~= news.fixes.count { $0.isValid })
    },
  ]
}
