"""`paddock` and `python -m paddock`."""

from signal import SIG_DFL, SIGINT, default_int_handler, getsignal, signal


def main() -> None:
    """Load the command line and run it; Ctrl-C while it loads ends it, without a traceback."""
    handler = getsignal(SIGINT)
    if handler is default_int_handler:
        signal(SIGINT, SIG_DFL)
    from paddock.installed import declare_installed  # noqa: PLC0415  # as for the next line

    declare_installed()  # before the command line, which names all games
    from paddock.cli import run  # noqa: PLC0415  # takes half a second, so not before the line above

    signal(SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
