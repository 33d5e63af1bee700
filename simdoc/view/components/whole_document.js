// One pane: what of a document is found elsewhere, and which document explains it best.

const views = new WeakMap();

class WholeDocument {
  constructor(root, data) {
    this.data = data;
    this.report = new Report();
    this.chosen = null;
    this.pane = new TextPane(data.side, data.marks, data.labels);
    this.walk = new Walk(data.labels, data.marks.names.length, (by) => this.step(by));
    const legend = make("div", "legend");
    legend.setAttribute("role", "list");
    legend.setAttribute("aria-label", data.labels.legend);
    for (const { colour, pattern, number, title } of data.legend) {
      const row = make("span", "entry");
      row.setAttribute("role", "listitem");
      const badge = make("span", `badge c${colour} u${pattern}`);
      badge.dataset.number = number;
      badge.dataset.count = "";
      row.title = plainLine(title);
      row.append(badge, make("span", "entry-title", plainLine(title)));
      legend.append(row);
    }
    const panes = make("div", "panes");
    panes.append(this.pane.element);
    root.classList.toggle("untitled", !data.side.subtitle);
    root.append(this.walk.element, legend, panes);
    onStepKeys(root, (by) => this.step(by));
    this.pane.onTake = () => {
      this.moved = true;
    };
    onMarkClick(this.pane, (mark) => this.choose(mark));
  }

  update() {
    this.pane.fit();
  }

  destroy() {
    this.report.forget();
    this.pane.destroy();
  }

  step(by) {
    const count = this.data.marks.names.length;
    if (!count) return;
    let next = this.chosen === null ? 0 : this.chosen + by;
    if (this.moved && this.chosen !== null && !this.pane.shows(this.chosen)) {
      const { scrollTop, clientHeight } = this.pane.scroller;
      const here = this.pane.placeAt(scrollTop + clientHeight / 4);
      next = this.data.side.starts.findIndex((start) => start >= here);
      if (next < 0) next = count;
      if (by < 0) next -= 1;
    }
    next = Math.min(count - 1, Math.max(0, next));
    this.choose(next);
    this.pane.bring(this.data.side.starts[next], Math.min(120, this.pane.scroller.clientHeight / 4));
  }

  choose(mark) {
    this.moved = false;
    this.chosen = mark;
    this.pane.setCurrent(mark);
    this.walk.show(mark, this.data.marks.names[mark], "");
    this.report.tell({ content: this.data.content, ordinal: mark });
  }
}

export default function (component) {
  return keepView(views, component, (root, data) => new WholeDocument(root, data));
}
