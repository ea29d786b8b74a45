// What a step does, from its text: "write spool::Queue<int>::size_ = 1, unlock spool::Queue<int>::mu_" is two operations, each with a
// verb, a name and an effect.
const kVerb = /^(?:atomic (?:read|write|rmw)|(?:try )?(?:read|write) lock|try lock|lock timed out|rw unlock|wait returns|barrier (?:arrive|leave)|sem (?:post|wait)|once (?:run|end|return)|futex (?:wait|wake)|signal (?:handler|waits)|send signal|process end|local (?:begin|end)|\S+)/;
const kEffect = /(?: -?\d+ -> -?\d+| = .*| -> thread \S+| wakes \d+| nobody waits| timed out| spurious| ok| error \d+| moved (?:back )?by 1 element| \(\d+ bytes\)| \d+ (?:ns|bytes)| call \d+ = .*)$/;

// At commas between operations; those of template arguments and parameters stay.
function splitOperations(what) {
  const out = [];
  let depth = 0, begin = 0;
  for (let i = 0; i < what.length; ++i) {
    if ('<('.includes(what[i])) ++depth;
    else if (what[i] === ')' || (what[i] === '>' && what[i - 1] !== '-')) depth = Math.max(0, depth - 1);
    if (depth || what[i] !== ',' || what[i + 1] !== ' ') continue;
    out.push(what.slice(begin, i));
    begin = i + 2;
  }
  return [...out, what.slice(begin)];
}

function operation(what) {
  const verb = kVerb.exec(what)?.[0] ?? '';
  const effect = kEffect.exec(what.slice(verb.length))?.[0] ?? '';
  return {verb, name: what.slice(verb.length, what.length - effect.length).trim(), effect: effect.trim()};
}

const parsed = new Map();  // steps repeat a few texts
function operationsOf(step) {
  let out = parsed.get(step.what);
  if (!out) parsed.set(step.what, out = splitOperations(step.what).map(operation));
  return out;
}

const kAccess = /^(?:atomic )?(?:read|write|rmw)$/;

// The variable that a step is about: the first that it reads or writes, else what it locks or waits on. Empty: none.
function variableOf(step) {
  const all = operationsOf(step).filter((op) => op.name);
  return (all.find((op) => kAccess.test(op.verb)) ?? all.find((op) => !['create', 'begin', 'end', 'join', 'detach'].includes(op.verb)))?.name ?? '';
}
const touches = (step, name) => operationsOf(step).some((op) => op.name === name);

// "spool::BoundedQueue<int>::size_" as "BoundedQueue::size_"
function shortened(what) {
  let out = what;
  for (let before = ''; before !== out;) {
    before = out;
    out = out.replace(/(\w)<[^<>]*>/g, '$1');
  }
  return out.replace(/(?:\w+::)+(\w+::[\w~[\]]+)/g, '$1');
}

// An operation in at most `room` characters: the name gives way, first its scopes, then its end. The effect stays whole.
function fitted(op, room) {
  let name = shortened(op.name);
  const text = () => [op.verb, name, op.effect].filter(Boolean).join(' ');
  while (text().length > room && name.includes('::')) name = name.slice(name.indexOf('::') + 2);
  if (text().length <= room) return text();
  name = `${name.slice(0, Math.max(0, name.length - (text().length - room) - 1))}\u2026`;
  if (text().length <= room) return text();
  return op.effect && op.effect.length < room ? `${op.verb.slice(0, Math.max(0, room - op.effect.length - 2))}\u2026 ${op.effect}` : text();
}

// --- Links between steps: who created, woke or handed a lock to whom -----------------------------------------------------------------

// [{kind: 'create' | 'wake' | 'lock', from, to, what}], by the numbers of the steps.
function linksOf(steps, run) {
  const lanes = run.threads.map(() => []);
  steps.forEach((step, index) => { if (!(step.flags & kBlocked)) lanes[step.thread].push(index); });
  const laneOf = new Map(run.threads.map((thread, lane) => [thread.path, lane]));
  return [...creations(steps, laneOf, lanes), ...wakeUps(steps, laneOf, lanes, run.threads.map((thread) => thread.path)), ...handOvers(steps, run.threads.length)].sort((a, b) => a.from - b.from);
}

function creations(steps, laneOf, lanes) {
  const out = [];
  steps.forEach((step, from) => {
    if (step.flags & kBlocked) return;
    for (const op of operationsOf(step)) {
      const lane = op.verb === 'create' ? laneOf.get(op.effect.slice('-> thread '.length)) : undefined;
      const to = lane === undefined ? undefined : lanes[lane][0];
      if (to > from) out.push({kind: 'create', from, to, what: `creates thread ${op.effect.slice('-> thread '.length)}`});
    }
  });
  return out;
}

// A thread that waits does nothing until its wait returns: the next step of a woken thread is that return.
function wakeUps(steps, laneOf, lanes, paths) {
  const out = [];
  steps.forEach((step, from) => {
    if (step.flags & kBlocked) return;
    for (const op of operationsOf(step)) {
      let left = op.verb === 'broadcast' ? Number(op.effect.slice('wakes '.length)) || 0 : op.verb === 'signal' && op.effect.startsWith('-> ') ? 1 : 0;
      const only = op.verb === 'signal' ? laneOf.get(op.effect.slice('-> thread '.length)) : undefined;
      for (let lane = 0; left > 0 && lane < lanes.length; ++lane) {
        if (lane === step.thread || (op.verb === 'signal' && lane !== only)) continue;
        const to = lanes[lane][countUpTo(lanes[lane], from)];
        const returns = to === undefined ? null : operationsOf(steps[to])[0];
        if (returns?.verb !== 'wait returns' || returns.name !== op.name || returns.effect) continue;
        out.push({kind: 'wake', from, to, what: `${shortened(op.name)} wakes thread ${paths[lane]}`});
        --left;
      }
    }
  });
  return out;
}

// From the step that gave a lock back to the next that took it, if that is another thread's. A step knows the locks that its thread holds
// afterwards; one that takes and gives back on one line is known by its text.
function handOvers(steps, threads) {
  const out = [];
  const held = Array.from({length: threads}, () => new Set());
  const given = new Map();  // lock -> the step that gave it back last
  const lastOf = Array(threads).fill(-1);
  const next = [];  // of the same thread
  steps.forEach((step, index) => {
    if (step.flags & kBlocked) return;
    if (lastOf[step.thread] >= 0) next[lastOf[step.thread]] = index;
    lastOf[step.thread] = index;
  });
  lastOf.fill(-1);
  const byName = new Map();
  steps.forEach((step) => step.locks.forEach((lock) => byName.set(text(lock), lock)));
  const take = (lock, to, thread) => {
    let from = given.get(lock);
    // Given back between two steps: its last holder is the one whose next step does not have it any more.
    const holder = held.findIndex((locks, other) => other !== thread && locks.has(lock));
    if (from === undefined && holder >= 0 && !steps[next[lastOf[holder]]]?.locks.includes(lock)) {
      from = lastOf[holder];
      held[holder].delete(lock);
    }
    given.delete(lock);
    if (from !== undefined && from >= 0 && steps[from].thread !== thread) out.push({kind: 'lock', from, to, what: `hands over ${shortened(text(lock))}`});
  };
  steps.forEach((step, index) => {
    if (step.flags & kBlocked) return;
    const mine = held[step.thread];
    for (const lock of step.locks) if (!mine.has(lock)) take(lock, index, step.thread);
    for (const op of operationsOf(step)) {
      const lock = /^(?:try |read |write )*lock$/.test(op.verb) && !op.effect.startsWith('error') ? byName.get(op.name) : undefined;
      if (lock === undefined || mine.has(lock) || step.locks.includes(lock)) continue;
      take(lock, index, step.thread);
      given.set(lock, index);
    }
    for (const lock of mine) if (!step.locks.includes(lock)) given.set(lock, index);
    held[step.thread] = new Set(step.locks);
    lastOf[step.thread] = index;
  });
  return out;
}

// How many of the ascending numbers are at most `limit`.
function countUpTo(list, limit) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
