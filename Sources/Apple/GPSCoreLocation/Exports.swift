// As on Apple's platforms: whoever imports this has Foundation too.

@_exported public import Foundation
