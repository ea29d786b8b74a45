// The interleaving as a timeline: one lane a thread, one row a step, downwards in time. Only the rows in view exist, so ten thousand
// steps cost as much as fifty.
const kRow = 30;
const kGutter = 46;
const kLeastCard = 320, kLeastCardOfTwo = 240;  // a lane with room for a step's text; else lanes are narrow and the text stands beside them
const kPreempts = 1, kKey = 2, kBlocked = 4;

// "read spool::BoundedQueue<int>::size_ = 1" as "read BoundedQueue::size_ = 1": the whole of it stands below the timeline.
function shortened(what) {
  let out = what;
  for (let before = ''; before !== out;) {
    before = out;
    out = out.replace(/(\w)<[^<>]*>/g, '$1');
  }
  return out.replace(/(?:\w+::)+(\w+::[\w~[\]]+)/g, '$1');
}
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
    this.lockIds = [...new Set(this.steps.flatMap((step) => step.locks))];
    this.body = h('div', {class: 'tl-body'});
    this.head = h('div', {class: 'tl-head', 'aria-hidden': 'true'});
    this.element = h('div', {
      class: 'tl', role: 'listbox', tabindex: '0', 'aria-label': `Interleaving of ${plural(this.lanes, 'thread')}, ${plural(this.steps.length, 'step')}`,
      onkeydown: (event) => this.key(event), onscroll: () => this.render(),
    }, this.head, this.body);
    this.body.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.go(Number(row.dataset.step));
    });
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
    this.body.style.height = `${this.steps.length * kRow}px`;
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

  // The last step of this lane at or before `index`, -1 if none.
  before(lane, index) {
    const list = this.lastOf[lane];
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] <= index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? -1 : list[low - 1];
  }

  render() {
    if (!this.lane) return;
    const view = this.element;
    const first = Math.max(0, Math.floor(view.scrollTop / kRow) - 6);
    const last = Math.min(this.steps.length, Math.ceil((view.scrollTop + view.clientHeight) / kRow) + 6);
    const rows = [];
    for (let index = first; index < last; ++index) rows.push(this.row(index));
    fill(this.body, rows);
    view.setAttribute('aria-activedescendant', `step-${this.now}`);
  }

  row(index) {
    const step = this.steps[index];
    const left = (lane) => kGutter + lane * this.lane;
    const blocked = step.flags & kBlocked;
    const classes = ['row'];
    if (index === this.now) classes.push('on');
    if (step.flags & kKey) classes.push('key');
    if (blocked) classes.push('blocked');
    if (isChanged(step.file, step.line)) classes.push('chg');
    const place = step.file ? `${baseName(step.file)}:${step.line}` : '';
    const what = blocked ? `waits: ${step.what}` : step.what;
    const brief = shortened(what);
    const row = h('div', {
      class: classes.join(' '), role: 'option', id: `step-${index}`, 'data-step': index, 'aria-selected': index === this.now ? 'true' : 'false',
      'aria-setsize': this.steps.length, 'aria-posinset': index + 1, title: `${place} ${what}`,
      'aria-label': `${index + 1}: thread ${this.threadName(step.thread)} ${what} ${place}`,
    });
    row.style.top = `${index * kRow}px`;
    row.style.width = `${kGutter + this.lane * this.lanes + this.words}px`;
    row.append(h('span', {class: 'gut'}, blocked ? 'end' : index + 1 + this.run.before));
    this.addLanes(row, index, left);
    const previous = this.steps[index - 1];
    if (previous && previous.thread !== step.thread && !blocked) row.append(this.turn(previous.thread, step, left));
    const bars = this.dots ? 0 : this.heldAt(step.thread, index).length;
    const cell = this.cards ? h('span', {class: 'cell'}, place ? h('b', {}, place) : null, brief)
      : h('span', {class: this.dots ? `cell dot b${colour(step.thread)}` : 'cell pill'}, this.dots ? '' : blocked ? 'waits' : kShortKinds[step.kind] || step.kind);
    cell.style.left = `${left(step.thread) + (this.dots ? 3 : 8) + bars * 6}px`;
    cell.style.width = `${this.lane - (this.dots ? 6 : 14) - bars * 6}px`;
    cell.style.borderLeftColor = `var(--t${colour(step.thread)})`;
    row.append(cell);
    if (!this.cards) {
      const words = h('span', {class: 'words'}, this.dots ? h('b', {class: `c${colour(step.thread)}`}, this.run.threads[step.thread].path) : null,
        place ? h('b', {}, place) : null, brief);
      words.style.left = `${kGutter + this.lane * this.lanes + 4}px`;
      words.style.width = `${this.words - 8}px`;
      row.append(words);
    }
    return row;
  }

  heldAt(lane, index) {
    const at = this.before(lane, index);
    return at < 0 ? [] : this.steps[at].locks;
  }

  addLanes(row, index, left) {
    for (let lane = 0; lane < this.lanes; ++lane) {
      const list = this.lastOf[lane];
      if (list.length && list[0] <= index && index <= list[list.length - 1]) {
        const life = h('span', {class: 'life'});
        life.style.left = `${left(lane) + this.lane / 2}px`;
        row.append(life);
      }
      this.heldAt(lane, index).forEach((lock, slot) => {
        const bar = h('span', {class: `lock b${colour(7 - this.lockIds.indexOf(lock) % 8)}`, title: `holds ${text(lock)}`});
        bar.style.left = `${left(lane) + (this.dots ? 0 : 5) + slot * (this.dots ? 3 : 6)}px`;
        row.append(bar);
      });
    }
  }

  // From the middle of the lane that ran to the edge of the one that runs now.
  turn(from, step, left) {
    const right = step.thread > from;
    const start = left(from) + this.lane / 2;
    const inset = this.dots ? 2 : 10;
    const end = right ? left(step.thread) + inset : left(step.thread) + this.lane - inset;
    const line = h('span', {class: `sw ${right ? 'right' : 'left'}${step.flags & kPreempts ? ' pre' : ''}`});
    line.style.left = `${Math.min(start, end)}px`;
    line.style.width = `${Math.abs(end - start)}px`;
    return line;
  }

  go(index) {
    this.now = Math.max(0, Math.min(this.steps.length - 1, index));
    const view = this.element;
    const top = this.now * kRow;
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
      ArrowDown: () => this.go(this.now + 1), ArrowUp: () => this.go(this.now - 1),
      ArrowRight: () => this.find(1, (index) => this.turnAt(index)), ArrowLeft: () => this.find(-1, (index) => this.turnAt(index)),
      Home: () => this.go(0), End: () => this.go(this.steps.length - 1),
      PageDown: () => this.go(this.now + page), PageUp: () => this.go(this.now - page),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}
