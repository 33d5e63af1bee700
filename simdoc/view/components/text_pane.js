// A whole text in a scroll pane, with marked stretches, page numbers and a map of it all.
//
// Every offset is in units of UTF-16, as this language counts. Text is only ever written as text
// nodes, whose units are those of the text one to one, so a place can be found back exactly.

const BLOCK = 3000; // units in a block that the browser lays out, or skips, as a whole
const LONGEST_LINE = 12000; // a line longer than this is cut into blocks at a space
const CONTROL_NAMES = {
  "\u061c": "ALM", "\u200e": "LRM", "\u200f": "RLM", "\u202a": "LRE", "\u202b": "RLE",
  "\u202c": "PDF", "\u202d": "LRO", "\u202e": "RLO", "\u2066": "LRI", "\u2067": "RLI",
  "\u2068": "FSI", "\u2069": "PDI",
};
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SHOWN_CONTROL = "\u21c6"; // one unit, like the character it stands for

function make(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** A title as one line of text in which nothing reorders its surroundings. */
function plainLine(text) {
  return text.replace(CONTROLS, SHOWN_CONTROL).replace(/\s+/g, " ").trim();
}

/** The last ordinal whose value is at most `wanted`, or 0. */
function lastAtMost(count, valueAt, wanted) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (valueAt(middle) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

class TextPane {
  /**
   * `side` has the text, `starts` and `ends` of every mark, the segments that they make, and the
   * pages; `marks` says how each mark looks, the same on both sides.
   */
  constructor(side, marks, labels) {
    Object.assign(this, { side, marks, labels });
    this.length = side.text.length;
    this.nodes = [];
    this.nodeStarts = [];
    this.blocks = [];
    this.pieces = new Map();
    this.current = null;
    this.moving = 0;
    this.range = document.createRange();
    this.onScroll = () => {};
    this.onTake = () => {};

    this.element = make("section", "pane");
    const heading = make("header", "heading");
    const role = make("div", "role", side.role);
    const title = make("h3", "title", plainLine(side.title));
    title.title = plainLine(side.title);
    heading.append(role, title, make("div", "subtitle", plainLine(side.subtitle)));
    const body = make("div", "body");
    this.scroller = make("div", "scroller");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "region");
    this.scroller.setAttribute("aria-label", `${side.role}: ${plainLine(side.title)}`);
    this.map = make("div", "map");
    this.map.setAttribute("aria-hidden", "true"); // the keyboard scrolls the pane itself
    this.canvas = make("canvas");
    this.window = make("div", "window");
    this.map.append(this.canvas, this.window);
    body.append(this.scroller, this.map);
    this.element.append(heading, body);
    this.build();
    this.listen();
  }

  /** Write the text in one pass: blocks of whole lines, in them pieces of marks. */
  build() {
    const { text, segmentStarts, segmentEnds, segmentMarks, differing } = this.side;
    const { pageStarts, pageLabels, starts } = this.side;
    const order = starts.map((_, mark) => mark).sort((a, b) => starts[a] - starts[b]);
    let segment = 0;
    let difference = 0;
    let page = 0;
    let badge = 0;
    CONTROLS.lastIndex = 0;
    let control = CONTROLS.exec(text);
    const fragment = document.createDocumentFragment();
    for (let place = 0; place < text.length || (place === 0 && this.blocks.length === 0); ) {
      const blockEnd = this.blockEnd(place);
      const block = make("div", "block");
      block.dir = "auto";
      this.blocks.push({ element: block, start: place, end: blockEnd });
      let piece = null;
      let pieceOf = -1;
      do {
        while (segment < segmentStarts.length && segmentEnds[segment] <= place) segment += 1;
        while (difference < differing.length && differing[difference + 1] <= place) difference += 2;
        let end = blockEnd;
        const within = segment < segmentStarts.length && segmentStarts[segment] <= place;
        if (segment < segmentStarts.length) {
          end = Math.min(end, within ? segmentEnds[segment] : segmentStarts[segment]);
        }
        let parent = block;
        if (within) {
          if (pieceOf !== segment) {
            piece = this.piece(segmentMarks[segment]);
            pieceOf = segment;
            block.append(piece);
          }
          parent = piece;
        }
        while (page < pageStarts.length && pageStarts[page] <= place) {
          const label = make("span", "page");
          label.dataset.label = pageLabels[page];
          parent.append(label);
          page += 1;
        }
        while (badge < order.length && starts[order[badge]] <= place) {
          parent.append(this.badge(order[badge]));
          badge += 1;
        }
        if (page < pageStarts.length) end = Math.min(end, pageStarts[page]);
        if (badge < order.length) end = Math.min(end, starts[order[badge]]);
        if (difference < differing.length) {
          const differs = differing[difference] <= place;
          end = Math.min(end, differing[difference + (differs ? 1 : 0)]);
          if (differs && within) {
            const word = make("span", "differs");
            parent.append(word);
            parent = word;
          }
        }
        if (control && control.index === place) {
          end = place + 1;
          const shown = make("span", "control");
          shown.title = CONTROL_NAMES[control[0]];
          this.write(shown, SHOWN_CONTROL, place);
          parent.append(shown);
          control = CONTROLS.exec(text);
        } else {
          if (control) end = Math.min(end, control.index);
          this.write(parent, text.slice(place, end), place);
        }
        place = end;
      } while (place < blockEnd);
      fragment.append(block);
      if (text.length === 0) break;
    }
    this.scroller.append(fragment);
    if (text.length === 0) this.scroller.append(make("p", "empty", this.labels.empty));
  }

  write(parent, text, start) {
    if (!text) return;
    const node = document.createTextNode(text);
    this.nodes.push(node);
    this.nodeStarts.push(start);
    parent.append(node);
  }

  /** Where a block that starts here ends: after a line break, else after a space. */
  blockEnd(start) {
    const { text } = this.side;
    if (start + BLOCK >= text.length) return text.length;
    const line = text.indexOf("\n", start + BLOCK);
    const end = line < 0 ? text.length : line + 1;
    if (end - start <= LONGEST_LINE) return end;
    const space = text.lastIndexOf(" ", start + LONGEST_LINE);
    if (space > start) return space + 1;
    const unit = text.charCodeAt(start + LONGEST_LINE);
    return start + LONGEST_LINE - (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0);
  }

  /** A piece of text under these marks, the smallest first, which gives it its look. */
  piece(under) {
    const piece = make("span", `mark ${this.look(under[0])}${under.length > 1 ? " several" : ""}`);
    piece.dataset.mark = under[0];
    for (const mark of under) {
      if (!this.pieces.has(mark)) this.pieces.set(mark, []);
      this.pieces.get(mark).push(piece);
    }
    return piece;
  }

  look(mark) {
    const colour = this.marks.colours[mark];
    return colour < 0 ? "grey" : `c${colour} u${this.marks.patterns[mark]}`;
  }

  /** The number at the start of a mark, drawn by the style sheet: no part of the text. */
  badge(mark) {
    const badge = make("span", `badge ${this.look(mark)}`);
    badge.dataset.mark = mark;
    badge.dataset.number = this.marks.badges[mark];
    badge.dataset.count = this.marks.counts[mark];
    badge.title = this.marks.names[mark];
    if (!badge.dataset.number && !badge.dataset.count) badge.hidden = true;
    badge.setAttribute("role", "button");
    badge.setAttribute("aria-label", this.marks.names[mark]);
    return badge;
  }

  listen() {
    let frame = 0;
    this.scroller.addEventListener(
      "scroll",
      () => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          this.placeWindow();
          this.onScroll(this);
        });
      },
      { passive: true },
    );
    for (const kind of ["wheel", "pointerdown", "touchstart", "keydown"]) {
      this.scroller.addEventListener(kind, () => this.take(), { passive: true });
    }
    this.map.addEventListener("pointerdown", (event) => {
      this.take();
      this.map.setPointerCapture(event.pointerId);
      this.scrollByMap(event);
    });
    this.map.addEventListener("pointermove", (event) => {
      if (this.map.hasPointerCapture(event.pointerId)) this.scrollByMap(event);
    });
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(this.scroller);
  }

  /** The reader moves this pane: what a jump still wanted to put right is let go. */
  take() {
    this.moving += 1;
    this.onTake(this);
  }

  destroy() {
    this.watcher.disconnect();
    this.moving += 1;
  }

  /** Guess the height of every block that is not laid out yet, for this width. */
  fit() {
    const { clientWidth, clientHeight } = this.scroller;
    if (!clientWidth || !clientHeight) return;
    if (this.fitted !== clientWidth) {
      this.fitted = clientWidth;
      const style = getComputedStyle(this.blocks[0].element);
      const context = document.createElement("canvas").getContext("2d");
      context.font = style.font;
      const sample = this.side.text.slice(0, 2000).replace(/\s+/g, " ") || "x";
      const letter = context.measureText(sample).width / sample.length || 8;
      const inner = clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const perLine = Math.max(10, (inner / letter) * 0.96);
      const height = parseFloat(style.lineHeight) || 23;
      for (const block of this.blocks) {
        let lines = 0;
        for (let start = block.start; start < block.end; ) {
          const found = this.side.text.indexOf("\n", start);
          const end = found < 0 || found >= block.end ? block.end : found;
          lines += Math.max(1, Math.ceil((end - start) / perLine));
          start = end + 1;
        }
        block.element.style.containIntrinsicSize = `auto ${Math.round(lines * height)}px`;
      }
    }
    this.draw();
  }

  /** Draw the map: every mark at its share of the text. */
  draw() {
    const height = this.map.clientHeight;
    const width = this.map.clientWidth;
    if (!height || !width) return;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = this.canvas.getContext("2d");
    context.scale(scale, scale);
    const style = getComputedStyle(this.map);
    const colourOf = (colour) => style.getPropertyValue(colour < 0 ? "--grey" : `--c${colour}`);
    const { starts, ends } = this.side;
    const order = starts.map((_, mark) => mark);
    order.sort((a, b) => (this.marks.colours[a] < 0 ? 0 : 1) - (this.marks.colours[b] < 0 ? 0 : 1));
    const block = (mark) => {
      const top = (starts[mark] / Math.max(1, this.length)) * height;
      const bottom = (ends[mark] / Math.max(1, this.length)) * height;
      return [Math.min(top, height - 3), Math.max(3, bottom - top)];
    };
    for (const mark of order) {
      const [top, size] = block(mark);
      context.fillStyle = colourOf(this.marks.colours[mark]);
      context.fillRect(3, top, width - 6, size - (size > 4 ? 1 : 0));
    }
    if (this.current !== null) {
      const [top, size] = block(this.current);
      context.strokeStyle = style.color;
      context.lineWidth = 2;
      context.strokeRect(1, Math.max(1, top - 1), width - 2, size + 2);
    }
    this.placeWindow();
  }

  /** Show on the map which part of the text is in view. */
  placeWindow() {
    const { scrollTop, clientHeight } = this.scroller;
    const share = (y) => (100 * this.about(y)) / Math.max(1, this.length);
    const top = share(scrollTop);
    this.window.style.top = `${top}%`;
    this.window.style.height = `${Math.max(0, share(scrollTop + clientHeight) - top)}%`;
  }

  scrollByMap(event) {
    const box = this.map.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
    const place = Math.round(share * this.length);
    this.scroller.scrollTop = this.top(place) - this.scroller.clientHeight / 2;
  }

  blockAt(y) {
    const at = lastAtMost(this.blocks.length, (i) => this.blocks[i].element.offsetTop, y);
    return this.blocks[at];
  }

  /** The place that stands about this far down: by the share of its block, which is quick. */
  about(y) {
    const { element, start, end } = this.blockAt(y);
    const share = (y - element.offsetTop) / Math.max(1, element.offsetHeight);
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  }

  /** The first place of the line that stands this far down. */
  placeAt(y) {
    const block = this.blockAt(y);
    const wanted = y - this.scroller.scrollTop + this.scroller.getBoundingClientRect().top;
    let low = block.start;
    let high = Math.max(block.start, block.end - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.box(middle).bottom > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Where in the window the character at a place stands. */
  box(place) {
    if (!this.nodes.length) return this.scroller.getBoundingClientRect();
    const at = lastAtMost(this.nodes.length, (i) => this.nodeStarts[i], place);
    const node = this.nodes[at];
    const offset = Math.min(Math.max(0, place - this.nodeStarts[at]), node.length - 1);
    this.range.setStart(node, offset);
    this.range.setEnd(node, offset + 1);
    const box = this.range.getBoundingClientRect();
    if (box.height) return box;
    return node.parentElement.getBoundingClientRect();
  }

  /** How far down the text a place stands. */
  top(place) {
    const above = this.scroller.getBoundingClientRect().top;
    return this.box(place).top - above + this.scroller.scrollTop;
  }

  /** Bring a place to `offset` below the top of the pane.
   *
   * Blocks that come into view take their true height, so the place is looked at again until it
   * stays where it was wanted. */
  bring(place, offset) {
    this.moving += 1;
    const turn = this.moving;
    let left = 6;
    const step = () => {
      if (turn !== this.moving) return;
      const wanted = Math.round(this.top(place) - offset);
      if (Math.abs(this.scroller.scrollTop - wanted) > 1) this.scroller.scrollTop = wanted;
      left -= 1;
      if (left) requestAnimationFrame(step);
    };
    step();
  }

  /** Whether any of a mark is in view. */
  shows(mark) {
    const { starts, ends } = this.side;
    const last = Math.max(starts[mark], ends[mark] - 1);
    const { scrollTop, clientHeight } = this.scroller;
    return this.top(starts[mark]) < scrollTop + clientHeight && this.top(last) + 20 > scrollTop;
  }

  setCurrent(mark) {
    for (const piece of this.pieces.get(this.current) ?? []) piece.classList.remove("current");
    this.current = mark;
    for (const piece of this.pieces.get(mark) ?? []) piece.classList.add("current");
    this.draw();
  }
}

/** Tell of a click on a mark, but not of one that ends the selecting of text. */
function onMarkClick(pane, tell) {
  let down = null;
  pane.scroller.addEventListener("pointerdown", (event) => {
    down = [event.clientX, event.clientY];
  });
  pane.scroller.addEventListener("click", (event) => {
    if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 5) return;
    const hit = event.target.closest?.("[data-mark]");
    if (hit) tell(Number(hit.dataset.mark), event);
  });
}

/** Buttons to walk from mark to mark, a counter, and what is said about the current one. */
class Walk {
  constructor(labels, count, step) {
    this.labels = labels;
    this.count = count;
    this.element = make("div", "walk");
    this.element.setAttribute("role", "toolbar");
    this.element.setAttribute("aria-label", labels.toolbar);
    const button = (text, name, by) => {
      const made = make("button", "step", text);
      made.type = "button";
      made.title = name;
      made.setAttribute("aria-label", name);
      made.disabled = count === 0;
      made.addEventListener("click", () => step(by));
      return made;
    };
    this.counter = make("span", "counter");
    this.about = make("span", "about");
    const live = make("span", "live");
    live.setAttribute("aria-live", "polite");
    live.append(this.counter, this.about);
    this.element.append(
      button("\u2039", labels.previous, -1),
      button("\u203a", labels.next, 1),
      live,
    );
    this.show(null, "", "");
  }

  show(mark, name, more) {
    this.counter.textContent = `${mark === null ? "–" : mark + 1} / ${this.count}`;
    this.about.replaceChildren(make("span", "name", name || this.labels.hint));
    if (more) this.about.append(make("span", "more", more));
    this.about.title = more ? `${name} · ${more}` : name;
  }
}

/** A labelled box to tick; calls back with whether it is ticked. */
function tick(text, ticked, change) {
  const label = make("label", "tick");
  const box = make("input");
  box.type = "checkbox";
  box.checked = ticked;
  box.addEventListener("change", () => change(box.checked));
  label.append(box, make("span", "", text));
  return label;
}

const STEPS = { n: 1, j: 1, ArrowRight: 1, p: -1, k: -1, ArrowLeft: -1 };

/** n, j or → for the next mark, p, k or ← for the one before, wherever in the view one stands. */
function onStepKeys(root, step) {
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation();
    step(STEPS[event.key]);
  });
}

/** Tell what is wanted once the reader has come to rest. */
class Report {
  constructor() {
    this.send = () => {};
    this.timer = 0;
  }

  tell(value) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(value), 400);
  }

  forget() {
    clearTimeout(this.timer);
  }
}

/** One view for as long as its content stays the same: a rerun of the page builds nothing anew. */
function keepView(views, component, build) {
  const { data, parentElement, setStateValue } = component;
  let view = views.get(parentElement);
  if (!view || view.content !== data.content) {
    view?.destroy();
    const root = parentElement.querySelector(".root");
    root.replaceChildren();
    view = build(root, data);
    view.content = data.content;
    views.set(parentElement, view);
  }
  view.report.send = (value) => setStateValue("chosen", value);
  view.update(data);
  return () => {
    view.destroy();
    views.delete(parentElement);
  };
}
