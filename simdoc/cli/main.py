"""Entry point: parse, run, and turn errors into messages and exit codes."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence

from simdoc.cli.arguments import parser
from simdoc.cli.contract import answer
from simdoc.errors import SimdocError

NOT_DONE, INTERRUPTED = 3, 130

HOMES = {
    "list": ("commands", "list_documents"),
    "evaluate": ("evaluate", "evaluate"),
    "app": ("demo", "app"),
    "demo": ("demo", "demo"),
}
"""Command → module and function, where it is not the function of that name in `commands`."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; its exit code. Errors of ours are one line on standard error, and with
    --json an object with `error` besides."""
    arguments = parser().parse_args(words)
    module, function = HOMES.get(arguments.command, ("commands", arguments.command))
    try:
        run = getattr(importlib.import_module(f"simdoc.cli.{module}"), function)
        code: int = run(arguments)
        sys.stdout.flush()
    except SimdocError as error:
        return _refused(arguments, str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return _refused(arguments, f"{error.filename or 'the system'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print("stopped; what was reported is kept", file=sys.stderr)
        return INTERRUPTED
    return code


def _refused(arguments: argparse.Namespace, message: str) -> int:
    if arguments.json:
        print(json.dumps(answer(error=message), ensure_ascii=False))
    print(f"simdoc {arguments.command}: {message}", file=sys.stderr)
    return NOT_DONE


if __name__ == "__main__":
    sys.exit(main())
