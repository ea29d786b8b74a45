const kLinkKinds = [['create', 'creates'], ['wake', 'wakes'], ['lock', 'hands a lock over']];

// One finding: what, why this test, how to replay, its interleaving with the source beside it.
class Detail {
  constructor(root) {
    this.root = root;
    this.timeline = null;
  }

  show(finding, step) {
    if (!finding) {
      this.timeline = null;
      const explored = data.tests.filter((t) => t.state === 'explored');
      const schedules = explored.reduce((sum, t) => sum + t.schedules, 0);
      fill(this.root, h('div', {class: 'card empty'}, data.findings.length ? 'No finding matches the filters.'
        : `Nothing was found in ${plural(schedules, 'schedule')} of ${plural(explored.length, 'test')}. The tab Tests says which were explored and why.`));
      return;
    }
    const test = data.tests[finding.test];
    const parts = [this.summary(finding, test)];
    if (finding.run) parts.push(this.interleaving(finding));
    parts.push(h('div', {class: 'two'}, this.reasons(test), this.sites(finding)));
    if (finding.output || finding.errors) parts.push(this.output(finding));
    const touched = this.diffOf(finding);
    if (touched) parts.push(touched);
    fill(this.root, parts);
    if (this.timeline) {
      this.timeline.layout();
      const {steps} = this.timeline;
      const end = steps.findIndex((s) => s.flags & kKey && s.flags & kBlocked);
      const key = end >= 0 ? end : steps.findIndex((s) => s.flags & kKey);
      this.timeline.go(step ?? Math.max(0, key));
    }
  }

  summary(finding, test) {
    this.timeline = null;
    const facts = [
      ['test', test.name], ['found by', finding.phase], ['first in schedule', finding.first ? number(finding.first) : ''],
      ['seen in', finding.occurrences ? plural(finding.occurrences, 'schedule') : ''],
      ['preemptions', finding.preemptions === null ? '' : `${finding.preemptions}${finding.fewest && finding.preemptions ? ', the fewest that show it' : ''}`],
      ['replayed', finding.state === 'fixed' ? '' : finding.confirmed ? 'yes, the same again' : 'no: it did not happen again'], ['id', finding.id],
    ].filter(([, value]) => value);
    return h('div', {class: 'card'},
      h('div', {class: 'title'}, h('h2', {tabindex: '-1', id: 'finding-title'}, finding.title), h('span', {class: `chip ${finding.state}`}, finding.state)),
      finding.cause ? h('p', {class: 'cause'}, finding.cause) : null,
      h('p', {class: 'message'}, finding.message),
      h('div', {class: 'facts'}, facts.map(([name, value]) => h('span', {}, `${name} `, h('b', {}, value)))),
      finding.replay ? h('div', {class: 'replay'}, h('code', {tabindex: '0', 'aria-label': 'Replay command'}, finding.replay),
        h('button', {class: 'copy', type: 'button', onclick: (event) => copyText(finding.replay, event.currentTarget)}, 'Copy')) : null,
      finding.replay ? h('p', {class: 'hint'}, h('code', {}, '--step'), ' walks through it in a terminal, ', h('code', {}, '--gdb'), ' debugs it, ', h('code', {}, '--perfetto FILE'), ' writes it for a trace viewer.') : null);
  }

  interleaving(finding) {
    const run = finding.run;
    this.source = new SourceView();
    this.info = h('div', {class: 'stepinfo', role: 'status', 'aria-live': 'polite'});
    this.position = h('span', {class: 'pos'});
    this.timeline = new Timeline(run, (step, index) => this.stepped(step, index));
    const timeline = this.timeline;
    const control = (label, name, action) => h('button', {class: 'ctl', type: 'button', 'aria-label': name.startsWith('key step') ? `${label}: ${name}` : name, title: name, onclick: action}, label);
    const keys = timeline.steps.map((step, index) => [step, index]).filter(([step]) => step.flags & kKey).slice(0, 6);
    const controls = h('div', {class: 'controls', role: 'group', 'aria-label': 'Step through the interleaving'},
      control('\u21e4', 'First step', () => timeline.go(0)), control('\u2190 Back', 'Back: previous step', () => timeline.move(-1)),
      control('Next \u2192', 'Next step', () => timeline.move(1)), control('\u21e5', 'Last step', () => timeline.go(timeline.steps.length - 1)),
      control('Next switch', 'Next switch of threads', () => timeline.find(1, (index) => timeline.turnAt(index))),
      keys.map(([step, index]) => control(step.flags & kBlocked ? `thread ${run.threads[step.thread].path} waits` : `${step.kind || 'key step'} (${index + 1 + run.before})`, `key step ${index + 1}: ${step.what}`, () => timeline.go(index))),
      this.position);
    this.lens = new Lens(timeline);
    const left = h('div', {}, controls, this.lens.element,
      run.before ? h('p', {class: 'tl-note'}, `${plural(run.before, 'earlier step')} left out here`) : null, timeline.wrap,
      run.after ? h('p', {class: 'tl-note'}, `${plural(run.after, 'later step')} left out here`) : null, this.legend(timeline), this.info, this.lens.history);
    return h('div', {class: 'card'}, h('h3', {}, `How the threads take turns: ${number(run.switches)} switch${run.switches === 1 ? '' : 'es'}`),
      h('div', {class: 'run'}, left, this.source.element));
  }

  legend(timeline) {
    const locks = timeline.lockIds.slice(0, 8).map((lock, index) =>
      h('span', {}, h('i', {class: `b${colour(7 - index % 8)}`}), `holds ${text(lock)}`));
    return h('div', {class: 'legend'}, h('span', {}, h('i', {class: 'pre'}), 'preemption'), h('span', {}, h('i', {class: 'sw'}), 'switch'),
      kLinkKinds.filter(([kind]) => timeline.links.some((link) => link.kind === kind)).map(([kind, label]) => h('span', {}, h('i', {class: `link ${kind}`}), label)), locks,
      timeline.lockIds.length > 8 ? h('span', {}, `and ${plural(timeline.lockIds.length - 8, 'more lock')}`) : null);
  }

  stepped(step, index) {
    const {timeline} = this;
    this.position.textContent = `step ${number(index + 1)} of ${number(timeline.steps.length)}`;
    const places = [];
    const held = [];
    timeline.run.threads.forEach((thread, lane) => {
      const at = timeline.before(lane, index);
      if (at < 0) return;
      const there = timeline.steps[at];
      if (there.file === step.file) places.push({thread: lane, line: there.line, label: thread.path});
      if (there.locks.length) held.push(h('li', {}, `thread ${timeline.threadName(lane)} holds ${there.locks.map(text).join(', ')}`));
    });
    this.source.show(step.file, step.line, places);
    const tags = [step.flags & kPreempts ? 'preempts the thread before' : '', step.flags & kKey ? 'what the finding is about' : '',
      isChanged(step.file, step.line) ? 'changed line' : ''].filter(Boolean);
    for (const link of timeline.links) if (link.from === index) tags.push(`${link.what} (step ${number(link.to + 1 + timeline.run.before)})`);
    this.lens.stepped(step);
    fill(this.info, h('div', {class: 'what'}, step.flags & kBlocked ? `waits for ever: ${step.what}` : step.what),
      h('div', {class: 'where'}, `thread ${timeline.threadName(step.thread)}`, step.fn ? ` in ${step.fn}` : '', step.file ? `, ${step.file}:${step.line}` : ''),
      tags.length ? h('div', {class: 'where'}, tags.join(', ')) : null,
      held.length ? h('ul', {}, held) : h('div', {class: 'where'}, 'no thread holds a lock'));
    setHash({step: index + 1});
  }

  reasons(test) {
    const list = test.reasons.length ? test.reasons : [test.note || 'no reason is recorded'];
    return h('div', {class: 'card'}, h('h3', {}, 'Why this test'), h('ul', {class: 'why'}, list.map((reason) => h('li', {}, reason))));
  }

  sites(finding) {
    return h('div', {class: 'card'}, h('h3', {}, 'Where'), h('ul', {class: 'sites'}, finding.sites.map((site) => {
      const place = site.file ? h('button', {class: 'place', type: 'button', onclick: () => this.source?.show(site.file, site.line, [])}, `${site.file}:${site.line}`) : 'unknown place';
      const open = editorLink(site.file, site.line);
      return h('li', {class: site.role ? null : 'sub'}, site.role ? h('span', {class: 'role'}, `thread ${site.thread}, ${site.role}${site.held ? `, ${site.held}` : ''}: `) : 'called from ',
        place, open, site.function ? ` in ${site.function}` : '');
    })));
  }

  output(finding) {
    return h('details', {class: 'card', open: true}, h('summary', {}, 'What the failing run printed'),
      finding.output ? h('pre', {class: 'out', tabindex: '0', 'aria-label': 'Output'}, finding.output) : null,
      finding.errors ? h('pre', {class: 'out', tabindex: '0', 'aria-label': 'Errors'}, finding.errors) : null);
  }

  // The files of the change that the finding's steps and places lie in.
  diffOf(finding) {
    const files = new Set(finding.sites.map((site) => site.file));
    this.timeline?.steps.forEach((step) => files.add(step.file));
    const parts = diffParts().filter((part) => files.has(part.file));
    if (!parts.length) return null;
    return h('details', {class: 'card'}, h('summary', {}, `The change in ${parts.map((part) => part.file).join(', ')}`), diffElement(parts, 400));
  }
}
