"""Write the template, update, compile and check every catalog."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.pofile import PoFileError

from bot.messages.translator import LANGUAGES
from tools.translating import catalogs, edits, page
from tools.translating.checks import problems
from tools.translating.template import faults, template


def main(arguments: Sequence[str]) -> int:
    """Collect the sentences, or do what the arguments say; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.translating", description=__doc__)
    known = sorted({*LANGUAGES, *catalogs.CODES})
    parser.add_argument("--page", choices=known, metavar="LANGUAGE", help="print all answers, for a proofreader")
    parser.add_argument(
        "--waiting", choices=catalogs.CODES, metavar="LANGUAGE", help="print what is fuzzy or untranslated, as .po"
    )
    parser.add_argument("--fill", type=Path, metavar="FILE", help="copy the translations in such a .po to its catalog")
    options = parser.parse_args(arguments)
    try:
        if options.page:
            print(*page.page(page.locale_of(options.page)), sep="\n")
        elif options.waiting:
            print(catalogs.written(edits.waiting(catalogs.read(options.waiting), options.waiting)).decode(), end="")
        else:
            return _fill(options.fill) if options.fill else collect()
    except (OSError, ValueError, PoFileError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _fill(file: Path) -> int:
    source = edits.read(file)
    code = source.locale_identifier
    if code not in catalogs.CODES:
        raise ValueError(f"{file}: its header needs the Language of a catalog, not {code}")
    catalog = catalogs.read(code)
    refused = [f"refused: {refusal}" for refusal in edits.fill(catalog, code, source)]
    catalogs.write(catalog, code)
    return _report([*refused, *problems(code, catalog, template())])


def collect() -> int:
    """Update and check all catalogs. Return 1 if there are problems, and change nothing if a rewording is wrong."""
    now, languages = template(), {code: catalogs.read(code) for code in catalogs.CODES}
    if refused := list(edits.reword(languages.values(), now)):
        return _report([f"{edits.REWORDED.name}: {refusal}" for refusal in refused])
    catalogs.write_if_changed(now, catalogs.TEMPLATE)
    wrong = list(faults())
    for code, catalog in languages.items():
        catalogs.update(catalog, now)
        catalogs.write(catalog, code)
        wrong += [f"{code}: {problem}" for problem in problems(code, catalog, now)]
    edits.REWORDED.unlink(missing_ok=True)
    return _report(wrong)


def _report(wrong: list[str]) -> int:
    print("\n".join([*wrong, f"{len(template())} messages, {len(catalogs.CODES)} languages, {len(wrong)} problems"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
