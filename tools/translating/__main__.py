"""Write the template, bring every catalogue up to date with it, compile them, and say what is wrong with them."""

import sys

from tools.translating import catalogues
from tools.translating.checks import problems
from tools.translating.template import faults, template


def main() -> int:
    """Do all of it; return 1 if something is wrong."""
    now = template()
    catalogues.write_if_changed(now, catalogues.TEMPLATE)
    wrong = list(faults())
    for code in catalogues.CODES:
        catalogue = catalogues.read(code)
        catalogues.update(catalogue, now)
        catalogues.write(catalogue, code)
        wrong += [f"{code}: {problem}" for problem in problems(code, catalogue, now)]
    print("\n".join([*wrong, f"{len(now)} messages, {len(catalogues.CODES)} languages, {len(wrong)} problems"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
