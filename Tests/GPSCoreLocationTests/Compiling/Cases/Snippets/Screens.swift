// What the snippets take from the frameworks of a phone's screens.
import Foundation

@MainActor open class UIViewController: NSObject {
  open func viewDidLoad() {}
  open func viewWillDisappear(_ animated: Bool) {}
}

@MainActor final class UILabel: NSObject { var text: String? }

protocol ObservableObject: AnyObject {}

@propertyWrapper struct Published<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
