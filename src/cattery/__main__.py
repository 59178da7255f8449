"""`python -m cattery` is the command `cattery`."""

from cattery.terminal.cli import main

if __name__ == "__main__":
    main()
