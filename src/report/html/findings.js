// The list of findings with its filters. Keys: arrows move, Enter goes to the timeline.
const kStates = ['new', 'found', 'timing', 'old', 'accepted', 'fixed'];

class FindingList {
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.chosen = -1;
    this.shown = [];
    this.element = byId('list');
    this.haystack = data.findings.map((f) => [f.title, f.cause ?? '', f.message, f.id, data.tests[f.test].name, ...f.sites.map((s) => `${s.file}:${s.line} ${s.function}`)].join('\n').toLowerCase());
    this.addFilters();
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('click', (event) => {
      const item = event.target.closest('.item');
      if (item) this.choose(Number(item.dataset.index));
    });
  }

  addFilters() {
    const count = (wanted) => data.findings.filter(wanted).length;
    const select = (name, label, all, values) => {
      const element = h('select', {id: `filter-${name}`, onchange: () => this.apply()}, h('option', {value: ''}, all),
        values.map(([value, title]) => h('option', {value}, title)));
      return [element, h('div', {class: name === 'test' ? 'wide' : null}, h('label', {for: `filter-${name}`}, label), element)];
    };
    const states = kStates.filter((state) => count((f) => f.state === state)).map((state) => [state, `${state} (${count((f) => f.state === state)})`]);
    const kinds = [...new Set(data.findings.map((f) => f.kind))].sort().map((kind) => [kind, `${kind} (${count((f) => f.kind === kind)})`]);
    const tests = [...new Set(data.findings.map((f) => f.test))].sort((a, b) => data.tests[a].name.localeCompare(data.tests[b].name))
      .map((test) => [String(test), data.tests[test].name]);
    let stateBox, kindBox, testBox;
    [this.state, stateBox] = select('state', 'State', 'all states', states);
    [this.kind, kindBox] = select('kind', 'Kind', 'all kinds', kinds);
    [this.test, testBox] = select('test', 'Test', 'all tests', tests);
    this.text = h('input', {id: 'filter-text', type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'variable, file, function ...', oninput: () => this.apply()});
    fill(byId('filters'), stateBox, kindBox, testBox, h('div', {class: 'wide'}, h('label', {for: 'filter-text'}, 'Text'), this.text));
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
  }

  apply() {
    const words = this.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = data.findings.map((_, index) => index).filter((index) => {
      const f = data.findings[index];
      return (!this.state.value || f.state === this.state.value) && (!this.kind.value || f.kind === this.kind.value) &&
        (!this.test.value || String(f.test) === this.test.value) && words.every((word) => this.haystack[index].includes(word));
    });
    byId('count').textContent = this.shown.length === data.findings.length ? plural(data.findings.length, 'finding')
      : `${number(this.shown.length)} of ${plural(data.findings.length, 'finding')}`;
    fill(this.element, this.shown.length ? this.shown.map((index) => this.item(index)) : [h('div', {class: 'empty'}, data.findings.length ? 'No finding matches.' : 'Nothing was found.')]);
    if (!this.shown.includes(this.chosen)) this.choose(this.shown[0] ?? -1);
    else this.mark();
  }

  item(index) {
    const f = data.findings[index];
    const item = (...parts) => h('div', {class: f.lead ? 'item member' : 'item', role: 'option', id: `finding-${index}`, 'data-index': index, 'aria-selected': 'false'}, parts);
    // One line: the finding above says what there is to say.
    if (f.lead) return item(h('div', {class: 'msg', title: `the same cause as the finding above: ${f.message}`}, shortened(f.message.replace(/^data race on /, ''))));
    return item(
      h('div', {class: 'head'}, h('span', {class: `chip ${f.state}`}, f.state), f.title), h('div', {class: 'msg'}, f.cause || f.message),
      h('div', {class: 'test'}, data.tests[f.test].name));
  }

  choose(index, step) {
    this.chosen = index;
    this.mark();
    this.onChoose(data.findings[index], step);
  }

  mark() {
    for (const item of this.element.querySelectorAll('[aria-selected="true"]')) item.setAttribute('aria-selected', 'false');
    const item = this.chosen < 0 ? null : byId(`finding-${this.chosen}`);
    if (!item) return this.element.removeAttribute('aria-activedescendant');
    item.setAttribute('aria-selected', 'true');
    this.element.setAttribute('aria-activedescendant', item.id);
    const {offsetTop: top, offsetHeight: height} = item;
    const list = this.element;
    const above = top - list.offsetTop;
    if (above < list.scrollTop) list.scrollTop = above;
    else if (above + height > list.scrollTop + list.clientHeight) list.scrollTop = above + height - list.clientHeight;
  }

  move(by) {
    const at = this.shown.indexOf(this.chosen);
    const next = this.shown[Math.max(0, Math.min(this.shown.length - 1, at + by))];
    if (next !== undefined && next !== this.chosen) this.choose(next);
  }

  key(event) {
    const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -1e9, End: 1e9};
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === 'Enter') document.querySelector('.tl')?.focus();
    else return;
    event.preventDefault();
  }
}
