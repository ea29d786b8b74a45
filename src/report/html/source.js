// The source view: whole files (or what the report holds of them), lines of the change marked, each thread's place marked.
const kKeywords = new Set(('alignas alignof asm auto bool break case catch char class co_await co_return co_yield concept const consteval constexpr ' +
  'const_cast continue decltype default delete do double dynamic_cast else enum explicit extern false final float for friend goto if inline int long ' +
  'mutable namespace new noexcept nullptr operator override private protected public reinterpret_cast requires return short signed sizeof static ' +
  'static_assert static_cast struct switch template this thread_local throw true try typedef typename union unsigned using virtual void volatile while').split(' '));
const kToken = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d[\w.']*|[A-Za-z_]\w*|#\s*\w+/g;

// One line as nodes; `state.comment`: it starts inside of a block comment.
function highlighted(line, state) {
  const out = [];
  let at = 0;
  const add = (kind, value) => out.push(kind ? h('span', {class: kind}, value) : document.createTextNode(value));
  if (state.comment) {
    const end = line.indexOf('*/');
    if (end < 0) return add('c', line), out;
    add('c', line.slice(0, end + 2));
    at = end + 2;
    state.comment = false;
  }
  kToken.lastIndex = at;
  for (let match; (match = kToken.exec(line));) {
    const word = match[0];
    const kind = word.startsWith('//') || word.startsWith('/*') ? 'c' : word[0] === '"' || word[0] === "'" ? 's'
      : /\d/.test(word[0]) ? 'n' : word[0] === '#' || kKeywords.has(word) ? 'k' : '';
    if (!kind) continue;
    if (match.index > at) add('', line.slice(at, match.index));
    add(kind, word);
    at = match.index + word.length;
    if (word.startsWith('/*') && !word.endsWith('*/')) state.comment = true;
  }
  if (at < line.length) add('', line.slice(at));
  return out;
}

class SourceView {
  constructor() {
    this.name = h('div', {class: 'file'});
    this.lines = h('div', {class: 'lines', tabindex: '0', role: 'region', 'aria-label': 'Source'});
    this.element = h('div', {class: 'src'}, this.name, this.lines);
    this.file = null;
    this.rows = new Map();
    this.marked = [];
  }

  // places: [{thread, line, label}] of this file, the current one first.
  show(file, line, places) {
    const source = data.sources[file];
    if (file !== this.file) this.load(file, source);
    fill(this.name, file ? `${file}${line ? `:${line}` : ''} ` : 'no source known for this step',
      file && isChanged(file, line) ? h('span', {class: 'chip changed'}, 'changed line') : null, editorLink(file, line));
    for (const row of this.marked) {
      row.classList.remove('cur');
      row.children[1].replaceChildren();
    }
    this.marked = [];
    for (const place of places) {
      const row = this.rows.get(place.line);
      if (!row) continue;
      row.children[1].append(h('span', {class: `b${colour(place.thread)}`, title: `thread ${place.label} is here`}, place.label));
      this.marked.push(row);
    }
    const row = this.rows.get(line);
    if (!row) return;
    row.classList.add('cur');
    this.marked.push(row);
    const top = row.offsetTop;
    const view = this.lines;
    if (top < view.scrollTop + 38 || top > view.scrollTop + view.clientHeight - 57) view.scrollTop = Math.max(0, top - view.clientHeight / 2.4);
  }

  load(file, source) {
    this.file = file;
    this.rows.clear();
    this.marked = [];
    this.lines.scrollTop = 0;
    if (!source) {
      fill(this.lines, h('div', {class: 'empty'}, file ? 'The source is not part of this report.' : ''));
      return;
    }
    const state = {comment: false};
    const out = [];
    for (const [first, part] of source) {
      part.split('\n').forEach((content, index) => {
        const line = first + index;
        const row = h('div', {class: isChanged(file, line) ? 'chg' : null}, h('span', {class: 'ln'}, line), h('span', {class: 'at'}),
          h('span', {class: 'tx'}, highlighted(content, state)));
        this.rows.set(line, row);
        out.push(row);
      });
      out.push(h('div', {}, h('span', {class: 'ln'}, '\u22ee')));
    }
    out.pop();
    fill(this.lines, out);
  }
}
