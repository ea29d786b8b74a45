// shot.mjs MODULES PAGE OUT: the report at a step on a line that the change touched, as a PNG of at most 256 colours (half the size).
import {writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import zlib from 'node:zlib';

const [modules, page, out] = process.argv.slice(2);
const {chromium} = createRequire(`${modules}/package.json`)('playwright-core');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const view = await browser.newPage({viewport: {width: 1480, height: 1150}, deviceScaleFactor: 0.85});
await view.goto(`file://${page}`);
await view.locator('.tl').focus();
await view.keyboard.press('Home');
await view.locator('.row.chg').last().click();
await view.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
const shot = (await view.screenshot()).toString('base64');
const blank = await browser.newPage();
const {width, height, base64} = await blank.evaluate(async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), {width: image.width, height: image.height});
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
  let text = '';
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
  return {width: canvas.width, height: canvas.height, base64: btoa(text)};
}, shot);
await browser.close();

// The most frequent colours are the palette; the others take the nearest of them.
const pixels = Buffer.from(base64, 'base64');
const counts = new Map();
const at = (i) => (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
for (let i = 0; i < pixels.length; i += 4) counts.set(at(i), (counts.get(at(i)) || 0) + 1);
const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([colour]) => colour);
const known = new Map(palette.map((colour, index) => [colour, index]));
const distance = (a, b) => ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
for (const colour of counts.keys())
  if (!known.has(colour)) known.set(colour, palette.reduce((best, candidate, index) => (distance(candidate, colour) < distance(palette[best], colour) ? index : best), 0));
const rows = Buffer.alloc((width + 1) * height);
for (let y = 0; y < height; ++y)
  for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = known.get(at((y * width + x) * 4));

function crc32(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);  // from Node 22 on
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}
const header = Buffer.alloc(13);
header.writeUInt32BE(width, 0);
header.writeUInt32BE(height, 4);
header[8] = 8, header[9] = 3;  // bits, palette
writeFileSync(out, Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', header),
  chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))), chunk('IDAT', zlib.deflateSync(rows, {level: 9})), chunk('IEND', Buffer.alloc(0))]));
