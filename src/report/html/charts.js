// Schedules and covered access patterns over time, a line a test; time by phase as bars. Drawn as SVG, each with its numbers as a table.
const kMostSeries = 8;

function niceCeiling(value) {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((factor) => factor * unit).find((step) => step >= value);
}

function lineChart(title, unit, tests, value) {
  const width = 560, height = 270, left = 56, right = 14, top = 12, bottom = 34;
  const maxX = niceCeiling(Math.max(0, ...tests.map((t) => t.curve[t.curve.length - 1][0])));
  const maxY = Math.max(4, niceCeiling(Math.max(0, ...tests.flatMap((t) => t.curve.map(value)))));
  const x = (s) => left + (s / maxX) * (width - left - right);
  const y = (v) => height - bottom - (v / maxY) * (height - top - bottom);
  const picture = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}: ${tests.map((t) => `${t.name} ${number(value(t.curve[t.curve.length - 1]))}`).join(', ')}`});
  for (let i = 0; i <= 4; ++i) {
    const v = (maxY / 4) * i, s = (maxX / 4) * i;
    picture.append(svg('line', {class: i ? 'grid' : 'axis', x1: left, x2: width - right, y1: y(v), y2: y(v)}),
      svg('text', {x: left - 8, y: y(v) + 4, 'text-anchor': 'end'}, number(Math.round(v * 100) / 100)),
      svg('text', {x: x(s), y: height - bottom + 17, 'text-anchor': 'middle'}, `${Math.round(s * 100) / 100}${i === 4 ? ' s' : ''}`));
  }
  tests.forEach((test, index) => {
    const points = test.curve.map((p) => `${x(p[0]).toFixed(1)},${y(value(p)).toFixed(1)}`).join(' ');
    const line = svg('polyline', {class: `series c${index % 8}`, points, stroke: 'currentColor'});
    line.append(svg('title', {}, `${test.name}: ${number(value(test.curve[test.curve.length - 1]))} ${unit}`));
    picture.append(line);
    let found = 0;
    for (const p of test.curve) {
      if (p[3] > found) picture.append(svg('circle', {class: `hit c${index % 8}`, cx: x(p[0]), cy: y(value(p)), r: 5, fill: 'currentColor'}, svg('title', {}, `${test.name}: ${plural(p[3], 'finding')} after ${p[0].toFixed(2)} s`)));
      found = Math.max(found, p[3]);
    }
  });
  const table = h('details', {}, h('summary', {}, 'Numbers'), h('table', {}, h('thead', {}, h('tr', {}, ['Test', 'Seconds', unit].map((name) => h('th', {scope: 'col', class: 'plainhead'}, h('button', {type: 'button', disabled: true}, name))))),
    h('tbody', {}, tests.map((t) => h('tr', {}, h('td', {}, t.name), h('td', {class: 'num'}, t.curve[t.curve.length - 1][0].toFixed(2)), h('td', {class: 'num'}, number(value(t.curve[t.curve.length - 1]))))))));
  return h('div', {class: 'card chart'}, h('h2', {}, title), picture, keysOf(tests.map((t) => t.name)), table);
}

const keysOf = (names) => h('div', {class: 'keys'}, names.map((name, index) => h('span', {}, h('i', {class: `b${index % 8}`}), name)));

function phaseChart(tests) {
  const phases = [...new Set(tests.flatMap((t) => t.phases.map((p) => p[0])))];
  const width = 560, row = 30, label = 180;
  const most = Math.max(...tests.map((t) => t.phases.reduce((sum, p) => sum + p[2], 0)), 0.001);
  const picture = svg('svg', {viewBox: `0 0 ${width} ${tests.length * row + 6}`, role: 'img', 'aria-label': 'Time by phase of each test'});
  tests.forEach((test, index) => {
    let x = label;
    const name = test.name.length > 27 ? `${test.name.slice(0, 26)}\u2026` : test.name;
    picture.append(svg('text', {x: label - 8, y: index * row + 20, 'text-anchor': 'end'}, name));
    for (const [phase, schedules, time, stopped] of test.phases) {
      const w = Math.max(1.5, (time / most) * (width - label - 60));
      const bar = svg('rect', {class: `c${phases.indexOf(phase) % 8}`, x, y: index * row + 6, width: w, height: row - 11, rx: 3, fill: 'currentColor'});
      bar.append(svg('title', {}, `${phase}: ${plural(schedules, 'schedule')}, ${time.toFixed(2)} s, stopped by ${stopped}`));
      picture.append(bar);
      x += w + 1.5;
    }
    picture.append(svg('text', {x: x + 5, y: index * row + 20}, `${test.phases.reduce((sum, p) => sum + p[2], 0).toFixed(1)} s`));
  });
  return h('div', {class: 'card chart'}, h('h2', {}, 'Time by phase'), picture, keysOf(phases));
}

function addCharts(panel) {
  const drawn = data.tests.filter((t) => t.curve.length > 1).sort((a, b) => b.schedules - a.schedules);
  const phased = data.tests.filter((t) => t.phases.length).sort((a, b) => b.seconds - a.seconds).slice(0, 20);
  const few = drawn.slice(0, kMostSeries);
  const out = [];
  if (few.length) {
    out.push(lineChart('Schedules over time', 'schedules', few, (p) => p[1]));
    if (few.some((t) => t.curve.some((p) => p[2] > 0))) out.push(lineChart('Access patterns covered over time', 'patterns', few, (p) => p[2]));
  }
  if (phased.length) out.push(phaseChart(phased));
  fill(panel, out.length ? [drawn.length > few.length ? h('p', {class: 'count'}, `The ${few.length} tests with most schedules of ${drawn.length}; a dot is a finding.`) : h('p', {class: 'count'}, 'A dot is a finding.'), h('div', {class: 'charts'}, out)]
    : h('div', {class: 'card empty'}, 'No test was explored long enough for a curve.'));
}
