// What every part of the page uses: the data, elements, colours. All text goes in as text nodes; nothing is parsed as markup.
const data = JSON.parse(document.getElementById('data').textContent);
const text = (index) => data.strings[index];
const byId = (id) => document.getElementById(id);

// h('button', {class: 'x', onclick: f}, 'text', child): an element.
function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

function svg(tag, properties, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(properties || {})) element.setAttribute(name, value);
  for (const child of children) element.append(child instanceof Node ? child : String(child));
  return element;
}

function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const plural = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;
const number = (n) => Number(n).toLocaleString('en');
const seconds = (s) => (s < 10 ? `${s.toFixed(1)} s` : s < 120 ? `${Math.round(s)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`);
const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);
const colour = (index) => index % 8;
const isChanged = (file, line) => Boolean(changedLines.get(file)?.has(line));
const changedLines = new Map(Object.entries(data.changed).map(([file, lines]) => [file, new Set(lines)]));

async function copyText(value, button) {
  let done = false;
  try {
    await navigator.clipboard.writeText(value);
    done = true;
  } catch {
    const area = h('textarea', {readonly: true, 'aria-hidden': 'true'});
    area.value = value;
    document.body.append(area);
    area.select();
    done = document.execCommand('copy');
    area.remove();
    button.focus();
  }
  button.textContent = done ? 'Copied' : 'Select it by hand';
  setTimeout(() => { button.textContent = 'Copy'; }, 1600);
}

function addTheme() {
  const button = byId('theme');
  const choices = ['auto', 'light', 'dark'];
  let now = 'auto';
  try { now = localStorage.getItem('reweave-theme') || 'auto'; } catch { /* no storage from disk in some browsers */ }
  const apply = () => {
    if (!choices.includes(now)) now = 'auto';
    if (now === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = now;
    button.textContent = `Colours: ${now}`;
    button.title = now === 'auto' ? 'As the system' : '';
  };
  button.addEventListener('click', () => {
    now = choices[(choices.indexOf(now) + 1) % choices.length];
    try { localStorage.setItem('reweave-theme', now); } catch { /* see above */ }
    apply();
  });
  apply();
}
