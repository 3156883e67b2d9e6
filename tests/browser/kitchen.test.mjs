// A screen in the kitchen: let in by a code, kept awake, shut out in red, and installed as an app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, person, press, startBrowser, startGarson } from './house.mjs';

const TABLET = { viewport: { width: 1180, height: 820 } };

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

async function house(t) {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  return { garson, shop, boss: await owner(browser, garson, shop) };
}

/** The owner asks for a code; the address in the square. */
async function invite({ page }, name) {
  await page.goto('/kitchen/screens');
  await page.fill('#name', name);
  await page.click('form[action="/kitchen/screens"] button');
  await page.locator('#invitation').waitFor();
  return page.getAttribute('#invitation a:has(svg)', 'href');
}

async function connect(garson, boss, name) {
  const device = await person(browser, garson, TABLET);
  // What the browser plays and keeps awake is written down.
  await device.context.addInitScript(() => {
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
      if (this.context.state === 'running') window.tones += 1;
      return start.apply(this, when);
    };
    window.locks = 0;
    navigator.wakeLock.request = async () => { window.locks += 1; return { released: false }; };
  });
  await device.page.goto(new URL(await invite(boss, name)).href.replace(/^.*\/kitchen\/join/, '/kitchen/join'));
  await device.page.click('button.lone');
  await device.page.waitForURL('**/kitchen');
  await device.page.locator('#live').waitFor();
  return device;
}

test('the owner shows a code, the device presses one button, and works the board', async (t) => {
  const { garson, shop, boss } = await house(t);
  const device = await connect(garson, boss, 'Ocak');
  // The owner's page has noticed by itself.
  await boss.page.locator('.banner.good', { hasText: 'Ocak' }).waitFor();
  await boss.page.locator('.rows strong', { hasText: 'Ocak' }).waitFor();
  const { page } = device;
  assert.equal(await page.locator('header.top, nav.nav').count(), 0);
  await eventually('it is kept awake', () => page.evaluate(() => window.locks > 0));
  assert.equal(await page.locator('#sleepy').isVisible(), false);
  const id = await shop.push('1', { code: 'W1' });
  await page.locator(`#new #order-${id}`).waitFor();
  await press(page, id);
  await page.locator(`#preparing #order-${id}`).waitFor();
  const { history } = await call(garson, shop.key, 'GET', `/orders/${id}`);
  assert.equal(history.at(-1).by, 'user:Ocak');
  // A card opens what is in it over the board, and a page of somebody else's leads back.
  await page.locator(`#order-${id} h3 a`).click();
  await page.locator('#dishes[open] .dish', { hasText: 'Adana' }).waitFor();
  await page.click('#dishes a.button');
  assert.equal(new URL(page.url()).pathname, '/kitchen');
  await page.goto('/orders');
  await page.getByRole('alert').waitFor();
  await page.click('main a[href="/"]');
  await page.waitForURL('**/kitchen');
  assert.deepEqual([...boss.faults, ...device.faults], []);
});

test('a screen that is ended says so in red and aloud, and a restart ends none', async (t) => {
  const { garson, shop, boss } = await house(t);
  const { page } = await connect(garson, boss, 'Ocak');
  await page.mouse.click(5, 5);
  await garson.kill();
  await page.locator('#lost').waitFor();
  await garson.revive();
  await page.locator('#live').waitFor();
  assert.equal(await page.locator('#ended').isVisible(), false);
  await boss.page.goto('/kitchen/screens');
  await boss.page.click('.rows a.danger');
  await boss.page.click('main button.danger');
  await page.locator('#ended').waitFor();
  await eventually('it is heard', () => page.evaluate(() => window.tones > 0));
  // Nothing of the board is left in sight; a browser may keep the place of a bar for scrolling.
  const left = await page.evaluate(() => [[2, 2], [innerWidth / 2, 2], [document.documentElement.clientWidth - 2, innerHeight - 2]]
    .filter(([x, y]) => !document.elementFromPoint(x, y)?.closest('#ended')));
  assert.deepEqual(left, []);
  await shop.push('1');
  await page.click('#ended a');
  await page.waitForURL('**/kitchen/join');
  await page.locator('body.red input[name=code]').waitFor();
});

test('a person whose session ends is told as loudly, with a way in', async (t) => {
  const { garson, shop } = await house(t);
  const { page, context } = await owner(browser, garson, shop);
  await page.goto('/');
  await page.locator('#live').waitFor();
  await context.clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.locator('#ended').waitFor();
  await page.click('#ended a');
  await page.waitForURL('**/login');
});

test('it can be installed: the browser finds nothing wrong with the manifest', async (t) => {
  const { garson, boss } = await house(t);
  const device = await connect(garson, boss, 'Ocak');
  const session = await device.context.newCDPSession(device.page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  assert.ok(url.endsWith('/manifest.webmanifest?lang=tr'), url);
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(data);
  assert.deepEqual([manifest.start_url, manifest.display, manifest.lang], ['/kitchen', 'fullscreen', 'tr']);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window of its own, as tests have, installs nothing whatever the page.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  const sizes = await device.page.evaluate((icons) => Promise.all(icons.map(async ({ src }) => {
    const picture = Object.assign(new Image(), { src });
    await picture.decode();
    return picture.naturalWidth;
  })), manifest.icons);
  assert.deepEqual(sizes, [192, 512, 512]);
});
