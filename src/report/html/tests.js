// The selection table, sortable, and the change itself.
// The first reason, the others on demand.
function reasonsOf(t) {
  const all = [...t.reasons, t.note].filter(Boolean).map((reason) => shortened(reason).replace(/\((?:[\w.-]+\/)+/g, '('));
  if (all.length < 2) return all;
  return h('details', {}, h('summary', {}, `${all[0]} and ${all.length - 1} more`), h('ul', {}, all.slice(1).map((reason) => h('li', {}, reason))));
}

const kColumns = [
  {title: 'Test', key: (t) => t.name, cell: (t) => [t.name, t.new_test ? h('span', {class: 'chip'}, 'new test') : null], kind: 'name'},
  {title: 'State', key: (t) => t.state, cell: (t) => t.state},
  {title: 'Impacted points', key: (t) => t.points, cell: (t) => (t.points ? (t.covered ? `${number(t.covered)} of ${number(t.points)}` : number(t.points)) : ''), kind: 'num'},
  {title: 'New interleavings', key: (t) => t.new_interleavings, cell: (t) => (t.new_interleavings ? number(t.new_interleavings) : ''), kind: 'num'},
  {title: 'Patterns of the change', key: (t) => t.change_patterns[0], cell: (t) => (t.change_patterns[1] ? `${number(t.change_patterns[0])} of ${number(t.change_patterns[1])}` : ''), kind: 'num'},
  {title: 'Schedules', key: (t) => t.schedules, cell: (t) => (t.schedules ? `${number(t.schedules)}${t.exhausted ? ' (all)' : ''}` : ''), kind: 'num'},
  {title: 'Findings', key: (t) => t.found, cell: (t) => (t.found ? number(t.found) : ''), kind: 'num'},
  {title: 'Seconds', key: (t) => t.seconds, cell: (t) => (t.seconds ? t.seconds.toFixed(1) : ''), kind: 'num'},
  {title: 'Why', key: (t) => [...t.reasons, t.note].join('; '), cell: reasonsOf, kind: 'reason'},
];

function addTests(panel) {
  const tests = data.tests.map((test, index) => ({...test, index, found: data.findings.filter((f) => f.test === index && f.state !== 'fixed').length}));
  let sorted = -1, down = false;
  const body = h('tbody');
  const search = h('input', {type: 'search', 'aria-label': 'Filter the tests', placeholder: 'name, state, reason ...', oninput: () => draw()});
  const count = h('span', {class: 'count', role: 'status'});
  const heads = kColumns.map((column, index) => h('th', {scope: 'col', class: column.kind === 'num' ? 'num' : null, 'aria-sort': 'none'},
    h('button', {type: 'button', onclick: () => { down = sorted === index ? !down : column.kind === 'num'; sorted = index; draw(); }}, column.title)));
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = tests.filter((t) => words.every((word) => [t.name, t.state, t.note, ...t.reasons].join(' ').toLowerCase().includes(word)));
    if (sorted >= 0) {
      const {key} = kColumns[sorted];
      shown.sort((a, b) => {
        const x = key(a), y = key(b);
        return (typeof x === 'number' ? x - y : String(x).localeCompare(String(y), 'en', {numeric: true})) * (down ? -1 : 1) || a.index - b.index;
      });
    }
    heads.forEach((head, index) => head.setAttribute('aria-sort', index !== sorted ? 'none' : down ? 'descending' : 'ascending'));
    fill(body, shown.map((t) => h('tr', {}, kColumns.map((column) => h('td', {class: column.kind}, column.cell(t))))));
    count.textContent = shown.length === tests.length ? plural(tests.length, 'test') : `${number(shown.length)} of ${plural(tests.length, 'test')}`;
  };
  draw();
  fill(panel, h('div', {class: 'bar'}, search, count), h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Tests'},
    h('table', {}, h('thead', {}, h('tr', {}, heads)), body)));
}

let parsedDiff = null;
// git's unified diff by file: [{file, lines}].
function diffParts() {
  if (parsedDiff) return parsedDiff;
  parsedDiff = [];
  for (const line of data.diff.split('\n')) {
    if (line.startsWith('diff --git ')) parsedDiff.push({file: line.replace(/^.* b\//, ''), lines: []});
    else if (parsedDiff.length) parsedDiff[parsedDiff.length - 1].lines.push(line);
  }
  return parsedDiff;
}

function diffElement(parts, most) {
  const rows = [];
  for (const part of parts) {
    rows.push(['f', part.file]);
    for (const line of part.lines) {
      if (/^(index|---|\+\+\+|similarity|new file|deleted file|old mode|new mode) ?/.test(line) && !line.startsWith('+ ') && !line.startsWith('- ')) continue;
      rows.push([line[0] === '+' ? 'a' : line[0] === '-' ? 'd' : line.startsWith('@@') ? 'h' : '', line]);
    }
  }
  const out = h('div', {class: 'diff', tabindex: '0', role: 'region', 'aria-label': 'Diff'});
  const add = (from, to) => out.append(...rows.slice(from, to).map(([kind, line]) => h('div', {class: kind || null}, line || ' ')));
  add(0, most);
  if (rows.length > most)
    out.append(h('button', {class: 'plain', type: 'button', onclick: (event) => { event.currentTarget.remove(); add(most, rows.length); }}, `Show ${plural(rows.length - most, 'more line')}`));
  return out;
}

function addDiff(panel) {
  const parts = diffParts();
  fill(panel, parts.length ? [h('p', {class: 'count'}, `${plural(parts.length, 'file')} changed, ${plural(data.changed_functions, 'function')}, ${plural(data.impacted_points, 'impacted code point')}`), diffElement(parts, 3000)]
    : h('div', {class: 'card empty'}, 'The change is not part of this report.'));
}
