// Receives the webhooks of garson. Node 18 or newer, nothing else; README.md beside it says how to run it.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:http';

const { WEBHOOK_KEY, WEBHOOK_SECRET, WEBHOOK_FOLDER = 'events' } = process.env;
const { WEBHOOK_HOST = '127.0.0.1', WEBHOOK_PORT = '9000' } = process.env;
if (!WEBHOOK_KEY) throw new Error('WEBHOOK_KEY is not set.');
const [inbox, done] = [`${WEBHOOK_FOLDER}/inbox`, `${WEBHOOK_FOLDER}/done`];
const mostBytes = 64 * 1024; // far more than an event has
const works = { // Your own work goes here.
  'siparis.olusturuldu': (veri) => `read order ${veri.orderId} and print it in the kitchen`,
  'siparis.durum_degisti': (veri) => `show order ${veri.orderId} with status ${veri.newStatus}`,
  'siparis.iptal_edildi': (veri) => `stop order ${veri.orderId}, cancelled by ${veri.by}`,
  'entegrasyon.durum_degisti': (veri) => `show ${veri.provider} as ${veri.isActive ? 'on' : 'off'}`,
  test: () => 'nothing, garson reaches this receiver',
};

// In constant time, so that how long it takes tells nobody how much of a guess was right. Hashes have the same length.
const hash = (text) => createHash('sha256').update(text).digest();
const isSame = (one, other) => timingSafeEqual(hash(one), hash(other));

function isFromGarson(headers, body) {
  if (!isSame((headers.authorization ?? '').replace(/^Bearer /, ''), WEBHOOK_KEY)) return false;
  if (!WEBHOOK_SECRET) return true;
  const sentAt = headers['webhook-timestamp'] ?? '';
  if (!/^[0-9]{1,12}$/.test(sentAt) || Math.abs(Date.now() / 1000 - sentAt) > 300) return false;
  const secret = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', secret).update(`${headers['webhook-id']}.${sentAt}.`).update(body);
  const ours = `v1,${signed.digest('base64')}`;
  // While garson changes its secret it sends two signatures: one that fits is enough.
  return (headers['webhook-signature'] ?? '').split(' ').some((theirs) => isSame(theirs, ours));
}

async function store(id, body) {
  // Under another name until it is on the disk as a whole: a crash leaves no half event in the inbox.
  const unfinished = `${inbox}/${randomUUID()}.tmp`;
  const file = await open(unfinished, 'wx');
  await file.writeFile(body).then(() => file.sync()).finally(() => file.close());
  await rename(unfinished, `${inbox}/${id}.json`);
}

async function work() {
  const names = (await readdir(inbox)).filter((name) => name.endsWith('.json'));
  for (const name of names.sort()) { // ids sort by time
    try {
      const { olay, veri } = JSON.parse(await readFile(`${inbox}/${name}`));
      let did = 'nothing, this event is not known here';
      if (existsSync(`${done}/${name}`)) did = 'nothing, this event came before';
      else if (Object.hasOwn(works, olay)) did = await works[olay](veri);
      console.log(olay, veri.id, did);
      await rename(`${inbox}/${name}`, `${done}/${name}`);
    } catch (error) { // It stays in the inbox and is tried again when another event arrives.
      console.error(name, error);
    }
  }
}

async function receive(request) {
  if (request.method !== 'POST') return [405, 'Events come by POST.'];
  const chunks = [];
  let length = 0;
  for await (const chunk of request) if ((length += chunk.length) <= mostBytes) chunks.push(chunk);
  if (length > mostBytes) return [413, 'The body is too large for an event.'];
  const body = Buffer.concat(chunks);
  if (!isFromGarson(request.headers, body)) return [401, 'The key, the time or the signature is not right.'];
  let event;
  try { event = JSON.parse(body); } catch {}
  const id = event?.veri?.id; // It will name a file.
  if (typeof event?.olay !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return [400, 'The body is not an event in JSON.'];
  await store(id, body);
  return [200, 'stored'];
}

mkdirSync(inbox, { recursive: true });
mkdirSync(done, { recursive: true });
let turn = work(); // It begins with what an earlier run left.
createServer({ requestTimeout: 10_000 }, async (request, response) => {
  const broken = (error) => (console.error(error), [500, 'The event could not be stored.']);
  const [status, text] = await receive(request).catch(broken);
  response.writeHead(status, { Allow: 'POST' }).end(text); // the log of garson shows the text beside the delivery
  // One after the other, so that no event is worked on twice at once.
  if (status === 200) turn = turn.then(work).catch(console.error);
}).listen(WEBHOOK_PORT, WEBHOOK_HOST, () => console.log(`listening on http://${WEBHOOK_HOST}:${WEBHOOK_PORT}`));
