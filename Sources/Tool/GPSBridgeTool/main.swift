import Glibc

exit(Tool.run(Argument.ofThisProcess).rawValue)
