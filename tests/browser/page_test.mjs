// The report page in a real browser, from disk: what it shows, filters, stepping by keyboard, no errors, no network. Screenshots stay in WORK.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [modules, work, only = ''] = process.argv.slice(2);  // ONLY: a part of the names of the tests to run
const require = createRequire(path.resolve(modules, 'package.json'));
const {chromium} = require('playwright-core');
const profile = mkdtempSync(path.join(os.tmpdir(), 'reweave-chromium-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.REWEAVE_CHROMIUM || '/usr/bin/chromium',
  headless: true,
  viewport: {width: 1600, height: 1000},
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--disable-dev-shm-usage'],
});
const problems = [];
let failed = 0;

async function open(name, {width = 1600, height = 1000, dark = false, hash = ''} = {}) {
  const page = await browser.newPage();
  await page.setViewportSize({width, height});
  await page.emulateMedia({colorScheme: dark ? 'dark' : 'light'});
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) problems.push(`${name}: ${message.text()}`); });
  page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`));
  page.on('dialog', (dialog) => { problems.push(`${name}: a dialog opened: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => { if (!/^(file|data):/.test(request.url())) problems.push(`${name}: asked the network for ${request.url()}`); });
  await page.goto(pathToFileURL(path.resolve(work, `${name}.html`)).href + hash);
  return page;
}
const shot = (page, name) => page.screenshot({path: path.join(work, `${name}.png`)});
const textOf = (page, selector) => page.locator(selector).first().innerText();

async function test(name, body) {
  if (!name.includes(only)) return;
  try {
    await body();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}

await test('summary, list and first finding', async () => {
  const page = await open('sample');
  assert.equal(await textOf(page, '#verdict'), '3 new findings (4 before grouping by cause)');
  assert.match(await textOf(page, '#versions'), /working tree against origin\/main/);
  assert.match(await textOf(page, '#tiles'), /^3\nnew findings\n/);  // those of one cause are one
  assert.equal(await page.locator('#list .item').count(), 8);
  assert.equal(await textOf(page, '#finding-title'), 'deadlock (lost wakeup)');  // failures come before races
  await page.close();
});

await test('a race', async () => {
  const page = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0'});
  assert.equal(await textOf(page, '#finding-title'), 'data race');
  assert.match(await textOf(page, '.replay code'), /^reweave replay \.reweave\/results\/queue_test-race/);
  assert.match(await textOf(page, '.sites'), /thread 0, write, no lock: src\/queue\.cc:12/);
  assert.match(await textOf(page, '.why'), /Queue::Stop\(\), which changed/);
  await shot(page, 'light-wide');
  assert.equal(await page.locator('h1').count(), 1);
  assert.match(await textOf(page, '.tile.warn:has-text("looked at")'), /^\d+ of 10\ntests not fully looked at$/);
  assert.equal(await textOf(page, '.tile.warn:has-text("delay")'), '1\nnew with a delay (timing)');
  await page.getByRole('button', {name: 'Copy'}).click();
  await page.getByRole('button', {name: 'Copied'}).waitFor();
  await page.close();
});

await test('the timeline has lanes, locks, switches, changed lines, and follows the source', async () => {
  const page = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0'});
  assert.deepEqual(await page.locator('.tl-head span:not(.gut)').allInnerTexts(), ['thread 0', 'thread 0.1 consumer']);
  assert.equal(await page.locator('.row').count(), 8);
  assert.equal(await page.locator('.row.key').count(), 2);
  assert.equal(await page.locator('.row.chg').count(), 2);
  assert.equal(await page.locator('.row .sw').count(), 4);
  assert.equal(await page.locator('.row .sw.pre').count(), 1);
  assert.ok(await page.locator('.row .lock').count() >= 3);
  assert.equal(await textOf(page, '.row.on'), '4\nqueue.cc:12write Queue::stop_ = 1');
  assert.match(await textOf(page, '.src .cur'), /stop_ = true;/);
  assert.match(await textOf(page, '.stepinfo'), /thread 0\.1 consumer holds Queue::mu_/);
  await page.close();
});

await test('stepping by keyboard and by buttons', async () => {
  const page = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0'});
  await page.locator('.tl').focus();
  const at = () => textOf(page, '.pos');
  assert.equal(await at(), 'step 4 of 8');
  await page.keyboard.press('ArrowDown');
  assert.equal(await at(), 'step 5 of 8');
  assert.match(await textOf(page, '.stepinfo'), /read Queue::stop_ = 1/);
  assert.match(await textOf(page, '.src .cur'), /while \(!stop_ && items_\.empty\(\)\)/);
  await page.keyboard.press('ArrowRight');
  assert.equal(await at(), 'step 7 of 8');  // the next switch
  await page.keyboard.press('ArrowLeft');
  assert.equal(await at(), 'step 5 of 8');
  await page.keyboard.press('End');
  assert.equal(await at(), 'step 8 of 8');
  await page.keyboard.press('ArrowDown');
  assert.equal(await at(), 'step 8 of 8');
  await page.keyboard.press('Home');
  assert.equal(await at(), 'step 1 of 8');
  await page.getByRole('button', {name: 'Next step'}).click();
  assert.equal(await at(), 'step 2 of 8');
  await page.getByRole('button', {name: 'Key step 5'}).click();
  assert.equal(await at(), 'step 5 of 8');
  assert.match(page.url(), /#finding=3f2a9b0c1d2e&test=0&step=5$/);
  assert.equal(await page.evaluate(() => document.activeElement.className), 'ctl');
  await page.close();
  const again = await open('sample', {hash: '#finding=c64f3609ab48&test=0&step=9'});
  assert.equal(await textOf(again, '#finding-title'), 'deadlock (lost wakeup)');
  assert.match(await textOf(again, '.stepinfo'), /waits for ever: wait returns/);
  await again.close();
});

await test('arrows for creation, wake-ups and locks handed over', async () => {
  const page = await open('story', {hash: '#finding=570570570570'});
  const arrows = await page.locator('.arrow').evaluateAll((all) => all.map((a) => `${a.getAttribute('class')} ${Number(a.dataset.from) + 1}-${Number(a.dataset.to) + 1} ${a.querySelector('title').textContent}`));
  assert.deepEqual(arrows.sort(), ['arrow create 1-3 creates thread 0.1', 'arrow create 2-13 creates thread 0.2', 'arrow lock 12-26 hands over BoundedMultiProducerQueue::mu_',
    'arrow lock 5-6 hands over BoundedMultiProducerQueue::mu_', 'arrow lock 9-10 hands over BoundedMultiProducerQueue::mu_', 'arrow wake 8-10 BoundedMultiProducerQueue::cv_ wakes thread 0.1']);
  assert.match(await textOf(page, '.cause'), /^thread 0\.1 read size_ while/);
  assert.equal(await page.$eval('.detail .cause', (cause) => cause.nextElementSibling.className), 'message', 'what went wrong comes first');
  assert.match(await textOf(page, '.legend'), /creates[^]*wakes[^]*hands a lock over/);
  await page.locator('#step-7').click();
  assert.match(await textOf(page, '.stepinfo'), /wakes thread 0\.1 \(step 10\)/);
  // An arrow begins and ends at its rows.
  const wake = await page.locator('.arrow.wake').boundingBox(), to = await page.locator('#step-9').boundingBox(), from = await page.locator('#step-7').boundingBox();
  assert.ok(wake.y >= from.y && wake.y < from.y + from.height && wake.y + wake.height > to.y && wake.y + wake.height <= to.y + to.height);
  await shot(page, 'arrows');
  await page.close();
});

await test('rows never cut the effect', async () => {
  const page = await open('story', {hash: '#finding=570570570570'});
  for (const width of [400, 700, 1100, 1440, 1600]) {
    await page.setViewportSize({width, height: 1000});
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));  // laid out again
    const seen = await page.evaluate(() => [...document.querySelectorAll('.row:not(.fold)')].map((row) => ({
      title: row.title, lines: [...row.querySelectorAll('.op')].map((op) => op.textContent),
      cut: [...row.querySelectorAll('.op')].some((op) => op.scrollWidth > op.clientWidth + 1 || op.parentElement.scrollHeight > op.parentElement.clientHeight + 1),
    })));
    assert.ok(seen.length > 8, `${width}: ${seen.length} rows`);
    for (const row of seen) assert.equal(row.cut, false, `${width}: ${row.lines}`);
    const line = (title) => seen.find((row) => row.title.endsWith(title)).lines;
    assert.match(line('create -> thread 0.1')[0], /-> thread 0\.1$/);
    assert.match(line('-> thread 0.1')[0], /-> thread 0\.1$/);
    assert.equal(seen[6].lines.length, 2);  // an operation a line
    assert.match(seen[6].lines[0], /= 0$/);
    assert.match(seen[6].lines[1], /= 1$/);
    assert.match(seen[7].lines[0], /-> thread 0\.1$/);
  }
  await page.close();
});

await test('only changed lines, only a variable, its values, folded turns', async () => {
  const page = await open('story', {hash: '#finding=570570570570'});
  assert.equal(await page.locator('.row').count(), 27);
  assert.equal(await page.getByRole('button', {name: 'Only changed lines'}).count(), 0);  // none of its steps is on one
  await page.close();
  const race = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0'});
  await race.getByRole('button', {name: 'Only changed lines'}).click();
  assert.equal(await race.locator('.row').count(), 2);
  assert.equal(await textOf(race, '.lens .count'), '2 steps of 8');
  await race.getByRole('button', {name: 'Only Queue::stop_'}).click();
  assert.deepEqual(await race.locator('.row .gut').allInnerTexts(), ['4', '5']);
  assert.equal(await race.getByRole('button', {name: 'Only changed lines'}).getAttribute('aria-pressed'), 'false');
  await race.getByRole('button', {name: 'Only Queue::stop_'}).click();
  assert.equal(await race.locator('.row').count(), 8);
  await race.close();
  const story = await open('story', {hash: '#finding=570570570570'});
  await story.getByRole('button', {name: /^Values of .*size_$/}).click();
  assert.deepEqual(await story.locator('.history tbody tr').allInnerTexts(), ['step 7\tthread 0\tread\t0', 'step 7\tthread 0\twrite\t1', 'step 11\tthread 0.1 consumer\tread\t1', 'step 26\tthread 0.2 other\twrite\t2']);
  await story.getByRole('button', {name: 'step 26'}).click();
  assert.equal(await textOf(story, '.pos'), 'step 26 of 27');
  await story.getByRole('button', {name: 'Fold turns'}).click();
  assert.equal(await story.locator('.row.fold').innerText(), '\u22ee\n12 more steps of thread 0.2');
  assert.equal(await story.locator('.row').count(), 16);
  await story.locator('.tl').focus();
  await story.keyboard.press('ArrowUp');
  assert.equal(await textOf(story, '.pos'), 'step 13 of 27');  // past the fold
  await shot(story, 'folded');
  await story.locator('.row.fold').click();
  assert.equal(await story.locator('.row').count(), 27);
  await story.close();
});

await test('filters', async () => {
  const page = await open('sample');
  const count = () => page.locator('#list .item').count();
  await page.locator('#filter-state').selectOption('new');
  assert.equal(await count(), 4);
  await page.locator('#filter-kind').selectOption('deadlock');
  assert.equal(await count(), 1);
  assert.equal(await textOf(page, '#finding-title'), 'deadlock (lost wakeup)');
  await page.locator('#filter-kind').selectOption('');
  await page.locator('#filter-state').selectOption('fixed');
  assert.equal(await count(), 1);
  await page.locator('#filter-state').selectOption('');
  await page.keyboard.press('Escape');
  await page.locator('body').click({position: {x: 5, y: 5}});
  await page.keyboard.press('/');
  await page.keyboard.type('stats::hits');
  assert.equal(await count(), 1);
  assert.equal(await textOf(page, '#count'), '1 of 8 findings');
  assert.match(await textOf(page, '.message'), /Stats::hits/);
  await page.locator('#filter-text').fill('nothing like this');
  assert.equal(await count(), 0);
  assert.match(await textOf(page, '#list'), /No finding matches/);
  await page.locator('#filter-text').fill('');
  await page.locator('#filter-test').selectOption({label: 'queue_test.Pop'});
  assert.equal(await count(), 5);
  await page.close();
});

await test('the list by keyboard', async () => {
  const page = await open('sample');
  await page.locator('#list').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await textOf(page, '#finding-title'), 'data race');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'tl');
  await page.keyboard.press('j');
  assert.equal(await page.locator('#list [aria-selected="true"]').getAttribute('id'), 'finding-2');
  await page.close();
});

await test('text of the tested program stays text', async () => {
  const page = await open('sample', {hash: '#finding=e0e0e0e0e0e0'});
  assert.match(await textOf(page, '.message'), /<\/script><script>alert\(1\)/);
  assert.equal(await page.locator('script').count(), 2);
  assert.match(await textOf(page, '.src .lines'), /alert\(2\)/);
  await page.close();
});

await test('tests: sorting and filter; the change; charts', async () => {
  const page = await open('sample');
  await page.getByRole('tab', {name: /Tests/}).click();
  assert.equal(await page.locator('#panel-tests tbody tr').count(), 10);
  await page.getByRole('button', {name: 'Test', exact: true}).click();
  assert.equal(await textOf(page, '#panel-tests tbody tr td'), 'cache_test.Evict');
  assert.equal(await page.locator('th').first().getAttribute('aria-sort'), 'ascending');
  await page.getByRole('button', {name: 'Findings', exact: true}).click();
  assert.equal(await textOf(page, '#panel-tests tbody tr td'), 'queue_test.Pop');
  await shot(page, 'tests');
  await page.getByLabel('Filter the tests').fill('unchanged');
  assert.equal(await page.locator('#panel-tests tbody tr').count(), 1);
  await page.getByRole('tab', {name: /Tests/}).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#panel-charts svg[role="img"]').count(), 3);
  assert.equal(await page.locator('#panel-charts polyline').count(), 6);
  await shot(page, 'charts');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#panel-diff .diff .d').count(), 2);
  assert.equal(await page.locator('#panel-diff .diff .a').count(), 1);
  await shot(page, 'change');
  await page.close();
});

await test('light and dark, wide and narrow', async () => {
  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const page = await open('sample', {dark: true});
  const dark = await background(page);
  await shot(page, 'dark-wide');
  await page.locator('#theme').click();
  const light = await background(page);
  assert.notEqual(light, dark);
  await page.locator('#theme').click();
  assert.equal(await background(page), dark);
  await page.locator('#theme').click();
  await page.close();
  for (const [name, options] of [['light-narrow', {width: 420, height: 900}], ['dark-narrow', {width: 420, height: 900, dark: true}], ['light-middle', {width: 1100, height: 900}]]) {
    const narrow = await open('sample', options);
    const overflow = await narrow.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name}: the page scrolls sideways by ${overflow}`);
    await shot(narrow, name);
    await narrow.locator('.tl').scrollIntoViewIfNeeded();
    await shot(narrow, `${name}-timeline`);
    await narrow.close();
  }
});

await test('500 findings and 10,000 steps', async () => {
  const page = await open('large');
  assert.equal(await page.locator('#list .item').count(), 500);
  assert.equal(await textOf(page, '.pos'), 'step 9,991 of 10,000');
  assert.ok(await page.locator('.row').count() < 100, 'only the rows in view exist');
  await page.locator('.tl').focus();
  for (let i = 0; i < 20; ++i) await page.keyboard.press('ArrowUp');
  assert.equal(await textOf(page, '.pos'), 'step 9,971 of 10,000');
  await page.keyboard.press('Home');
  assert.equal(await textOf(page, '.row.on .gut'), '1');
  const map = await page.locator('.minimap').boundingBox();
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  await page.waitForFunction(() => { const tl = document.querySelector('.tl'); return Math.abs(tl.scrollTop / tl.scrollHeight - 0.5) < 0.02; });
  assert.ok(await page.locator('.row').count() < 100);
  await page.locator('#filter-text').fill('variant 499');
  assert.equal(await page.locator('#list .item').count(), 1);
  await shot(page, 'large');
  assert.equal(await page.locator('.minimap').isVisible(), false);  // a short run needs none
  await page.close();
});

await test('a program alone, and nothing at all', async () => {
  const alone = await open('alone');
  assert.equal(await textOf(alone, '#verdict'), '4 findings (5 before grouping by cause)');
  assert.equal(await alone.locator('#tab-diff').isVisible(), false);
  await alone.close();
  const nothing = await open('nothing');
  assert.equal(await textOf(nothing, '#verdict'), 'Nothing found');
  assert.match(await textOf(nothing, '#detail'), /Nothing was found in 0 schedules/);
  await nothing.getByRole('tab', {name: 'Charts'}).click();
  await nothing.close();
});

await test('links that open the file in an editor', async () => {
  const page = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0&step=5'});
  assert.equal(await page.locator('a.open').count(), 0);  // off until somebody chooses one
  await page.getByLabel('Editor', {exact: true}).selectOption({label: 'VS Code'});
  assert.equal(await textOf(page, '.pos'), 'step 5 of 8');
  assert.equal(await page.locator('.src a.open').getAttribute('href'), 'vscode://file/home/user/project/src/queue.cc:24');
  assert.equal(await page.locator('.sites a.open').count(), 4);
  await page.getByLabel('Directory of the sources').fill('/my/own dir');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('.src a.open').getAttribute('href'), 'vscode://file/my/own%20dir/src/queue.cc:24');
  await page.close();
  const again = await open('sample', {hash: '#finding=3f2a9b0c1d2e&test=0&step=5'});
  assert.equal(await again.locator('.src a.open').getAttribute('href'), 'vscode://file/my/own%20dir/src/queue.cc:24');  // remembered
  await again.getByLabel('Editor', {exact: true}).selectOption({label: 'other'});
  const address = again.getByLabel('Address that opens a file');
  await address.fill('javascript:alert({path})');
  await again.keyboard.press('Tab');
  assert.equal(await again.locator('a.open').count(), 0);
  await address.fill('my-editor://{path}?l={line}');
  await again.keyboard.press('Tab');
  assert.equal(await again.locator('.src a.open').getAttribute('href'), 'my-editor:///my/own%20dir/src/queue.cc?l=24');
  await again.getByLabel('Editor', {exact: true}).selectOption({label: 'none'});
  assert.equal(await again.locator('a.open').count(), 0);
  await again.close();
});

await test('axe-core finds nothing, in both colour schemes, narrow and wide', async () => {
  const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  const found = [];
  const look = async (page, where) => {
    const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
    for (const v of violations) found.push(`${where}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join(' | ')}`);
  };
  for (const dark of [false, true]) {
    for (const width of [400, 1440]) {
      const where = `${dark ? 'dark' : 'light'} ${width}`;
      const page = await open('sample', {dark, width, hash: '#finding=3f2a9b0c1d2e&test=0'});
      await page.evaluate(axe);
      await look(page, `${where} findings`);
      for (const tab of ['tests', 'charts', 'diff']) {
        await page.locator(`#tab-${tab}`).click();
        await look(page, `${where} ${tab}`);
      }
      await page.close();
      const story = await open('story', {dark, width, hash: '#finding=570570570570'});
      await story.getByRole('button', {name: /^Values of/}).click();
      await story.getByRole('button', {name: 'Fold turns'}).click();
      await story.evaluate(axe);
      await look(story, `${where} story`);
      await story.locator('#tab-techniques').click();
      await look(story, `${where} techniques`);
      await story.close();
    }
  }
  assert.deepEqual(found, []);
});

await test('every control has a name, and focus is visible', async () => {
  const page = await open('sample');
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, [role="listbox"], [role="tab"]')].filter((element) =>
    !(element.getAttribute('aria-label') || element.textContent.trim() || document.querySelector(`label[for="${element.id}"]`))).map((element) => element.outerHTML));
  assert.deepEqual(nameless, []);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.locator('.tl').focus();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await page.locator('.tl').evaluate((element) => getComputedStyle(element).outlineStyle), 'none');
  await page.close();
});

await test('no errors, no dialogs, no network', async () => assert.deepEqual(problems, []));

await browser.close();
rmSync(profile, {recursive: true, force: true});
if (failed) console.log(`${failed} failed`);
process.exit(failed ? 1 : 0);
