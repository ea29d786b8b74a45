// The interleaving as a timeline: one lane a thread, one row a step, downwards in time. Only the rows in view exist, so ten thousand
// steps cost as much as fifty.
const kRow = 30, kMoreRow = 18;  // the first operation of a step, and each further one
const kLeastFold = 3;  // steps between the first and the last of a thread's turn
const kManySteps = 200;  // turns are folded from here on
const kGutter = 46;
const kLeastCard = 320, kLeastCardOfTwo = 240;  // a lane with room for a step's text; else lanes are narrow and the text stands beside them
const kPreempts = 1, kKey = 2, kBlocked = 4;

const kShortKinds = {
  'wait returns': 'woken', 'atomic read': 'a.read', 'atomic write': 'a.write', 'atomic rmw': 'a.rmw', 'try lock': 'try', 'read lock': 'rd lock', 'write lock': 'wr lock',
  'rw unlock': 'unlock', broadcast: 'notify', signal: 'notify', 'barrier arrive': 'arrive', 'barrier leave': 'leave', 'futex wait': 'futex', 'futex wake': 'wake',
};

// Steps of the data are arrays: thread, file, line, function, kind, what, flags, locks (numbers of strings).
function stepsOf(run) {
  const make = (step, blocked) => ({
    thread: step[0], file: text(step[1]), line: step[2], fn: text(step[3]), kind: text(step[4]), what: text(step[5]),
    flags: step[6] | (blocked ? kBlocked : 0), locks: step[7],
  });
  return [...run.steps.map((step) => make(step, false)), ...run.waiting.map((step) => make(step, true))];
}

class Timeline {
  constructor(run, onStep) {
    this.run = run;
    this.steps = stepsOf(run);
    this.lanes = run.threads.length;
    this.onStep = onStep;
    this.now = 0;
    this.lastOf = run.threads.map(() => []);  // per lane: its steps, ascending
    this.steps.forEach((step, index) => this.lastOf[step.thread].push(index));
    this.links = linksOf(this.steps, run);
    this.linked = new Set(this.links.flatMap((link) => [link.from, link.to]));
    this.wanted = null;  // which steps are shown; null: all
    this.folds = this.steps.length > kManySteps;
    this.unfolded = new Set();  // first steps of folds that were opened
    this.lockIds = [...new Set(this.steps.flatMap((step) => step.locks))];
    this.arrows = svg('svg', {class: 'arrows', 'aria-hidden': 'true'});
    this.body = h('div', {class: 'tl-body', role: 'presentation'});
    this.head = h('div', {class: 'tl-head', 'aria-hidden': 'true'});
    this.element = h('div', {
      class: 'tl', role: 'listbox', tabindex: '0', 'aria-label': `Interleaving of ${plural(this.lanes, 'thread')}, ${plural(this.steps.length, 'step')}`,
      onkeydown: (event) => this.key(event), onscroll: () => this.render(),
    }, this.head, this.body);
    this.body.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (!row) return;
      if (row.dataset.fold) this.unfold(Number(row.dataset.fold));
      else this.go(Number(row.dataset.step));
    });
    this.map = new Minimap(this);
    this.wrap = h('div', {class: 'tl-wrap'}, this.element, this.map.element);
    this.arrange();
    new ResizeObserver(() => this.layout()).observe(this.element);
  }

  threadName(lane) {
    const thread = this.run.threads[lane];
    return thread.name ? `${thread.path} ${thread.name}` : thread.path;
  }

  // Where each lane starts, and where the text of a step stands.
  layout() {
    const width = this.element.clientWidth - kGutter;
    this.cards = width / this.lanes >= (this.lanes > 2 ? kLeastCard : kLeastCardOfTwo);
    const narrow = this.element.clientWidth < 560;
    this.lane = this.cards ? Math.floor(width / this.lanes) : narrow ? Math.max(14, Math.min(34, Math.floor(width * 0.35 / this.lanes)))
      : Math.max(22, Math.min(74, Math.floor((width - 330) / this.lanes)));
    this.dots = !this.cards && this.lane < 60;  // no room for a word
    this.words = this.cards ? 0 : Math.max(narrow ? 160 : 300, width - this.lane * this.lanes);
    const total = kGutter + this.lane * this.lanes + this.words;
    this.character ||= characterWidth(this.element);
    this.place();
    this.body.style.width = this.head.style.width = `${total}px`;
    this.head.classList.toggle('tight', this.dots);
    const names = narrow ? [] : this.run.threads.map((thread, lane) => {
      const name = h('span', {class: `c${colour(lane)}`, title: this.threadName(lane)}, this.cards ? `thread ${this.threadName(lane)}` : thread.path);
      name.style.width = `${this.lane}px`;
      name.style.borderTopColor = `var(--t${colour(lane)})`;
      return name;
    });
    fill(this.head, h('span', {class: 'gut'}), names, narrow && !this.cards ? h('span', {}, plural(this.lanes, 'thread')) : null);
    this.render();
  }

  // Which rows there are: the steps that are wanted and the current one, folded or not.
  arrange() {
    this.rows = [];  // [first step, last step]
    const {steps} = this;
    if (this.wanted) {
      steps.forEach((step, index) => { if (index === this.now || this.wanted(step)) this.rows.push([index, index]); });
      return this.place();
    }
    const plain = (index) => !(steps[index].flags & (kKey | kBlocked | kPreempts)) && !this.linked.has(index) && index !== this.now;
    for (let index = 0; index < steps.length;) {
      let end = index + 1;
      if (this.folds && index > 0 && steps[index - 1].thread === steps[index].thread && plain(index))
        while (end < steps.length - 1 && steps[end].thread === steps[index].thread && steps[end + 1].thread === steps[index].thread && plain(end)) ++end;
      if (end - index < kLeastFold || this.unfolded.has(index)) for (; index < end; ++index) this.rows.push([index, index]);
      else this.rows.push([index, end - 1]);
      index = end;
    }
    this.place();
  }

  // How high each row stands.
  place() {
    let top = 0;
    this.tops = this.rows.map(([first, last]) => {
      const at = top;
      top += kRow + (first === last ? (operationsOf(this.steps[first]).length - 1) * kMoreRow : 0);
      return at;
    });
    this.firsts = this.rows.map(([first]) => first);
    this.height = top;
    this.body.style.height = `${top}px`;
    this.map.draw();
  }
  // The row of a step, or the one it is folded into, or the last before it.
  rowOf(index) { return Math.max(0, countUpTo(this.firsts, index) - 1); }

  show(wanted) {
    this.wanted = wanted;
    this.arrange();
    this.go(this.now);
  }
  fold(on) {
    this.folds = on;
    this.unfolded.clear();
    this.arrange();
    this.go(this.now);
  }
  unfold(first) {
    this.unfolded.add(first);
    this.arrange();
    this.render();
  }

  // The last step of this lane at or before `index`, -1 if none.
  before(lane, index) {
    const count = countUpTo(this.lastOf[lane], index);
    return count === 0 ? -1 : this.lastOf[lane][count - 1];
  }

  render() {
    if (!this.lane) return;
    const view = this.element;
    const first = Math.max(0, countUpTo(this.tops, view.scrollTop) - 6);
    const last = Math.min(this.rows.length, countUpTo(this.tops, view.scrollTop + view.clientHeight) + 6);
    const rows = [];
    for (let at = first; at < last; ++at) rows.push(this.rows[at][0] === this.rows[at][1] ? this.row(at) : this.foldedRow(at));
    this.drawArrows(first, last);
    fill(this.body, rows, this.arrows);
    if (rows.some((row) => row.id === `step-${this.now}`)) view.setAttribute('aria-activedescendant', `step-${this.now}`);
    else view.removeAttribute('aria-activedescendant');
    this.map.draw();
  }

  left(lane) { return kGutter + lane * this.lane; }

  // A row with the lanes and what each thread holds there.
  frame(at, index, properties) {
    const row = h('div', {role: 'option', ...properties});
    row.style.top = `${this.tops[at]}px`;
    row.style.height = `${(this.tops[at + 1] ?? this.height) - this.tops[at]}px`;
    row.style.width = `${kGutter + this.lane * this.lanes + this.words}px`;
    this.addLanes(row, index);
    return row;
  }

  foldedRow(at) {
    const [first, last] = this.rows[at];
    const thread = this.steps[first].thread;
    const label = `${number(last - first + 1)} more steps of thread ${this.run.threads[thread].path}`;
    const row = this.frame(at, first, {
      class: 'row fold', 'data-fold': String(first), id: `step-${first}`, 'aria-selected': 'false', title: `${label}: show them`,
      'aria-setsize': this.steps.length, 'aria-posinset': first + 1,
    });
    row.append(h('span', {class: 'gut'}, '\u22ee'));
    const cell = h('span', {class: 'more'}, this.cards || this.words ? label : '');
    cell.style.left = `${this.cards ? this.left(thread) + 14 : kGutter + this.lane * this.lanes + 4}px`;
    row.append(cell);
    return row;
  }

  // The text of a step in lines of at most `width` pixels; the place stands first if there is room for it.
  lines(step, place, width) {
    const room = Math.floor(width / this.character);
    const waits = step.flags & kBlocked ? 'waits: ' : '';
    const all = operationsOf(step);
    return all.map((op, index) => {
      const before = index === 0 ? waits : '';
      const least = before.length + op.verb.length + op.effect.length + 6;
      const named = index === 0 && place && place.length + 1 + least <= room;
      return h('span', {class: 'op'}, named ? h('b', {}, place) : null, before + fitted(op, room - before.length - (named ? place.length + 1 : 0)));
    });
  }

  row(at) {
    const index = this.rows[at][0];
    const step = this.steps[index];
    const blocked = step.flags & kBlocked;
    const classes = ['row'];
    if (index === this.now) classes.push('on');
    if (step.flags & kKey) classes.push('key');
    if (blocked) classes.push('blocked');
    if (isChanged(step.file, step.line)) classes.push('chg');
    const place = step.file ? `${baseName(step.file)}:${step.line}` : '';
    const what = blocked ? `waits: ${step.what}` : step.what;
    const row = this.frame(at, index, {
      class: classes.join(' '), id: `step-${index}`, 'data-step': index, 'aria-selected': index === this.now ? 'true' : 'false',
      'aria-setsize': this.steps.length, 'aria-posinset': index + 1, title: `${place} ${what}`,
      'aria-description': `thread ${this.threadName(step.thread)}`,
    });
    row.prepend(h('span', {class: 'gut'}, blocked ? 'end' : index + 1 + this.run.before));
    const previous = this.steps[index - 1];
    if (previous && previous.thread !== step.thread && !blocked) row.append(this.turn(previous.thread, step));
    const bars = this.dots ? 0 : this.heldAt(step.thread, index).length;
    const width = this.lane - (this.dots ? 6 : 14) - bars * 6;
    const cell = this.cards ? h('span', {class: 'cell'}, this.lines(step, place, width - 21))
      : h('span', {'aria-hidden': 'true', class: this.dots ? `cell dot b${colour(step.thread)}` : 'cell pill'}, this.dots ? '' : blocked ? 'waits' : kShortKinds[step.kind] || step.kind);
    cell.style.left = `${this.left(step.thread) + (this.dots ? 3 : 8) + bars * 6}px`;
    cell.style.width = `${width}px`;
    cell.style.borderLeftColor = `var(--t${colour(step.thread)})`;
    row.append(cell);
    if (!this.cards) {
      const thread = this.dots ? this.run.threads[step.thread].path : '';
      const words = h('span', {class: 'words'}, this.lines(step, place, this.words - 12 - (thread.length ? thread.length * this.character + 7 : 0)));
      if (thread) words.firstChild.prepend(h('b', {class: `c${colour(step.thread)}`}, thread));
      words.style.left = `${kGutter + this.lane * this.lanes + 4}px`;
      words.style.width = `${this.words - 8}px`;
      row.append(words);
    }
    return row;
  }

  // Arrows between the lanes: created, woken, handed a lock.
  drawArrows(firstRow, lastRow) {
    const drawn = [];
    const firstStep = this.rows[firstRow]?.[0] ?? 0, lastStep = this.rows[lastRow - 1]?.[1] ?? -1;
    for (const link of this.links) {
      if (link.from > lastStep) break;
      if (link.to < firstStep || this.steps[link.from].thread === this.steps[link.to].thread || !this.isShown(link.from) || !this.isShown(link.to)) continue;
      const from = this.steps[link.from].thread, to = this.steps[link.to].thread;
      const right = to > from, inset = this.dots ? this.lane / 2 : 8;
      const x1 = right ? this.left(from) + this.lane - inset : this.left(from) + inset, x2 = right ? this.left(to) + inset : this.left(to) + this.lane - inset;
      const y1 = this.tops[this.rowOf(link.from)] + kRow / 2 + 6, y2 = this.tops[this.rowOf(link.to)] + kRow / 2 - 4;
      const bend = (right ? 1 : -1) * Math.min(22, Math.max(10, this.lane / 4)), tip = right ? -6 : 6;
      drawn.push(svg('g', {class: `arrow ${link.kind}`, 'data-from': link.from, 'data-to': link.to},
        svg('title', {}, link.what), svg('path', {d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}),
        svg('path', {class: 'tip', d: `M${x2} ${y2}l${tip} -4v8z`})));
    }
    this.arrows.setAttribute('width', kGutter + this.lane * this.lanes);
    this.arrows.setAttribute('height', this.height);
    this.arrows.replaceChildren(...drawn);
  }
  isShown(index) {
    const row = this.rows[this.rowOf(index)];
    return row && row[0] <= index && index <= row[1];
  }

  heldAt(lane, index) {
    const at = this.before(lane, index);
    return at < 0 ? [] : this.steps[at].locks;
  }

  addLanes(row, index) {
    for (let lane = 0; lane < this.lanes; ++lane) {
      const list = this.lastOf[lane];
      if (list.length && list[0] <= index && index <= list[list.length - 1]) {
        const life = h('span', {class: 'life'});
        life.style.left = `${this.left(lane) + this.lane / 2}px`;
        row.append(life);
      }
      this.heldAt(lane, index).forEach((lock, slot) => {
        const bar = h('span', {class: `lock b${colour(7 - this.lockIds.indexOf(lock) % 8)}`, title: `holds ${text(lock)}`});
        bar.style.left = `${this.left(lane) + (this.dots ? 0 : 5) + slot * (this.dots ? 3 : 6)}px`;
        row.append(bar);
      });
    }
  }

  // From the middle of the lane that ran to the edge of the one that runs now.
  turn(from, step) {
    const right = step.thread > from;
    const start = this.left(from) + this.lane / 2;
    const inset = this.dots ? 2 : 10;
    const end = right ? this.left(step.thread) + inset : this.left(step.thread) + this.lane - inset;
    const line = h('span', {class: `sw ${right ? 'right' : 'left'}${step.flags & kPreempts ? ' pre' : ''}`});
    line.style.left = `${Math.min(start, end)}px`;
    line.style.width = `${Math.abs(end - start)}px`;
    return line;
  }

  isStep(index) {
    const row = this.rows[this.rowOf(index)];
    return row[0] === index && row[1] === index;
  }

  go(index) {
    this.now = Math.max(0, Math.min(this.steps.length - 1, index));
    if (this.wanted || !this.isStep(this.now)) this.arrange();
    const view = this.element;
    const at = this.rowOf(this.now), top = this.tops[at];
    const head = this.head.offsetHeight;
    const around = 2 * kRow;  // what is next is in view too
    if (top - around < view.scrollTop) view.scrollTop = top - around;
    else if (top + kRow + around > view.scrollTop + view.clientHeight - head) view.scrollTop = top + kRow + around - view.clientHeight + head;
    const left = this.steps[this.now].thread * this.lane;
    if (left < view.scrollLeft) view.scrollLeft = left;
    else if (kGutter + left + this.lane > view.scrollLeft + view.clientWidth) view.scrollLeft = kGutter + left + this.lane - view.clientWidth;
    this.render();
    this.onStep(this.steps[this.now], this.now);
  }

  // To the row that is `by` further; folded rows are passed over.
  move(by) {
    const last = this.rows.length - 1;
    let at = Math.max(0, Math.min(last, this.rowOf(this.now) + by));
    while (at > 0 && at < last && this.rows[at][0] !== this.rows[at][1]) at += Math.sign(by);
    this.go(this.rows[at][0]);
  }

  // The next step (or the one before) where `wanted` holds.
  find(direction, wanted) {
    for (let index = this.now + direction; index >= 0 && index < this.steps.length; index += direction)
      if (wanted(index)) return this.go(index);
  }
  turnAt(index) { return index > 0 && this.steps[index].thread !== this.steps[index - 1].thread; }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / kRow) - 1);
    const moves = {
      ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1),
      ArrowRight: () => this.find(1, (index) => this.turnAt(index)), ArrowLeft: () => this.find(-1, (index) => this.turnAt(index)),
      Home: () => this.go(0), End: () => this.go(this.steps.length - 1),
      PageDown: () => this.move(page), PageUp: () => this.move(-page),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}
