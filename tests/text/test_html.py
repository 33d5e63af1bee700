"""HTML pages give what their readers see."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simdoc.errors import ExtractionError
from simdoc.settings import ExtractionSettings
from simdoc.text.extracted import Extracted
from simdoc.text.html import read
from simdoc.text.html_source import html_source, limited_depth

SETTINGS = ExtractionSettings()
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy."


def page(body: str, settings: ExtractionSettings = SETTINGS) -> Extracted:
    """What is read of a page with this body."""
    return read(f"<!doctype html><html><body>{body}</body></html>".encode(), "x.html", settings)


def is_text_or_reason(body: str) -> bool:
    """Whether a page with this body gives a text that can be stored, or a reason."""
    try:
        text = page(body).text
    except ExtractionError as error:
        return bool(error.reason)
    return any(map(str.isalnum, text)) and "\0" not in text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("<p>one\n   two\t<b>th</b>ree </p>", "one two three"),
        ("<p>one<b> two</b> <i> three</i></p>", "one two three"),
        ("one<br>two<br/><br>three", "one\ntwo\n\nthree"),
        ("<ul><li>one<li>two</ul>three", "one\ntwo\n\nthree"),
        ("<table><tr><td>a<td>b<tr><td>c<td> d </table>", "a\tb\nc\td"),
        ("<table><tr><td><p>a</p><p>b</p></td><td><p>c</p></td></tr></table>", "a\n\nb\tc"),
        ("<pre>\none\n  two\n\nthree</pre>", "one\n  two\n\nthree"),
        ("a &amp; b &lt;c&gt; &#345; &scaron; &copy;", "a & b <c> ř š ©"),
        ("v&nbsp;lese", "v\u00a0lese"),
        ("roz&shy;dělené", "roz\u00addělené"),
        ("<a href='http://x'>link</a><img alt='picture'>", "link"),
        ("<h1>Title</h1>text", "Title\n\ntext"),
        ("<dl><dt>word<dd>meaning</dl>", "word\nmeaning"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"),
        ("<p>never <b>closed", "never closed"),
        ("a < b and c > d", "a < b and c > d"),
        ("<wbr>un<wbr>broken", "unbroken"),
    ],
)
def test_the_text_stands_as_a_browser_shows_it(body: str, text: str) -> None:
    assert page(body).text == text


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x = 'secret'</script>",
        "<style>.secret{}</style>",
        "<template><p>secret</p></template>",
        "<noscript>secret</noscript>",
        "<iframe>secret</iframe>",
        "<svg><title>secret</title></svg>",
        "<select><option>secret</select>",
        "<button>secret</button>",
        "<textarea>secret</textarea>",
        "<p hidden>secret</p>",
        "<div style='color:red; DISPLAY : None'>secret<p>secret</p></div>",
        "<span style='visibility:hidden'>secret</span>",
        "<dialog>secret</dialog>",
        "<!-- secret -->",
        "<![CDATA[secret]]>",
        "<object>secret</object>",
    ],
)
def test_what_is_not_shown_is_not_read(hidden: str) -> None:
    assert page(f"<p>before</p>{hidden}<p>after</p>").text.split() == ["before", "after"]


NAVIGATION = [
    "<nav>menu</nav>",
    "<header>menu</header>",
    "<footer>menu</footer>",
    "<aside>menu</aside>",
    "<div role=navigation>menu</div>",
    "<div role=banner>menu</div>",
    "<ul class='nav top'>menu</ul>",
    "<div id=menu>menu</div>",
    "<div class='breadcrumbs'>menu</div>",
]


@pytest.mark.parametrize("menu", NAVIGATION)
def test_navigation_is_left_out_unless_the_setting_keeps_it(menu: str) -> None:
    body = f"{menu}<p>content</p>"
    assert page(body).text == "content"
    assert page(body, replace(SETTINGS, html_navigation=True)).text.split() == ["menu", "content"]


def test_the_header_of_an_article_and_its_notes_belong_to_it() -> None:
    body = "<article><header><h1>Title</h1></header>text<footer>end</footer></article>"
    assert page(body).text.split() == ["Title", "text", "end"]
    body = "<main>text</main><aside role='doc-endnotes'>a note</aside>"
    assert page(body).text.split() == ["text", "a", "note"]


def test_a_page_of_nothing_but_navigation_is_read_with_it() -> None:
    assert page("<header>all there is</header>").text == "all there is"


def test_title_author_date_and_language_are_read() -> None:
    source = (
        "<html lang=cs-CZ><head><title> Moje\n práce </title>"
        "<meta name=Author content='Jan Kašpar'><meta name='DC.Date' content='2020/05/01'></head>"
        "<body>text</body></html>"
    )
    extracted = read(source.encode(), "x.html", SETTINGS)
    assert extracted.title is not None
    assert extracted.title.split() == ["Moje", "práce"]
    assert (extracted.author, extracted.date, extracted.language) == (
        "Jan Kašpar",
        "2020-05-01",
        "cs",
    )
    assert extracted.text == "text"


@pytest.mark.parametrize(
    ("declaration", "encoding"),
    [
        ("<meta charset=utf-8>", "utf-8"),
        ("<meta charset='windows-1250'>", "cp1250"),
        ('<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2">', "iso8859-2"),
        ("", "utf-8"),
        ("", "cp1250"),
        ("", "utf-16"),
        ("", "utf-8-sig"),
        ("<meta charset=windows-1250>", "utf-8"),
        ("<meta charset=utf-8>", "cp1250"),
        ("<meta charset=no-such-thing>", "cp1250"),
        ("<meta charset=rot13>", "cp1250"),
        ("<meta charset=base64>", "cp1250"),
    ],
)
def test_the_encoding_is_found_even_where_the_page_lies(declaration: str, encoding: str) -> None:
    source = f"<html><head>{declaration}</head><body><p>{CZECH}</p></body></html>"
    assert read(source.encode(encoding), "x.html", SETTINGS).text == CZECH


def test_a_page_that_says_latin_1_means_windows() -> None:
    source = "<html><meta charset=iso-8859-1><p>Die Bürger – „ja“ – äußern</p>"
    assert read(source.encode("cp1252"), "x.html", SETTINGS).text == "Die Bürger – „ja“ – äußern"


def test_empty_elements_of_xhtml_do_not_swallow_the_page() -> None:
    source = (
        "<?xml version='1.0'?><html><head><title/><script src='x'/></head>"
        "<body>text<br/>more</body></html>"
    )
    assert read(source.encode(), "x.xhtml", SETTINGS).text == "text\nmore"


def test_a_hundred_thousand_nested_elements_are_read_quickly() -> None:
    start = time.monotonic()
    assert page("<div>" * 100_000 + "deep down").text == "deep down"
    assert page("<b>" * 100_000 + "bold").text == "bold"
    assert page("".join(f"<p><font x{n}>word" for n in range(3000))).text.count("word") == 3000
    assert time.monotonic() - start < 20


def test_the_depth_is_cut_where_browsers_cut_it() -> None:
    assert limited_depth("<p><i>" * 3 + "x", 9) == "<p><i>" * 3 + "x"
    assert limited_depth("<div>" * 3 + "x" + "</div>" * 3, 2) == "<div><div>x" + "</div>" * 3
    assert limited_depth("<u><u></u><i><em>x", 2) == "<u><u></u><i>x"


def test_balanced_pages_of_any_length_are_left_alone() -> None:
    source = "<div><p>one<p>two<ul><li>a<li>b</ul><br></div>" * 2000
    assert limited_depth(source) == source


def test_pictures_inside_the_page_cost_nothing() -> None:
    source, _ = html_source(b"<p>a<img src='data:" + b"A" * 100_000 + b"'>b</p>", "x")
    assert source == "<p>a<img>b</p>"


def test_a_text_longer_than_the_limit_is_refused() -> None:
    with pytest.raises(ExtractionError, match="longer than 50 characters"):
        page("<p>word" * 100, ExtractionSettings(maximum_characters=50))


@given(st.text(alphabet="<>/!-ab dipv=\"'&;#\n\0", max_size=300))
def test_no_soup_of_tags_gives_anything_but_a_text_or_a_reason(soup: str) -> None:
    assert is_text_or_reason(soup)
