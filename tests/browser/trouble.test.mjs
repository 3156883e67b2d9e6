// What keeps orders away: in red on every screen and page, rung for once on each device, and nothing moves when it comes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, eventually, openShop, owner, screen, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

// The buzz has its first tone once.
const buzzes = (page) => page.evaluate(() => window.tones.filter(({ hz }) => hz === 147).length);
/** A column may end sooner, above what lies over the foot of the screen. */
const places = (page) => page.evaluate(() => [...document.querySelectorAll('.card, .tools, .column')].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, ...(one.matches('.column') ? [] : [height])].map(Math.round).join(' ');
}));

test('a platform that is switched off is said on every screen, rings once and moves nothing', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const switched = (isActive) => call(garson, shop.key, 'PUT', `/restaurants/${shop.restaurant}/integrations/open`, { isActive });
  const she = await owner(browser, garson, shop);
  const board = await screen(she);
  const ids = [];
  for (const number of ['1', '2', '3', '4', '5', '6']) ids.push(await shop.push(number));
  await board.locator(`#order-${ids.at(-1)}`).waitFor();
  await board.locator('#wake button').click();
  await board.locator('#wake').waitFor({ state: 'hidden' });
  // The board may still lay itself out.
  await board.clock.runFor(6_000);
  const before = await places(board);
  assert.equal(await buzzes(board), 0);
  const bar = board.locator('#trouble');
  assert.equal(await bar.isVisible(), false);

  await switched(false);
  await bar.waitFor();
  assert.match(await bar.textContent(), /Web sitesi:.*Sipariş alımı durduruldu.*Başlangıcı: .*Sipariş alımını başlatın/s);
  await eventually('it rings', async () => await buzzes(board) === 1);
  assert.deepEqual(await places(board), before);
  const [top, shown] = await bar.evaluate((one) => [one.getBoundingClientRect().bottom, innerHeight]);
  assert.equal(Math.round(top), shown);
  await board.clock.runFor(6_000);
  assert.equal(await buzzes(board), 1);

  // The end of the page can be scrolled out from below it.
  await board.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [end, begins] = await board.evaluate(() => [
    document.getElementById('columns').getBoundingClientRect().bottom, document.getElementById('trouble').getBoundingClientRect().top,
  ]);
  assert.ok(end <= begins, `${end} is below ${begins}`);

  // Another page of the same device shows it, and does not ring again; nor does the kitchen's, which leads nowhere.
  for (const path of ['/orders', '/kitchen']) {
    await board.goto(path);
    await board.locator('#trouble').waitFor();
    await board.locator('h1').first().click({ force: true });
    await board.clock.runFor(3_000);
    assert.equal(await buzzes(board), 0, path);
    assert.equal(await board.locator('#trouble a').isVisible(), path === '/orders', path);
  }

  // It goes as it came, also on a page that only rings.
  await board.goto('/orders');
  await board.locator('#trouble').waitFor();
  await switched(true);
  await board.locator('#trouble').waitFor({ state: 'hidden' });
  await switched(false);
  await board.locator('#trouble').waitFor();
  await board.mouse.click(5, 400);
  await board.clock.runFor(3_000);
  await eventually('the next one rings', async () => await buzzes(board) === 1);
  assert.deepEqual(she.faults, []);
});
