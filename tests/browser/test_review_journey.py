"""A reviewer's journeys through the dashboard, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from simdoc import Corpus
from simdoc.evaluation.sample_corpus import sample_documents

WAIT = 30_000


@pytest.fixture(autouse=True)
def patient() -> None:
    expect.set_options(timeout=WAIT)


def click_cell(page: Page, table: int = 0, row: int = 0) -> None:
    """Click the first cell of a row; tables are drawn on a canvas."""
    frame = page.get_by_test_id("stDataFrame").nth(table)
    frame.locator('[role="gridcell"]').first.wait_for(state="attached", timeout=WAIT)
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 60, box["y"] + 35 * (row + 1) + 17)


def in_view(scroller: Locator, piece: Locator) -> bool:
    """Whether the top of a highlighted piece lies inside what its pane shows."""
    outer, inner = scroller.bounding_box(), piece.bounding_box()
    if outer is None or inner is None:
        return False
    return outer["y"] - 1 <= inner["y"] < outer["y"] + outer["height"]


def wait_in_view(page: Page, ordinal: int) -> None:
    """Until both panes show the passage."""
    for side in range(2):
        scroller = page.locator(".scroller").nth(side)
        piece = scroller.locator(f'.mark[data-mark="{ordinal - 1}"]').first
        for _ in range(100):
            if in_view(scroller, piece):
                break
            page.wait_for_timeout(50)
        assert in_view(scroller, piece), f"pane {side} does not show passage {ordinal}"


def pair_of_many(folder: Path) -> tuple[Path, int]:
    """A sample PDF, and how many passages it shares with the document most similar to it."""
    file = sample_documents() / "PRA215" / "odstoupeni-spotrebitele.pdf"
    with Corpus.open(folder, create=False) as corpus:
        answer = corpus.similar_to(file)
        others = [row for row in answer.similar if not row.same_bytes]
        return file, len(corpus.compare(file, others[0].doc_id).passages)


def test_from_an_uploaded_pdf_to_a_passage_and_back_by_its_address(
    page: Page, dashboard: str, sample_corpus: Path
) -> None:
    file, _ = pair_of_many(sample_corpus)
    page.locator('input[type="file"]').first.set_input_files(file)
    expect(page).to_have_url(re.compile("upload="))
    expect(page.get_by_test_id("stMetricValue").first).to_contain_text("%")
    click_cell(page, 0, 1)
    expect(page).to_have_url(re.compile("other="))
    marks = page.locator(".scroller").nth(0).locator(".mark")
    marks.first.wait_for(timeout=WAIT)
    wanted = min(3, len({mark.get_attribute("data-mark") for mark in marks.all()}))
    page.locator(".scroller").nth(0).locator(f'.mark[data-mark="{wanted - 1}"]').first.click()
    wait_in_view(page, wanted)
    expect(page).to_have_url(re.compile(f"passage={wanted}"))
    page.reload()
    page.locator(".scroller").nth(1).locator(".mark").first.wait_for(timeout=WAIT)
    wait_in_view(page, wanted)


def test_an_upload_of_one_person_is_unknown_to_another(page: Page, dashboard: str) -> None:
    file = sample_documents() / "PRA215" / "odstoupeni-spotrebitele.pdf"
    page.locator('input[type="file"]').first.set_input_files(file)
    expect(page).to_have_url(re.compile("upload="))
    assert page.context.browser is not None
    other = page.context.browser.new_context().new_page()
    other.goto(dashboard)
    expect(other.get_by_role("heading", name="Review", exact=True)).to_be_visible()
    assert "odstoupeni" not in other.content()
    assert "upload=" not in other.url


def test_typing_narrows_the_documents_without_pressing_a_key_more(page: Page) -> None:
    box = page.get_by_role("searchbox").or_(page.get_by_role("textbox")).first
    box.wait_for(timeout=WAIT)
    box.press_sequentially("docházkvý systém")  # with a typing error
    table = page.get_by_test_id("stDataFrame").first
    expect(table.locator('[role="gridcell"]').first).to_contain_text("docházkového systému")


def test_hostile_text_and_names_show_as_text_and_run_nothing(
    page: Page, dashboard: str, tmp_path: Path
) -> None:
    hostile = (
        "<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 2'> "
        "[click](javascript:window.hacked=3) **bold** # head $x$ :red[r] \u202egnihtyna\u202c "
    )
    ran: list[str] = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    words = " ".join(f"word{number}" for number in range(80))
    one, two = tmp_path / "<img src=x onerror=alert(1)>.txt", tmp_path / "**b** [x](y).txt"
    for file in (one, two):
        file.write_text(hostile + words + hostile, "utf-8")
    page.goto(f"{dashboard}/compare")
    for side, file in enumerate((one, two)):
        boxes = page.locator('input[type="file"]')
        expect(boxes).to_have_count(2 - side)
        boxes.first.set_input_files(file)
        expect(page).to_have_url(re.compile("[?&]a=" if side == 0 else "[?&]b="))
    pane = page.locator(".scroller").first
    pane.locator(".mark").first.wait_for(timeout=WAIT)
    assert "<script>window.hacked = 1</script>" in (pane.text_content() or "")
    assert page.evaluate("window.hacked") is None
    assert not ran
    assert page.locator("main img[src='x']").count() == 0
    expect(page.get_by_text("<img src=x onerror=alert(1)>.txt").first).to_be_visible()


def test_the_interface_speaks_the_language_of_the_browser(page: Page, dashboard: str) -> None:
    assert page.context.browser is not None
    czech = page.context.browser.new_context(locale="cs-CZ").new_page()
    czech.goto(dashboard)
    expect(czech.get_by_role("heading", name="Dokument z korpusu")).to_be_visible()
    czech.get_by_text("SK", exact=True).click()
    expect(czech.get_by_role("heading", name="Vlastný súbor")).to_be_visible()
    expect(czech).to_have_url(re.compile("lang=sk"))


def test_everything_is_reached_by_the_keyboard_alone(
    page: Page, dashboard: str, sample_corpus: Path
) -> None:
    with Corpus.open(sample_corpus, create=False) as corpus:
        pair = next(
            (row.doc_id, other.doc_id)
            for row in corpus.documents()
            if row.status == "searchable"
            for other in corpus.similar_to(row.doc_id).similar[:1]
            if len(corpus.compare(row.doc_id, other.doc_id).passages) >= 2
        )
    page.goto(f"{dashboard}/?document={pair[0]}&other={pair[1]}&passage=1")
    page.locator(".mark").first.wait_for(timeout=WAIT)
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "() => { let e = document.activeElement; while (e && e.shadowRoot && "
            "e.shadowRoot.activeElement) e = e.shadowRoot.activeElement; return e.className; }"
        )
        if "scroller" in str(focused):
            break
    assert "scroller" in str(focused)
    page.keyboard.press("n")
    wait_in_view(page, 2)
    page.keyboard.press("p")
    wait_in_view(page, 1)
