// An evening without a mouse.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, openSheet, openShop, owner, person, press, startBrowser, startGarson } from './house.mjs';

let browser;
before(async () => { browser = await startBrowser(); });
after(async () => { await browser.close(); });

const focused = (page) => page.evaluate(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return { classes: document.activeElement.className, isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
});

/** Tabs on until the focus is there, as somebody without a mouse does; it must be seen all the way. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
      assert.ok((await focused(page)).isSeen, `the focus on ${selector} is seen`);
      return;
    }
  }
  assert.fail(`${selector} cannot be reached with the Tab key`);
}

test('somebody without a mouse signs in, answers orders and finds the shortcuts', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const [first, second] = [await shop.push('1'), await shop.push('2')];
  const { page, faults } = await person(browser, garson);
  const { keyboard } = page;
  await page.goto('/');
  await keyboard.type('Ayşe');
  await keyboard.press('Tab');
  await keyboard.type('iyi bir parola');
  await keyboard.press('Enter');
  await page.locator('#live').waitFor();

  // The way of everybody: past the navigation, to the button.
  await keyboard.press('Tab');
  assert.equal((await focused(page)).classes, 'skip');
  await keyboard.press('Enter');
  await tabTo(page, `#order-${second} .next`);
  await press(page, second, () => keyboard.press('Enter'));
  await page.locator(`#preparing #order-${second}`).waitFor();
  // Where the card goes, the focus goes.
  assert.ok(await page.locator(`#order-${second} .next`).evaluate((button) => button === document.activeElement));

  // The way of those who know the shortcuts.
  await keyboard.press('?');
  await page.locator('#help[open]').waitFor();
  assert.match(await page.textContent('#help'), /Enter/);
  await keyboard.press('j');
  await keyboard.press('Escape');
  await page.locator('#help').waitFor({ state: 'hidden' });
  assert.ok(await page.locator(`#order-${second} .next`).evaluate((button) => button === document.activeElement));
  await keyboard.press('ArrowLeft');
  assert.ok(await page.locator(`#order-${first}`).evaluate((card) => card === document.activeElement));
  assert.ok((await focused(page)).isSeen);
  await press(page, first, () => keyboard.press('Enter'));
  await page.locator(`#preparing #order-${first}`).waitFor();
  assert.equal((await call(garson, shop.key, 'GET', `/orders/${first}`)).status, 500);

  await openSheet(page, () => keyboard.press('c'));
  assert.equal((await page.locator('#sheet input[name=reason]').evaluateAll((all) => all.indexOf(document.activeElement))), 0);
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await page.locator('#sheet').waitFor({ state: 'hidden' });
  await page.locator(`#order-${first}.dead`).waitFor();
  assert.deepEqual(faults, []);
});

test('whoever has the shortcuts in the way switches them off', async (t) => {
  const garson = await startGarson();
  t.after(garson.stop);
  const shop = await openShop(garson);
  const { page, faults } = await owner(browser, garson, shop);
  await page.goto('/');
  await page.locator('#live').waitFor();
  await page.keyboard.press('?');
  await page.locator('#help[open]').waitFor();
  await tabTo(page, '#keys-on');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.locator('#help').waitFor({ state: 'hidden' });
  await page.reload();
  await page.locator('#live').waitFor();
  await page.keyboard.press('?');
  assert.ok(!(await page.isVisible('#help')));
  await tabTo(page, '#keys');
  await page.keyboard.press('Enter');
  await page.locator('#help[open]').waitFor();
  assert.ok(!(await page.isChecked('#keys-on')));
  assert.deepEqual(faults, []);
});
