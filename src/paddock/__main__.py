"""`paddock` and `python -m paddock`."""

from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal


def main() -> None:
    """Load and run the command line; Ctrl-C while it loads quits without a traceback."""
    handler = getsignal(SIGINT)
    if handler is default_int_handler:
        signal(SIGINT, SIG_DFL)
    from paddock.installed import declare_installed  # noqa: PLC0415  # as for the next line

    declare_installed()  # first, because the command line lists all games
    from paddock.cli import run  # noqa: PLC0415  # takes half a second, and needs the line above

    signal(SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
