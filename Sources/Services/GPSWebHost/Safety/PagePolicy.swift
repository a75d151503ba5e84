/// The headers of every answer, which restrict what a browser may do with it.
enum PagePolicy {
  /// The page loads everything from this service, and no displayed text can run as a script.
  ///
  /// The policy `worker` lets the page create the only script address that it needs, that of its worker.
  static let content = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types worker",
  ].joined(separator: "; ")

  /// The headers, in their order.
  static let headers = [
    WebField("X-Content-Type-Options", "nosniff"), WebField("Referrer-Policy", "no-referrer"),
    WebField("Cross-Origin-Resource-Policy", "same-origin"), WebField("Content-Security-Policy", content),
    WebField("Cross-Origin-Opener-Policy", "same-origin"),
    WebField("Cross-Origin-Embedder-Policy", "require-corp"),
  ]

  /// All headers of an answer: its own, the common ones that it does not replace, and `no-store` unless it sets
  /// caching itself.
  static func headers(of answer: WebAnswer) -> [WebField] {
    let common = headers + [WebField("Cache-Control", "no-store")]
    return answer.headers + common.filter { one in !answer.headers.contains { $0.isNamed(one.name) } }
  }
}
