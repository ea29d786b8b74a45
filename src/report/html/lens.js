// What of a run is looked at: all of it, the lines of the change, one variable; turns folded or not; and the values of a variable.
const kMostValues = 500;

class Lens {
  constructor(timeline) {
    this.timeline = timeline;
    this.variable = '';  // of the current step
    this.only = '';      // the variable that is shown alone
    const toggle = (label, action) => h('button', {class: 'ctl', type: 'button', 'aria-pressed': 'false', onclick: action}, label);
    this.changed = toggle('Only changed lines', () => this.choose(this.changed));
    this.one = toggle('Only this variable', () => this.choose(this.one));
    this.fold = toggle('Fold turns', () => this.setFold(!timeline.folds));
    this.fold.title = 'Show long turns of one thread as one row';
    this.values = h('button', {class: 'ctl', type: 'button', 'aria-expanded': 'false', onclick: () => this.toggleHistory()}, 'Values');
    this.shown = h('span', {class: 'count', role: 'status'});
    this.changed.hidden = !timeline.steps.some((step) => isChanged(step.file, step.line));
    this.fold.setAttribute('aria-pressed', String(timeline.folds));
    this.element = h('div', {class: 'controls lens', role: 'group', 'aria-label': 'What is shown'}, this.changed, this.one, this.values, this.fold, this.shown);
    this.history = h('div', {class: 'history', hidden: true});
  }

  // One of them or none.
  choose(button) {
    const on = button.getAttribute('aria-pressed') !== 'true';
    for (const other of [this.changed, this.one]) other.setAttribute('aria-pressed', String(on && other === button));
    this.only = on && button === this.one ? this.variable : '';
    const {only, timeline} = this;
    timeline.show(!on ? null : only ? (step) => touches(step, only) : (step) => isChanged(step.file, step.line));
    const count = on ? timeline.steps.filter(timeline.wanted).length : 0;
    this.shown.textContent = on ? `${plural(count, 'step')} of ${number(timeline.steps.length)}` : '';
  }

  setFold(on) {
    this.fold.setAttribute('aria-pressed', String(on));
    this.timeline.fold(on);
  }

  stepped(step) {
    this.variable = variableOf(step);
    const name = this.only || this.variable;
    this.one.textContent = name ? `Only ${shortened(name)}` : 'Only this variable';
    this.one.disabled = !name;
    const valued = this.valuesOf(this.variable).length > 0;
    this.values.textContent = valued ? `Values of ${shortened(this.variable)}` : 'Values';
    this.values.disabled = !valued;
  }

  // Every access to the variable, in order.
  valuesOf(name) {
    if (!name) return [];
    if (this.known?.name !== name) {
      const list = [];
      this.timeline.steps.forEach((step, index) => {
        if (step.flags & kBlocked) return;
        for (const op of operationsOf(step)) if (op.name === name && kAccess.test(op.verb)) list.push({index, step, op});
      });
      this.known = {name, list};
    }
    return this.known.list;
  }

  toggleHistory() {
    const open = this.history.hidden || this.history.dataset.name !== this.variable;
    this.history.hidden = !open;
    this.values.setAttribute('aria-expanded', String(open));
    if (!open) return;
    const {timeline} = this;
    const all = this.valuesOf(this.variable);
    this.history.dataset.name = this.variable;
    const row = ({index, step, op}) => h('tr', {}, h('td', {class: 'num'}, h('button', {class: 'place', type: 'button', onclick: () => timeline.go(index)}, `step ${number(index + 1 + timeline.run.before)}`)),
      h('td', {class: `c${colour(step.thread)}`}, `thread ${timeline.threadName(step.thread)}`), h('td', {}, op.verb), h('td', {class: 'mono'}, op.effect.replace(/^= /, '')));
    fill(this.history, h('h4', {}, `Values of ${this.variable}`), h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Values of ${this.variable}`},
      h('table', {}, h('thead', {}, h('tr', {}, ['Step', 'Thread', 'Access', 'Value'].map((name) => h('th', {scope: 'col'}, name)))), h('tbody', {}, all.slice(0, kMostValues).map(row)))),
    all.length > kMostValues ? h('p', {class: 'tl-note'}, `${plural(all.length - kMostValues, 'later access')} not listed here`.replace('accesss', 'accesses')) : null);
  }
}
