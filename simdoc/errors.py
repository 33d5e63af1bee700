"""The exception tree.

    SimdocError
    ├── ExtractionError         a document could not be read: which, and why
    ├── CorruptIndexError       a file of the index is not what the manifest says
    ├── IncompatibleIndexError  made by other settings or another version; with the remedy
    ├── IndexLockedError        somebody else holds the lock; with who
    ├── UnknownDocumentError    no such document in this corpus
    ├── UnknownUploadError      no upload of that token, or none any more
    ├── SettingsError           a setting that does not exist or makes no sense
    ├── MetadataError           a metadata.csv that cannot be used: which rows, and why
    └── TaskError               work in a child process did not end well
        ├── TaskTimeLimit       it took longer than its limit
        ├── TaskMemoryLimit     it wanted more memory than its limit
        └── TaskCrash           its process died

Every message says what happened, to what, and what to do.
"""

from __future__ import annotations

from pathlib import Path


def _copy(
    kind: type[SimdocError], arguments: tuple[object, ...], state: dict[str, object]
) -> SimdocError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(state)
    return error


class SimdocError(Exception):
    """Anything simdoc itself reports; the command line prints it without a traceback.

    All come out of a worker process as they went in, whatever their constructor takes.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _copy, (type(self), self.args, vars(self))


class ExtractionError(SimdocError):
    """A document that gave no text. `reason` is written for a reviewer, not for a programmer."""

    def __init__(self, document: str, reason: str) -> None:
        super().__init__(f"{document}: {reason}")
        self.document = document
        self.reason = reason


class CorruptIndexError(SimdocError):
    """A file of the index that is missing, truncated or altered."""

    def __init__(self, path: Path | str, expected: object, found: object) -> None:
        super().__init__(
            f"{path}: expected {expected}, found {found}; "
            "run 'simdoc verify' to set the damage aside"
        )
        self.path = Path(path)
        self.expected = expected
        self.found = found


class IncompatibleIndexError(SimdocError):
    """An index that this version, or these settings, cannot answer from."""

    def __init__(self, found: object, supported: object, remedy: str) -> None:
        super().__init__(f"the index has {found}, this is {supported}; {remedy}")
        self.found = found
        self.supported = supported
        self.remedy = remedy


class IndexLockedError(SimdocError):
    """Another process holds the lock."""

    def __init__(self, path: Path | str, holder: str) -> None:
        super().__init__(f"{path} is held by {holder}; wait for it to finish, or stop it")
        self.path = Path(path)
        self.holder = holder


class UnknownDocumentError(SimdocError):
    """No document of that doc_id, or none that this viewer may see."""

    def __init__(self, doc_id: object) -> None:
        super().__init__(f"no document {doc_id} in this corpus; 'simdoc list' shows them all")
        self.doc_id = doc_id


class SettingsError(SimdocError):
    """A setting that does not exist, or a value outside its range."""


class MetadataError(SimdocError):
    """A metadata.csv that cannot be used. `problems` say the row and what is wrong with it."""

    def __init__(self, path: Path | str, problems: list[str]) -> None:
        shown = problems[:10] + [f"and {len(problems) - 10} more"] * (len(problems) > 10)
        super().__init__(f"{path}: {'; '.join(shown)}")
        self.path = Path(path)
        self.problems = problems

    def __reduce__(self) -> tuple[type[MetadataError], tuple[Path, list[str]]]:
        return type(self), (self.path, self.problems)


class TaskError(SimdocError):
    """Work given to a child process that did not end well."""


class TaskTimeLimit(TaskError):
    """The work was stopped because it took longer than its limit."""


class TaskMemoryLimit(TaskError):
    """The work was stopped because it wanted more memory than its limit."""


class TaskCrash(TaskError):
    """The process doing the work died."""


class UnknownUploadError(SimdocError):
    """No upload of that token, or none any more."""

    def __init__(self) -> None:
        super().__init__("this upload is not kept any more; upload the file again")
