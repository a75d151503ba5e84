// What the reference of GPSWeb shows.
import GPSBridge
import GPSWeb

func showInABrowser(_ receiver: Receiver) async throws {
  let page = WebServer(receiver)
  try page.listen()  // http://localhost:8947/
  try await page.run()
}

func showWithToken(_ receiver: Receiver, _ token: String) async throws {
  var options = WebOptions()
  options.token = token
  options.hostNames = ["boat.local"]
  let page = WebServer(receiver, options: options)
  try page.listen("*:8947")
  try await page.run()
}
