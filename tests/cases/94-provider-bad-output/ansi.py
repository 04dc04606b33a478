print("\x1b[31m{}\x1b[0m")
