/// The answer to a browser without the token: a page with a field for it, in place of a line of text.
///
/// The form opens the same address as a link with the token, `/?token=…`, and is redirected at once: to `/`
/// with the right token, or to `/?token=` with a wrong one, so that neither stays in the address bar.
enum TokenForm {
  /// Why the page asks for the token.
  enum Reason {
    case missing
    case wrong
    /// After too many wrong tokens, with the seconds to wait.
    case wait(Int)
  }

  /// Whether a browser requests a page.
  static func suits(_ request: WebRequest) -> Bool {
    let isPage = request.path == "/" || request.path == "/plain"
    let types = request.header("Accept")?.split { $0 == "," || $0 == ";" || $0 == " " } ?? []
    return isPage && types.contains { $0.lowercased() == "text/html" }
  }

  /// The page as a refusal.
  static func answer(_ status: Int, _ reason: Reason, headers: [WebField]) -> WebAnswer {
    WebAnswer(
      status, "text/html; charset=utf-8", page(reason),
      headers: headers + [WebField("Content-Security-Policy", policy)])
  }

  private static func page(_ reason: Reason) -> [UInt8] {
    let (heading, advice) =
      switch reason {
      case .missing: ("This page needs its token", "")
      case .wrong: ("This token is wrong", "Check that all of it was copied, and nothing else. ")
      case .wait(let seconds):
        ("Too many wrong tokens", "Wrong tokens from this address are refused for \(seconds) s. ")
      }
    let html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(heading)</title>
      <style>\(style)</style>
      </head>
      <body>
      <main>
      <h1 id="why">\(heading)</h1>
      <p id="where">\(advice)It is the line in the file that --token-file names.</p>
      <form action="/">
      <label for="token">Token</label>
      <input id="token" name="token" type="password" required maxlength="256" autocomplete="current-password"
      autocapitalize="none" spellcheck="false" aria-describedby="why where" autofocus>
      <button>Open the page</button>
      </form>
      </main>
      </body>
      </html>

      """
    return Array(html.utf8)
  }

  /// The policy of the page, which loads nothing, and whose form leads only to this service.
  static let policy = [
    "default-src 'none'", "style-src '\(styleHash)'", "base-uri 'none'", "form-action 'self'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  private static let style =
    "body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:26rem;padding:10vh 1rem 1rem}"
    + "h1{font-size:1.25rem}label{display:block}"
    + "input,button{font:inherit;box-sizing:border-box;width:100%;min-height:2.75rem;padding:0 .5rem}"
    + "button{margin-top:.75rem}"

  /// The hash of the style, so that the policy allows no other.
  private static let styleHash = "sha256-yEGcNEqS6y3pGs/0ZmEiSTkC24ffRWOdYFvZ89nCeIs="
}
