"""``python -m whistsolve``: the command line."""

import sys

from whistsolve.cli import main

if __name__ == "__main__":
    sys.exit(main())
