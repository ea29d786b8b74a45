// The page: summary, tabs, keys, and what the address says (#finding=ID&step=N opens that step).
const detail = new Detail(byId('detail'));
let current = null;

function setHash(change) {
  if (!current) return;
  const hash = `#finding=${encodeURIComponent(current.id)}&test=${current.test}&step=${change.step}`;
  try { history.replaceState(null, '', hash); } catch { /* some browsers refuse on file: addresses */ }
}

const list = new FindingList((finding, step) => {
  current = finding || null;
  detail.show(finding, step);
});

function addSummary() {
  const count = (state) => data.findings.filter((f) => f.state === state && !f.lead).length;
  const failing = count('new') + count('found');
  const verdict = byId('verdict');
  const incomplete = !failing && data.base && data.verdict === 'incomplete';
  verdict.className = `verdict ${failing ? 'fail' : incomplete ? 'incomplete' : 'pass'}`;
  verdict.textContent = failing ? data.failing : incomplete ? 'Incomplete' : data.base ? 'Nothing new found' : 'Nothing found';
  const name = (v) => h('span', {title: v.commit || v.tree}, h('b', {}, v.label.replace(/\b([0-9a-f]{10})[0-9a-f]{30}\b/g, '$1')),
    v.commit && !v.commit.startsWith(v.label.slice(0, 7)) ? ` (${v.commit.slice(0, 10)})` : '');
  if (data.base) fill(byId('versions'), name(data.head), ' against ', name(data.base));
  else fill(byId('versions'), data.head.label ? h('b', {}, data.head.label) : null);
  const explored = data.tests.filter((t) => t.state === 'explored').length;
  const schedules = data.tests.reduce((sum, t) => sum + t.schedules, 0);
  const tile = (n, label, kind, of) => h('div', {class: `tile ${kind || ''}`}, h('div', {class: 'n'}, number(n), of ? h('small', {}, ` ${of}`) : null), h('div', {class: 'l'}, label));
  const tiles = data.base ? [tile(data.causes, 'new findings', data.causes ? 'bad' : 'good'), ...(count('timing') ? [tile(count('timing'), 'new with a delay (timing)', 'warn')] : []), tile(count('old'), 'old'), tile(count('accepted'), 'accepted'), tile(count('fixed'), 'fixed', count('fixed') ? 'good' : '')]
    : [tile(data.causes, 'findings', failing ? 'bad' : 'good')];
  const missed = data.tests.filter((t) => t.gap).length;
  const looked = data.base && (missed || data.verdict === 'incomplete') ? h('div', {class: 'tile warn'}, h('div', {class: 'n'}, missed ? number(missed) : 'Incomplete', missed ? h('small', {}, ` of ${number(data.tests.length)}`) : null),
    h('div', {class: 'l'}, missed ? 'tests not fully looked at' : 'see the notes below')) : null;
  const time = h('div', {class: 'tile'}, h('div', {class: 'n'}, seconds(data.seconds)), h('div', {class: 'l'}, 'time'));
  fill(byId('tiles'), tiles, tile(explored, 'tests explored', '', `of ${number(data.tests.length)}`), tile(schedules, 'schedules'),
    looked, data.base ? tile(data.changed_functions, 'functions changed') : null, time);
  const notes = [...data.gaps, ...data.notes];
  if (data.interrupted) notes.push('The check was interrupted: what it did not come to is not in here.');
  if (data.repeated) notes.push('Nothing was run: the same check was made before, this is its result.');
  byId('notes').hidden = !notes.length;
  fill(byId('notes'), h('ul', {}, notes.map((note) => h('li', {}, note))));
  const key = (k) => h('kbd', {}, k);
  fill(byId('foot'), `Reweave ${data.version}. Keys: `, key('/'), ' filter, ', key('j'), ' ', key('k'), ' next and previous finding, ', key('t'), ' timeline; there ',
    key('\u2191'), ' ', key('\u2193'), ' step, ', key('\u2190'), ' ', key('\u2192'), ' switch of threads, ', key('Home'), ' ', key('End'), '.');
}

const kTabs = ['findings', 'tests', 'charts', 'techniques', 'diff'];
const kFillers = {tests: addTests, charts: addCharts, techniques: addTechniques, diff: addDiff};
function openTab(name, focus) {
  for (const tab of kTabs) {
    const button = byId(`tab-${tab}`), on = tab === name;
    button.setAttribute('aria-selected', String(on));
    button.tabIndex = on ? 0 : -1;
    byId(`panel-${tab}`).hidden = !on;
    if (on && focus) button.focus();
  }
  if (kFillers[name]) {  // made when first looked at
    kFillers[name](byId(`panel-${name}`));
    delete kFillers[name];
  }
}

function addTabs() {
  for (const tab of kTabs) byId(`tab-${tab}`).addEventListener('click', () => openTab(tab));
  byId('tab-findings').textContent = `Findings (${number(data.findings.length)})`;
  byId('tab-tests').textContent = `Tests (${number(data.tests.length)})`;
  if (!data.diff) byId('tab-diff').hidden = true;
  if (!data.tests.some(hasTechniques)) byId('tab-techniques').hidden = true;
  document.querySelector('.tabs').addEventListener('keydown', (event) => {
    const shown = kTabs.filter((tab) => !byId(`tab-${tab}`).hidden);
    const at = shown.findIndex((tab) => byId(`tab-${tab}`).getAttribute('aria-selected') === 'true');
    const next = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1}[event.key];
    if (next === undefined) return;
    event.preventDefault();
    openTab(shown[(next + shown.length) % shown.length], true);
  });
}

function addKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
    const actions = {
      '/': () => { openTab('findings'); list.text.focus(); },
      j: () => list.move(1), k: () => list.move(-1), t: () => { openTab('findings'); document.querySelector('.tl')?.focus(); },
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
}

function start() {
  addTheme();
  addEditor(() => { if (list.chosen >= 0) list.choose(list.chosen, detail.timeline?.now); });
  addSummary();
  addTabs();
  addKeys();
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = data.findings.findIndex((f) => f.id === wanted.get('finding') && (!wanted.get('test') || String(f.test) === wanted.get('test')));
  list.apply();
  const step = wanted.get('step');  // without one: what the finding is about
  if (index >= 0) list.choose(index, step ? Math.max(0, Number(step) - 1) : undefined);
  // Of a search or a measurement of coverage that found nothing, the tables are what there is to see.
  else if (!data.base && !data.findings.length && data.tests.some(hasTechniques)) openTab('techniques');
}
start();
