"""The corpus page as a newcomer sees it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

WAIT = 30_000


def choose_row(page: Page, table: int, row: int) -> None:
    """Click the box at the left of a row, as a person would: the table is drawn on a canvas."""
    frame = page.get_by_test_id("stDataFrame").nth(table)
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 16, box["y"] + 35 * (row + 1) + 17)


def test_the_first_run_shows_the_documents_and_what_could_not_be_read(page: Page) -> None:
    metrics = page.get_by_test_id("stMetricValue")
    expect(metrics.nth(0)).to_have_text("67", timeout=WAIT)
    expect(metrics.nth(1)).to_have_text("4")
    expect(page.get_by_role("heading", name="Could not be read")).to_be_visible()


def test_from_a_document_to_its_similar_ones_to_the_passages(page: Page) -> None:
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible(timeout=WAIT)
    choose_row(page, table=0, row=4)
    expect(page.get_by_text("of its chunks are found in other documents")).to_be_visible(
        timeout=WAIT
    )
    expect(page.get_by_text("This document: Protokol")).to_be_visible()
    choose_row(page, table=1, row=0)
    expect(page.get_by_text("Passage 1:")).to_be_visible(timeout=WAIT)
    texts = page.get_by_test_id("stText").filter(has_text="katal")
    expect(texts.nth(1)).to_be_visible()
