"""The command as ``python -m whistsolve``."""

from whistsolve_process import run

if __name__ == "__main__":
    run()
