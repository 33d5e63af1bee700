"""`simdoc evaluate`: what is found against what is known to be there."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tqdm import tqdm

from simdoc.adding import AddOptions
from simdoc.cli import contract
from simdoc.cli.commands import DONE, add_with_progress, emit
from simdoc.cli.demo import demo_folder
from simdoc.corpus import Corpus
from simdoc.errors import SimdocError
from simdoc.evaluation import pan, retrieval, sample
from simdoc.evaluation.detectors import ReuseDetector
from simdoc.evaluation.sample_corpus import sample_documents


def evaluate(arguments: argparse.Namespace) -> int:
    """simdoc evaluate sample, simdoc evaluate pan FOLDER"""
    if arguments.what == "sample":
        return _evaluate_sample(arguments)
    if arguments.folder is None:
        raise SimdocError("say which corpus: 'simdoc evaluate pan FOLDER'")
    return (_evaluate_retrieval if arguments.retrieval else _evaluate_pan)(arguments)


def _evaluate_sample(arguments: argparse.Namespace) -> int:
    with Corpus.open(demo_folder(arguments)) as corpus:
        add_with_progress(corpus, [sample_documents()], AddOptions(), lambda line: None)
        result = sample.evaluate_sample(corpus)
    emit(arguments, contract.answer(**dataclasses.asdict(result)), lambda: sample.describe(result))
    return DONE


def _evaluate_pan(arguments: argparse.Namespace) -> int:
    """The passages of every pair; files of detections below --out."""
    with _progress("detecting", "pair") as progress:
        results = pan.evaluate_pan(
            arguments.folder,
            ReuseDetector(),
            out=arguments.out,
            half=arguments.half,
            every=arguments.every,
            progress=progress,
        )
    emit(arguments, contract.answer(**dataclasses.asdict(results)), lambda: pan.describe(results))
    return DONE


def _evaluate_retrieval(arguments: argparse.Namespace) -> int:
    """Whether `similar` finds the true sources; --corpus keeps the index for the next time."""
    with contextlib.ExitStack() as stack:
        folder = arguments.corpus or stack.enter_context(tempfile.TemporaryDirectory("-simdoc"))
        corpus = stack.enter_context(Corpus.open(Path(folder)))
        with _progress("adding", "file") as progress:
            retrieval.add_sources(corpus, arguments.folder, progress)
        with _progress("asking", "query") as progress:
            results = retrieval.evaluate_retrieval(
                arguments.folder, corpus, arguments.half, arguments.every, progress
            )
    answer = contract.answer(**dataclasses.asdict(results))
    emit(arguments, answer, lambda: retrieval.describe(results))
    return DONE


@contextlib.contextmanager
def _progress(what: str, unit: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error."""
    with tqdm(total=0, desc=what, unit=unit, file=sys.stderr, disable=None) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show
