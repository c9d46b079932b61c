"""Write the template, update, compile and check every catalog."""

import argparse
import sys

from tools.translating import catalogs, page
from tools.translating.checks import problems
from tools.translating.template import faults, template


def main(language: str | None) -> int:
    """Collect the sentences, or print the page of a language; return the exit code."""
    if language is None:
        return collect()
    locale = page.locale_of(language)
    if locale is None:
        print(f"There is no catalog {language!r}. There are {', '.join(catalogs.CODES)}.", file=sys.stderr)
        return 2
    print(*page.page(locale), sep="\n")
    return 0


def collect() -> int:
    """Update and check all catalogs. Return 1 if there are problems."""
    now = template()
    catalogs.write_if_changed(now, catalogs.TEMPLATE)
    wrong = list(faults())
    for code in catalogs.CODES:
        catalog = catalogs.read(code)
        catalogs.update(catalog, now)
        catalogs.write(catalog, code)
        wrong += [f"{code}: {problem}" for problem in problems(code, catalog, now)]
    print("\n".join([*wrong, f"{len(now)} messages, {len(catalogs.CODES)} languages, {len(wrong)} problems"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.translating", description=__doc__)
    parser.add_argument(
        "--page", metavar="LANGUAGE", help="print all answers in a language, for a native speaker to proofread"
    )
    sys.exit(main(parser.parse_args().page))
