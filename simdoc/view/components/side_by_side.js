// Two panes that walk from passage to passage together.

const views = new WeakMap();
const wishes = { linked: true, differing: true }; // last as long as the page is open

class SideBySide {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.report = new Report();
    this.chosen = null;
    this.serial = null;
    this.driver = null;
    const { labels, marks } = data;
    this.panes = data.sides.map((side) => new TextPane(side, marks, labels));
    this.landmarks = this.panes.map((_, at) => this.landmarksOf(at));
    this.walk = new Walk(labels, marks.names.length, (by) => this.step(by));
    const wish = (name, text, changed) =>
      tick(text, wishes[name], (ticked) => {
        wishes[name] = ticked;
        changed();
      });
    const ticks = make("div", "ticks");
    ticks.append(
      wish("differing", labels.differing, () => this.showDiffering()),
      wish("linked", labels.linked, () => {
        if (this.driver) this.follow(this.driver);
      }),
    );
    this.walk.element.append(ticks);
    const panes = make("div", "panes");
    panes.append(...this.panes.map((pane) => pane.element));
    root.append(this.walk.element, panes);
    root.classList.toggle("untitled", data.sides.every((side) => !side.subtitle));
    this.showDiffering();
    onStepKeys(root, (by) => this.step(by));
    for (const pane of this.panes) {
      pane.onTake = () => {
        this.driver = pane;
      };
      pane.onScroll = () => {
        if (this.driver === pane) this.follow(pane);
      };
      onMarkClick(pane, (mark, event) => this.choose(mark, pane, event));
    }
  }

  update(data) {
    for (const pane of this.panes) pane.fit(); // another theme has other colours
    if (data.ask.serial === this.serial) return;
    this.serial = data.ask.serial;
    if (data.ask.ordinal !== null) this.goTo(data.ask.ordinal - 1);
  }

  destroy() {
    this.report.forget();
    for (const pane of this.panes) pane.destroy();
  }

  showDiffering() {
    this.root.classList.toggle("without-differing", !wishes.differing);
  }

  /** Passage by passage in the order of one side: where it stands here, and there. */
  landmarksOf(at) {
    const { starts, ends } = this.data.sides[at];
    const { starts: otherStarts, ends: otherEnds } = this.data.sides[1 - at];
    return starts
      .map((start, mark) => [start, ends[mark], otherStarts[mark], otherEnds[mark]])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /** The place of the other side that goes with a place: straight lines from passage to passage. */
  across(at, place) {
    let before = [0, 0];
    let after = [this.panes[at].length, this.panes[1 - at].length];
    let inside = null;
    for (const [start, end, otherStart, otherEnd] of this.landmarks[at]) {
      if (start > place) {
        after = [start, otherStart];
        break;
      }
      if (place < end && (!inside || end - start < inside[1] - inside[0])) {
        inside = [start, end, otherStart, otherEnd];
      }
      if (end <= place && end >= before[0]) before = [end, otherEnd];
    }
    const [low, high, otherLow, otherHigh] = inside ?? [before[0], after[0], before[1], after[1]];
    const share = (place - low) / Math.max(1, high - low);
    return Math.round(otherLow + share * (otherHigh - otherLow));
  }

  /** Scroll the other pane in step with this one. */
  follow(pane) {
    if (!wishes.linked) return;
    const at = this.panes.indexOf(pane);
    const other = this.panes[1 - at];
    const { scrollTop, scrollHeight, clientHeight } = pane.scroller;
    // The line that is kept in step slides from the top edge to a third, and at the end of the
    // text to the bottom edge, so that both ends of both texts can be reached.
    const left = scrollHeight - clientHeight - scrollTop;
    const offset = Math.max(Math.min(clientHeight / 3, scrollTop), clientHeight - left - 1);
    const place = this.across(at, pane.placeAt(scrollTop + offset));
    other.moving += 1;
    other.scroller.scrollTop = Math.round(other.top(Math.min(place, other.length - 1)) - offset);
  }

  /** The next passage or the one before: of the current one, or of what the reader looks at. */
  step(by) {
    const count = this.data.marks.names.length;
    if (!count) return;
    const query = this.panes[0];
    let next;
    if (this.chosen !== null && (this.driver === null || query.shows(this.chosen))) {
      next = this.chosen + by;
    } else {
      const { scrollTop, clientHeight } = query.scroller;
      const here = this.chosen === null ? 0 : query.placeAt(scrollTop + clientHeight / 4);
      const { starts } = query.side;
      next = starts.findIndex((start) => start >= here);
      if (next < 0) next = count;
      if (by < 0) next -= 1;
    }
    this.goTo(Math.min(count - 1, Math.max(0, next)));
    this.tell();
  }

  goTo(mark) {
    if (mark < 0 || mark >= this.data.marks.names.length) return;
    this.setChosen(mark);
    for (const pane of this.panes) {
      pane.bring(pane.side.starts[mark], Math.min(120, pane.scroller.clientHeight / 4));
    }
  }

  /** A click in one pane: that pane stays, the other comes to the same height.
   *
   * A passage that starts near the bottom is brought up instead: most of it is out of view. */
  choose(mark, pane, event) {
    const { starts, ends } = pane.side;
    const other = this.panes[1 - this.panes.indexOf(pane)];
    const { top, height } = pane.scroller.getBoundingClientRect();
    const offset = pane.box(starts[mark]).top - top;
    if (offset > 0.7 * height) {
      this.goTo(mark);
    } else {
      this.setChosen(mark);
      let share = 0;
      let below = offset;
      if (offset < 0) {
        below = event.clientY - top;
        const place = pane.placeAt(pane.scroller.scrollTop + below);
        share = (place - starts[mark]) / Math.max(1, ends[mark] - starts[mark]);
      }
      const size = other.side.ends[mark] - other.side.starts[mark];
      other.bring(other.side.starts[mark] + Math.round(share * size), below);
    }
    this.tell();
  }

  setChosen(mark) {
    this.driver = null;
    this.chosen = mark;
    for (const pane of this.panes) pane.setCurrent(mark);
    this.walk.show(mark, this.data.marks.names[mark], this.data.marks.more[mark]);
  }

  tell() {
    const { content } = this.data;
    this.report.tell({ content, serial: this.serial, ordinal: this.chosen + 1 });
  }
}

export default function (component) {
  return keepView(views, component, (root, data) => new SideBySide(root, data));
}
