"""The corpus page as a newcomer and a teacher use it."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

WAIT = 30_000
HOSTILE = "<img src=x onerror=alert(1)> **b**"


def test_a_link_to_the_page_shows_the_documents_and_what_could_not_be_read(
    page: Page, dashboard: str
) -> None:
    page.goto(f"{dashboard}/corpus")
    metrics = page.get_by_test_id("stMetricValue")
    expect(metrics.nth(0)).to_have_text("67", timeout=WAIT)
    expect(metrics.nth(2)).to_have_text("4")
    expect(page.get_by_role("link", name="Review")).to_be_visible()


def test_an_added_file_is_found_on_the_review_page_without_a_restart(
    page: Page, dashboard: str, tmp_path: Path
) -> None:
    file = tmp_path / f"{HOSTILE.replace('/', '')}.txt"
    file.write_text(" ".join(f"unheard{number}" for number in range(60)), "utf-8")
    ran: list[str] = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.goto(f"{dashboard}/corpus")
    page.get_by_text("Add documents").first.click()
    page.locator('input[type="file"]').first.set_input_files(file)
    add = page.get_by_role("button", name=re.compile(r"^Add \d+ file"))
    expect(add).to_be_enabled(timeout=WAIT)
    add.click()
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible(timeout=WAIT)
    page.get_by_role("link", name="Review").click()
    box = page.get_by_role("textbox").or_(page.get_by_role("searchbox")).first
    box.wait_for(timeout=WAIT)
    box.press_sequentially("onerror alert")
    cell = page.get_by_test_id("stDataFrame").first.locator('[role="gridcell"]').first
    expect(cell).to_contain_text("onerror=alert(1)", timeout=WAIT)
    assert not ran
