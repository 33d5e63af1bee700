"""Builds the documents of the sample corpus from the texts in sample_corpus/sources.

    python -m sample_corpus.build

run from the root of the repository writes sample_corpus/documents (with its metadata.csv) and
sample_corpus/truth.json anew. The journey of a source:

    sources.py   front matter and text of every source
    plants.py    copies put in where the sources ask for them
    blocks.py    headings, paragraphs, quotations, list items and footnotes
    pdf.py, office.py, rtf.py, web.py, bad_files.py   the file itself
    truth.py     where each planted passage lies in the text that simdoc extracts

The same sources give the same bytes with the same versions of the libraries: dates and ids are
fixed, nothing is random.
"""
