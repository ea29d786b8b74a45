// What the techniques behind a search have to say: a table of branches by run, patterns that are not covered, coverage over time.
const hasTechniques = (test) => test.techniques.some((t) => t.tables.length || t.charts.length);

function growthChart(chart) {
  const width = 560, height = 270, left = 56, right = 14, top = 12, bottom = 34;
  const last = chart.points[chart.points.length - 1];
  const maxX = niceCeiling(last[0]), maxY = Math.max(4, niceCeiling(last[1]));
  const x = (v) => left + (v / maxX) * (width - left - right);
  const y = (v) => height - bottom - (v / maxY) * (height - top - bottom);
  const picture = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${chart.title}: ${number(last[1])} ${chart.y} after ${number(last[0])} ${chart.x}`});
  for (let i = 0; i <= 4; ++i) {
    const v = (maxY / 4) * i, s = (maxX / 4) * i;
    picture.append(svg('line', {class: i ? 'grid' : 'axis', x1: left, x2: width - right, y1: y(v), y2: y(v)}),
      svg('text', {x: left - 8, y: y(v) + 4, 'text-anchor': 'end'}, number(Math.round(v * 100) / 100)),
      svg('text', {x: x(s), y: height - bottom + 17, 'text-anchor': 'middle'}, `${Math.round(s * 100) / 100}${i === 4 ? ` ${chart.x}` : ''}`));
  }
  // A value holds until the next one: steps, not slopes.
  const points = [`${left},${y(0)}`];
  chart.points.forEach(([s, v], index) => {
    const before = index ? chart.points[index - 1][1] : 0;
    points.push(`${x(s).toFixed(1)},${y(before).toFixed(1)}`, `${x(s).toFixed(1)},${y(v).toFixed(1)}`);
  });
  picture.append(svg('polyline', {class: 'series c0', points: points.join(' '), stroke: 'currentColor'}));
  const table = h('details', {}, h('summary', {}, 'Numbers'), h('table', {}, h('thead', {}, h('tr', {}, [chart.x, chart.y].map((name) => h('th', {scope: 'col', class: 'num'}, name)))),
    h('tbody', {}, chart.points.map((p) => h('tr', {}, p.map((v) => h('td', {class: 'num'}, number(Math.round(v * 100) / 100))))))));
  return h('div', {class: 'card chart'}, h('h3', {}, chart.title), picture, table);
}

// Cells that name a place open the source beside the table.
function techniqueTable(table, source) {
  const cell = ([text, file, line]) => h('td', {}, file && data.sources[file]
    ? h('button', {class: 'plain place', type: 'button', onclick: () => { source.element.hidden = false; source.show(file, line, []); source.element.scrollIntoView({block: 'nearest'}); }}, text)
    : text);
  return h('div', {class: 'card technique'}, h('h3', {}, table.title),
    h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': table.title},
      h('table', {}, h('thead', {}, h('tr', {}, table.columns.map((name) => h('th', {scope: 'col'}, name)))), h('tbody', {}, table.rows.map((row) => h('tr', {}, row.map(cell)))))),
    table.left_out ? h('p', {class: 'count'}, `${number(table.left_out)} more are not shown.`) : null);
}

function addTechniques(panel) {
  const source = new SourceView();
  source.element.hidden = true;
  const parts = [];
  for (const test of data.tests.filter(hasTechniques))
    for (const technique of test.techniques)
      parts.push(h('section', {}, h('h2', {}, `${technique.name}: ${test.name}`), h('ul', {class: 'notes'}, technique.lines.map((line) => h('li', {}, line))),
        h('div', {class: 'charts'}, technique.charts.filter((chart) => chart.points.length).map(growthChart)), technique.tables.map((table) => techniqueTable(table, source))));
  fill(panel, parts, source.element);
}
