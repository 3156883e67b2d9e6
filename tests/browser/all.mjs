// Runs the test files that it is given one after another, in one process and with one browser: starting both for each file takes
// longer than some of them do.
import { after, describe } from 'node:test';
import { shareBrowser } from './house.mjs';

const browser = await shareBrowser();
after(async () => { await browser.close(); });

for (const file of process.argv.slice(2)) describe(file, async () => { await import(`./${file}`); });
