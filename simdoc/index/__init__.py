"""From fingerprints to postings on disk, and back from a fingerprint to who has it.

format           what lies on disk; its docstring is the specification
arrays           array files whose size and header are known beforehand
external_sort    any number of postings in order, in little memory
segment_writer   documents → a prepared segment
preparation      folders that somebody is filling
segment          one open segment
manifest         what is searchable now; replacing it is the commit
snapshot         what a query holds: all segments as if they were one
boilerplate      fingerprints in too many documents to mean anything
index            Index: commit · merge · snapshot
merge_policy     which segments to merge
merge            several segments into one
cleaning         removing what no manifest names
set_aside        taking damaged parts out
verify           reading every byte and proving every invariant
locks            locks that the kernel frees when their holder dies
"""
