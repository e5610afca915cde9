"""Runs the command line: `python -m frontdesk`."""

from frontdesk.cli import main

if __name__ == "__main__":
    main()
