// Links that open a file in an editor. Off until somebody chooses an editor; the choice is remembered by the browser. {path} is the
// absolute path, {line} the line.
const kEditors = [
  ['', 'none'], ['vscode://file/{path}:{line}', 'VS Code'], ['vscodium://file/{path}:{line}', 'VSCodium'], ['cursor://file/{path}:{line}', 'Cursor'],
  ['zed://file/{path}:{line}', 'Zed'], ['clion://open?file={path}&line={line}', 'CLion'], ['subl://open?url=file://{path}&line={line}', 'Sublime Text'],
];
let editorPattern = '', editorTop = data.top;

function remembered(name, otherwise) {
  try { return localStorage.getItem(name) ?? otherwise; } catch { return otherwise; /* no storage from disk in some browsers */ }
}
function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* see above */ }
}

// An address of another program, never one that the browser itself would run.
const isEditorPattern = (pattern) => /^[a-z][a-z0-9+.-]*:/i.test(pattern) && !/^(javascript|data|blob|vbscript|about):/i.test(pattern) && pattern.includes('{path}');

function editorLink(file, line) {
  if (!file || !isEditorPattern(editorPattern)) return null;
  const path = file.startsWith('/') ? file : `${editorTop.replace(/\/+$/, '')}/${file}`;
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  // Of the slash in "file/{path}" and that of "/home/..." one is left.
  const href = editorPattern.replace(/([^/])\/\{path\}/, '$1{path}').replaceAll('{path}', () => escaped).replaceAll('{line}', String(line || 1));
  return h('a', {class: 'open', href, 'aria-label': `Open ${file}:${line || 1} in the editor`}, 'open');
}

function addEditor(changed) {
  editorPattern = remembered('reweave-editor', '');
  editorTop = remembered(`reweave-top ${data.top}`, data.top);
  const known = kEditors.some(([pattern]) => pattern === editorPattern);
  const select = h('select', {id: 'editor-choice'}, kEditors.map(([value, name]) => h('option', {value, selected: value === editorPattern}, name)), h('option', {value: 'other', selected: !known}, 'other'));
  const pattern = h('input', {type: 'text', 'aria-label': 'Address that opens a file', size: 30, spellcheck: 'false', placeholder: 'vscode://file/{path}:{line}'});
  const top = h('input', {type: 'text', 'aria-label': 'Directory of the sources', size: 24, spellcheck: 'false', placeholder: 'directory of the sources'});
  pattern.value = editorPattern;
  top.value = editorTop;
  const apply = () => {
    const own = select.value === 'other';
    editorPattern = own ? pattern.value.trim() : select.value;
    editorTop = top.value.trim() || data.top;
    pattern.hidden = !own;
    top.hidden = !select.value;
    remember('reweave-editor', editorPattern);
    remember(`reweave-top ${data.top}`, editorTop);
    changed();
  };
  for (const field of [select, pattern, top]) field.addEventListener('change', apply);
  pattern.hidden = known;
  top.hidden = !editorPattern;
  fill(byId('editor'), h('label', {for: 'editor-choice'}, 'Editor'), select, pattern, top);
}
