"""Every number of the alignment, with its unit and reason, in one place.

Lengths are in words unless a name says otherwise, evidence is in nats. Numbers were chosen on the
half of the PAN 2013 training pairs that is for tuning. A part is switched off by its own number
(what to set is said there), so that what it brings can be measured.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AlignmentSettings:
    """How two texts are aligned."""

    # Background
    smoothing: float = 6000.0
    """Words of the pair's common background mixed into the word frequencies of each side."""
    leave_out: float = 1.5
    """Occurrences of a shared word that are left out of the background, because they may be the
    copy itself: without this the copied words of two short texts seem common (0 to below 2)."""
    corpus_words: float = 500.0
    """Words of the corpus's background mixed into the pair's (0 leaves the corpus out)."""

    # Seeds
    window: int = 24
    """Words of a window; a sentence or a little more."""
    stride: int = 8
    """Words between the starts of neighbouring windows."""
    seed_evidence: float = 7.0
    """Evidence from which a pair of windows is a seed."""
    dilation: int = 4
    """Windows by which seeds grow on all sides before those that touch become one."""

    slab: int = 400
    """Words of the query from which a group of seeds is refined in pieces."""

    # Refinement
    most: float = 4.0
    """The most that one word may speak for a copy."""
    query_noise: float = 0.3
    """Share of the words of a copied passage of the query that are new."""
    other_noise: float = 0.5
    """The same of the other side: what was left out."""
    rounds: int = 3
    """Times that both sides are fitted to each other."""
    drop: float = 36.0
    """Evidence that may be lost on the way to more of it."""
    surplus: float = 0.1
    """Share of a miss that a word counts for when the other side has it, but not as often (1
    counts a surplus as a miss; see `one_to_one`)."""
    one_to_one: bool = True
    """A word speaks for a copy only as often as the other side has it."""

    # Merging and selection
    merge_gap: int = 20
    """Words that two parts of one passage may lie apart, on both sides."""
    merge_share: float = 0.9
    """Share of the better part's evidence that the whole must have."""
    least_part: float = 8.0
    """Evidence that a part of a passage needs."""
    overlap: float = 0.3
    """Share of a passage of the query that a better one may cover."""

    # Passages
    usual_pairs: float = 1e7
    """Pairs of words (one of each text) up to which the thresholds hold as they are; beyond, all
    rise by the logarithm of how many times more there are."""
    least_evidence: float = 28.0
    """Evidence that a passage needs."""
    least_words: int = 12
    """Words that a passage needs on both sides."""
    least_characters: int = 150
    """Characters that a passage needs on both sides. A sentence or two; shorter agreements are
    mostly phrases. Partly suits PAN, whose passages are longer: 0 shows all, to readers who would
    rather judge a phrase themselves than miss one."""
    longer_characters: int = 220
    """Characters that the longer side of a passage needs that is not verbatim."""
    verbatim_characters: int = 150
    """Characters that a valid interval needs to stand as a passage of its own. No shorter than any
    other passage; PAN's tuning half is indifferent between 150 and 250."""
    dice: float = 0.4
    """Share of the weight of its rarer words that both sides of a passage must have in common
    (0 asks for none)."""

    # Summaries
    summaries: bool = True
    """Join scattered parts of the other side that one place of the query sums up."""
    summary_gap: int = 80
    """Words of the query between parts of one summary."""
    summary_ratio: float = 2.0
    """How many times longer the other side of a summary is."""
    summary_reach: int = 3000
    """Words of the other side that a summary may span: a chapter."""
    summary_evidence: float = 40.0
    """Evidence that all parts of a summary need together."""
    summary_best: float = 20.0
    """Evidence that its best part needs."""
    summary_share: float = 0.65
    """Share of the evidence that the best part may have: more is one passage, not a summary."""
    summary_density: float = 0.4
    """Evidence that a summary needs a word of the query: texts about one subject share names here
    and there, a summary draws on the other text throughout."""
    summary_part: int = 80
    """Words of the query that one part of a summary may have."""

    # Verbatim runs
    verbatim_runs: bool = True
    """Let runs of equal words fix borders and stand as passages."""
    gram: int = 6
    """Equal words in a row that begin a run."""
    run_gap: int = 7
    """Words that equal grams of a run may lie apart."""
    run_words: int = 16
    """Words that a run needs."""
    run_share: float = 0.7
    """Share of a passage that a run must cover on both sides to set its borders."""
    most_hits: int = 40
    """Places of a gram in the other text from which it says nothing."""

    # Borders
    border_bonus: float = 6.0
    """Evidence given up for a border where a sentence or paragraph ends (0 never moves one)."""
    border_reach: int = 30
    """Words that a border may be moved."""
    least_noise: float = 0.05
    """The least share of new words that a passage may show: borders are moved with the share that
    the passage itself shows, so that they are sharp where all is verbatim."""
    most_noise: float = 0.8
    """The greatest."""


DEFAULTS = AlignmentSettings()
