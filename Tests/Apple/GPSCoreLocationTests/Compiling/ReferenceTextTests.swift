import Testing

/// The code of published texts, as it stands there, changed only where it must be.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `The code of a published text` {
  private typealias Change = (old: String, new: String, reason: String)

  private static let sameName = "another text has this name, too"
  private static let outlet: Change = ("@IBOutlet ", "", "there is no Interface Builder")
  private static let selector: Change = (
    "#selector(CLLocationManagerDelegate.locationManager(_:didUpdateLocations:))", ".didUpdateLocations",
    "a token for a selector"
  )
  /// Texts 000 and 001 both declare these, and so does this package.
  private static let proxyOfManager: [Change] = [
    ("class RxCLLocationManagerDelegateProxy", "private class RxCLLocationManagerDelegateProxy", sameName),
    ("extension Reactive", "fileprivate extension Reactive", sameName), selector,
  ]

  /// A proxy with all its statics.
  private func proxies(_ text: ReferenceText) throws -> ReferenceFile {
    var file = ReferenceFile(text)
    let imports = "import RxSwift\nimport RxCocoa\nimport NMapsMap\n"
    try file.quote(text.pieces(with: "class RxNMFMapViewDelegateProxy")[0], replacing: [(imports, "", "")])
    try file.quote(
      text.pieces(with: "class RxCLLocationManagerDelegateProxy")[0],
      replacing: Self.proxyOfManager + [
        ("import RxCocoa\nimport RxSwift\nimport CoreLocation\n", "", ""),
        ("$0[1] as? [CLLocation] ?? [CLLocation]()", "$0.1", "no cast"),
      ])
    try file.quote(
      text.pieces(with: "class NMViewController: UIViewController {\n    \n")[0],
      replacing: [("import UIKit\n" + imports, "", ""), Self.outlet])
    return file
  }

  /// Binders, control properties and events, and a proxy that relies on a delegate property being one.
  private func controls(_ text: ReferenceText) throws -> ReferenceFile {
    var file = ReferenceFile(text)
    try file.quote(text.pieces(with: "extension Reactive where Base: UILabel{")[0])
    try file.quote(text.pieces(with: "extension Reactive where Base: UISlider {")[0])
    file.add("extension Reactive where Base: UIControl {")
    for name in ["internal func controlPropertyWithDefaultEvents", "public func controlProperty<T>"] {
      try file.quote(text.pieces(with: name)[0])
    }
    let events = try text.pieces(with: "extension Reactive where Base: UIButton")[0]
    let start = try #require(events.firstRange(of: "public func controlEvent")).lowerBound
    try file.quote(String(events[start...]))
    file.add("}")
    try file.quote(String(events[..<start]))
    try file.quote(text.pieces(with: "var color: ControlProperty<UIColor?>")[0])
    try file.quote(text.pieces(with: "extension Reactive where Base: UITextField")[0])
    try file.quote(text.pieces(with: "extension CLLocationManager: HasDelegate")[0])
    try file.quote(
      text.pieces(with: "class RxCLLocationManagerDelegateProxy")[0],
      replacing: Self.proxyOfManager + [("parameters[1] as! [CLLocation]", "parameters.1", "no cast")])
    file.add(
      """
      class DelegateProxyViewController: UIViewController {
        let (colorPicker, whiteSlider, resetButton) = (UISegmentedControl(), UISlider(), UIButton())
        let (valueLabel, bag, locationManager) = (UILabel(), DisposeBag(), CLLocationManager())
        override func viewDidLoad() {
      """)
    for call in ["colorPicker.rx", "whiteSlider.rx.value", "whiteSlider.rx.color", "print($0)} )"] {
      try file.quote(text.pieces(with: call)[0])
    }
    file.add("}\n}")
    try file.quote(text.pieces(with: "extension DelegateProxyViewController")[0])
    return file
  }

  /// Tables, delegates set before and after subscribing, and a proxy for two methods of one name.
  private func delegates(_ text: ReferenceText) throws -> ReferenceFile {
    var file = ReferenceFile(text)
    try file.quote(text.pieces(with: "class ViewController: UIViewController")[0], replacing: [Self.outlet])
    for name in ["UITableViewDelegate", "UINavigationControllerDelegate"] {
      try file.quote(text.pieces(with: "extension ViewController: \(name)")[0])
    }
    try file.quote(text.pieces(with: "extension Reactive where Base: UINavigationController")[0])
    file.add("extension ViewController {\nfunc setDelegates() {")
    let calls = [
      "tableView.rx.itemSelected", "tableView.rx.setDelegate(self)", "navigationController?.rx.willShow",
      "onProxyForObject: navigationController!", "navigationController?.rx\n",
    ]
    for call in calls { try file.quote(text.pieces(with: call)[0]) }
    file.add("}\n}")
    try file.quote(text.pieces(with: "open class RxCNContactPickerDelegateProxy")[0])
    let reactive = try text.pieces(with: "extension Reactive where Base: CNContactPickerViewController")
    func sel(_ argument: String) -> Change {
      (
        "let sel = #selector((CNContactPickerDelegate.contactPicker(_:didSelect:)! as (CNContactPickerDelegate) ->  (CNContactPickerViewController, \(argument)) -> Void))",
        "let sel = DelegateMethod<any CNContactPickerDelegate, (CNContactPickerViewController, \(argument))>.didSelect\(argument.dropFirst(2))",
        "a token for a selector"
      )
    }
    try file.quote(
      reactive[0],
      replacing: [
        sel("CNContact"), sel("CNContactProperty"), ("arg[1] as! CNContactProperty", "arg.1", "no cast"),
        ("arg[1] as! CNContact", "arg.1", "no cast"),
      ])
    try file.quote(reactive[1])
    return file
  }

  /// One delegate's calls for many.
  private func repository(_ text: ReferenceText) throws -> ReferenceFile {
    var file = ReferenceFile(text)
    try file.quote(
      text.lines(from: "protocol LocationManagerRepositoryDelegate: AnyObject {", before: "이 방식"),
      replacing: [
        (" elegates.removeDelegate(delegate)", " delegates.remove(delegate)", "the text has a misprint")
      ])
    file.add(
      """
      }
      protocol LocationManagerRepositoryProtocol {
        func addDelegate(_ delegate: any LocationManagerRepositoryDelegate)
        func removeDelegate(_ delegate: any LocationManagerRepositoryDelegate)
      }
      """)
    return file
  }

  /// A promise instead of a delegate.
  private func promise(_ text: ReferenceText) throws -> ReferenceFile {
    var file = ReferenceFile(text)
    file.add("class SearchViewController: UIViewController {")
    try file.quote(text.lines(from: "    var promise: Promise<Location>", before: " \n"))
    file.add(
      "func select(_ placeMark: Placemark?, _ selectedResult: Completion) {\nguard let placeMark else {")
    try file.quote(text.lines(from: "self.promise.reject(", before: "\n"))
    file.add("return\n}")
    try file.quote(
      text.lines(from: "            let coordinate = Coordinate(", before: "            self.dismiss"))
    file.add(
      """
      }
      static func start(on baseViewController: UIViewController) -> Promise<Location> { SearchViewController().promise }
      }
      class LocationListViewController: UIViewController {
      func userAdd(newLocation: Location) {}
      """)
    try file.quote(
      text.lines(from: "@IBAction func addLocationButtonTouched", before: "\n\n"),
      replacing: [("@IBAction ", "", "there is no Interface Builder")])
    file.add("}")
    return file
  }

  @Test func `compiles in one target with that of the others, with a comment at each line that differs`()
    throws
  {
    var files = ["Screens": try Compiler.text(of: "Articles")]
    let texts = [
      ("000", "Proxies", proxies), ("001", "Controls", controls), ("002", "Delegates", delegates),
      ("003", "Repository", repository), ("004", "PromiseOfAPlace", promise),
    ]
    for (number, name, make) in texts {
      guard let text = try ReferenceText(number) else { return }
      let file = try make(text)
      #expect(file.unmarked == [], "text \(number)")
      files[name] = file.code
    }
    try OutsidePackage.ofEnvironment?.add("Articles", files)
    #expect(try Compiler.complaints(about: files) == [])
  }
}
