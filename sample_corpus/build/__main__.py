"""python -m sample_corpus.build [FOLDER]: builds the sample corpus, where it lies or elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path

from sample_corpus.build.corpus import build
from sample_corpus.build.sources import HERE, SourceError


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else HERE
    try:
        paths = build(folder)
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} documents, {size / 1e6:.1f} MB, in {folder / 'documents'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
