// As with the libraries whose words these are, one import brings the proxies along.

@_exported public import Delivery
