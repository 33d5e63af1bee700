// The whole document as one line, each passage a block on it.

const maps = new WeakMap();

function make(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

class DocumentMap {
  constructor(root, data) {
    this.send = () => {};
    this.bar = make("div", "bar");
    this.bar.setAttribute("role", "toolbar");
    this.bar.setAttribute("aria-label", data.name);
    this.tip = make("div", "tip");
    this.tip.hidden = true;
    this.blocks = data.lefts.map((left, at) => this.block(data, left, at));
    // One stop for the tab key; the arrows go from block to block.
    this.order = [...this.blocks.keys()].sort((a, b) => data.lefts[a] - data.lefts[b]);
    if (this.blocks.length) this.blocks[this.order[0]].tabIndex = 0;
    this.bar.append(...this.blocks);
    const pages = make("div", "pages");
    pages.setAttribute("aria-hidden", "true");
    for (const [left, label] of data.pages) {
      const page = make("span", "page", label);
      page.style.left = `${left}%`;
      pages.append(page);
    }
    pages.hidden = data.pages.length === 0;
    root.append(this.bar, pages, this.tip);
    this.bar.addEventListener("keydown", (event) => this.walk(event));
  }

  block(data, left, at) {
    const colour = data.colours[at];
    const wide = data.widths[at] >= 1.5; // a number would not fit into less
    const block = make("button", `block ${colour < 0 ? "grey" : `c${colour}`}`);
    if (wide) block.textContent = data.numbers[at];
    block.type = "button";
    block.tabIndex = -1;
    block.style.left = `${left}%`;
    block.style.width = `${data.widths[at]}%`;
    block.setAttribute("aria-label", data.labels[at]);
    // Short blocks lie above long ones, so that both can be reached.
    block.style.zIndex = String(1000 - Math.min(999, Math.round(data.widths[at] * 10)));
    block.addEventListener("click", () => this.send(at));
    const show = () => this.showTip(block, data.labels[at]);
    const hide = () => {
      this.tip.hidden = true;
    };
    block.addEventListener("pointerenter", show);
    block.addEventListener("focus", show);
    block.addEventListener("pointerleave", hide);
    block.addEventListener("blur", hide);
    return block;
  }

  showTip(block, label) {
    if (!label) return;
    this.tip.textContent = label;
    this.tip.hidden = false;
    const whole = this.bar.clientWidth;
    const middle = block.offsetLeft + block.offsetWidth / 2;
    const left = middle - this.tip.offsetWidth / 2;
    this.tip.style.left = `${Math.max(0, Math.min(whole - this.tip.offsetWidth, left))}px`;
  }

  walk(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const focused = this.blocks.indexOf(event.target);
    if (!by || focused < 0) return;
    event.preventDefault();
    const next = this.order[this.order.indexOf(focused) + by];
    if (next === undefined) return;
    this.blocks[focused].tabIndex = -1;
    this.blocks[next].tabIndex = 0;
    this.blocks[next].focus();
  }

  choose(chosen) {
    this.blocks.forEach((block, at) => block.classList.toggle("chosen", at === chosen));
  }
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const { chosen, ...content } = data;
  const key = JSON.stringify(content);
  let map = maps.get(parentElement);
  if (map?.key !== key) {
    const root = parentElement.querySelector(".root");
    root.replaceChildren();
    map = new DocumentMap(root, data);
    map.key = key;
    maps.set(parentElement, map);
  }
  map.send = (at) => setTriggerValue("clicked", at);
  map.choose(chosen);
}
