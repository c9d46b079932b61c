"""Start the bot as a file, as hosts with a panel do. They install requirements.txt, and then run one file."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the file is read by any Python from 2.7 on
    sys.stderr.write("ttt needs Python 3.11 or newer, and this is %d.%d\n" % sys.version_info[:2])  # noqa: UP031
    sys.exit(78)

if __name__ == "__main__":
    from bot.__main__ import main
    from tools.translating.compiler import compile_outdated

    try:
        compile_outdated()
    except OSError as error:
        sys.stderr.write("cannot compile the translations, so some sentences are English: %s\n" % error)  # noqa: UP031
    sys.exit(main())
