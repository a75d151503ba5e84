import GPSBase
import TestSupport
import Testing

@testable import GPSFleetProtocol

@Suite struct `A collector's answer` {
  /// One that has all members.
  private func full(_ word: FleetAnswer.Word) -> FleetAnswer {
    var answer = FleetAnswer(word)
    (answer.epoch, answer.numbers) = (217_315_200, 1201...1260)
    answer.database = FleetDatabase(identifier: "7301", timeline: 2)
    (answer.width, answer.reads) = (10, 1)
    if word == .secondInstallation { answer.installation = "01080f16" }
    return answer
  }

  @Test func `has the members of its page`() {
    #expect(
      String(decoding: full(.committed).bytes, as: UTF8.self)
        == #"{"v":1,"epoch":217315200,"ranges":[[1201,1260]],"database":"7301","timeline":2,"width":10,"reads":1}"#
        + "\n")
    #expect(
      String(decoding: FleetAnswer(.unknownToken).bytes, as: UTF8.self)
        == #"{"v":1,"error":"unknown_token"}"# + "\n")
  }

  @Test(arguments: FleetAnswer.Word.allCases)
  func `comes back with each word and its status, and with no other status`(word: FleetAnswer.Word) {
    var answer = full(word)
    answer.retryAfter = 7
    #expect(FleetAnswer(status: word.status, answer.bytes, retryAfter: 7) == answer)
    for status in [200, 204, 400, 401, 403, 404, 409, 413, 422, 429, 502, 503] where status != word.status {
      #expect(FleetAnswer(status: status, answer.bytes, retryAfter: nil) == nil)
    }
  }

  @Test func `names the batch that it settles, and where it is committed`() {
    for word in FleetAnswer.Word.allCases {
      for (part, remove) in [
        ("epoch", { $0.epoch = nil }), ("numbers", { $0.numbers = nil }), ("database", { $0.database = nil }),
      ] as [(String, (inout FleetAnswer) -> Void)] {
        var answer = full(word)
        remove(&answer)
        let isNeeded = part == "database" ? word == .committed : [200, 422].contains(word.status)
        #expect((FleetAnswer(status: word.status, answer.bytes, retryAfter: nil) == nil) == isNeeded)
      }
    }
  }

  @Test(arguments: [
    "", "OK", "[]", "{}", "null", #"{"v":2,"epoch":1,"ranges":[[1,2]],"database":"d","timeline":1}"#,
    #"{"epoch":1,"ranges":[[1,2]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[1,2],[4,5]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[2,1]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[0,1]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[1,2,3]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":-1,"ranges":[[1,2]],"database":"d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[1,2]],"database":"../d","timeline":1}"#,
    #"{"v":1,"epoch":1,"ranges":[[1,2]],"database":"d","timeline":1.5}"#,
    #"{"v":1,"error":"committed","epoch":1,"ranges":[[1,2]],"database":"d","timeline":1}"#,
    #"{"v":1,"error":5,"epoch":1,"ranges":[[1,2]],"database":"d","timeline":1}"#,
  ])
  func `is none without what a collector writes`(text: String) {
    #expect(FleetAnswer(status: 200, Array(text.utf8), retryAfter: nil) == nil)
  }

  @Test func `that is cut anywhere is none`() {
    let bytes = full(.committed).bytes
    for count in 0..<(bytes.count - 1) {
      #expect(FleetAnswer(status: 200, Array(bytes[..<count]), retryAfter: nil) == nil)
    }
    let long = bytes + Array(repeating: UInt8(ascii: " "), count: 5000)
    #expect(FleetAnswer(status: 200, long, retryAfter: nil) == nil)
  }

  @Test func `has bounds for what a device waits`() {
    let text = Array(#"{"v":1,"error":"full","width":99999,"reads":-1}"#.utf8)
    let answer = FleetAnswer(status: 503, text, retryAfter: 1_000_000)
    #expect(answer?.width == nil && answer?.reads == nil && answer?.retryAfter == 3600)
    #expect(FleetAnswer(status: 503, text, retryAfter: -1)?.retryAfter == 0)
  }
}
