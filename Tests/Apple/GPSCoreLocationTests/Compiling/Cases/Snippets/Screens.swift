// Stands for the frameworks of a phone's screens, as far as the snippets use them.
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
