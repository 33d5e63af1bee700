"""Removing what no manifest names: superseded segments and the leavings of dead processes.

Only the holder of commit.lock may call this. Maps that readers hold open stay valid; a reader that
comes too late to open a file reads the manifest again.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from simdoc.index.format import COMMIT_LOCK, MANIFEST
from simdoc.index.manifest import TEMPORARY_PREFIX, Manifest
from simdoc.index.preparation import SEGMENT_PREFIX, is_abandoned

DELETIONS_PREFIX = "deletions-"
BOILERPLATE_PREFIX = "boilerplate-"


def remove_unnamed(folder: Path, manifest: Manifest) -> None:
    """Remove every file and folder of ours that `manifest` does not name, except segments that
    somebody is preparing. Failing to remove something is no harm: the next commit tries again."""
    keep = manifest.names() | {MANIFEST, COMMIT_LOCK}
    for path in folder.iterdir():
        if path.name in keep:
            continue
        with contextlib.suppress(OSError):
            if path.name.startswith(SEGMENT_PREFIX):
                if is_abandoned(path):
                    shutil.rmtree(path, ignore_errors=True)
            elif path.name.startswith((TEMPORARY_PREFIX, DELETIONS_PREFIX, BOILERPLATE_PREFIX)):
                path.unlink()
