// A long run at a glance, beside its timeline: one column a thread, red where the finding is, a frame around what is in view. A click or
// a drag goes there; the keys of the timeline do the same.
const kFewRows = 60;

function characterWidth(near) {
  const probe = h('span', {class: 'op probe', 'aria-hidden': 'true'}, 'm'.repeat(100));
  near.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width || 7.3;
}

class Minimap {
  constructor(timeline) {
    this.timeline = timeline;
    this.element = h('canvas', {class: 'minimap', 'aria-hidden': 'true', hidden: true});
    const move = (event) => {
      const box = this.element.getBoundingClientRect();
      const view = timeline.element;
      view.scrollTop = (event.clientY - box.top) / box.height * timeline.height - view.clientHeight / 2;
    };
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      move(event);
    });
    this.element.addEventListener('pointermove', (event) => { if (event.buttons) move(event); });
  }

  // The rows are drawn once for each arrangement, size and colours; the frame each time.
  draw() {
    const {timeline, element} = this;
    const shown = timeline.rows.length > kFewRows;
    element.hidden = !shown;
    timeline.wrap.classList.toggle('mapped', shown);
    const height = timeline.element.clientHeight;
    if (!shown || !height) return;
    const width = 46;
    const style = getComputedStyle(document.documentElement);
    const colours = style.getPropertyValue('--t0');
    if (this.rows !== timeline.rows || this.height !== height || this.colours !== colours) {
      Object.assign(this, {rows: timeline.rows, height, colours});
      this.picture = this.paint(width, height, style);
    }
    if (element.width !== width || element.height !== height) Object.assign(element, {width, height});
    const context = element.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.drawImage(this.picture, 0, 0);
    const scale = height / timeline.height;
    context.strokeStyle = style.getPropertyValue('--ink');
    context.lineWidth = 1.5;
    context.strokeRect(1, timeline.element.scrollTop * scale + 1, width - 2, Math.max(6, timeline.element.clientHeight * scale) - 2);
  }

  paint(width, height, style) {
    const {timeline} = this;
    const picture = h('canvas', {width, height});
    const context = picture.getContext('2d');
    const lane = width / timeline.lanes, scale = height / timeline.height;
    const mark = (at, index, name, tall) => {
      context.fillStyle = style.getPropertyValue(name);
      context.fillRect(timeline.steps[index].thread * lane, timeline.tops[at] * scale, Math.max(2, lane - 1), Math.max(tall, kRow * scale));
    };
    timeline.rows.forEach(([index], at) => mark(at, index, `--t${colour(timeline.steps[index].thread)}`, 1));
    timeline.rows.forEach(([index], at) => {
      const step = timeline.steps[index];
      if (step.flags & kKey) mark(at, index, '--bad', 4);
      else if (isChanged(step.file, step.line)) mark(at, index, '--changed-line', 2);
    });
    return picture;
  }
}
