// Receives the webhooks of garson. Node 18 or newer, nothing else; README.md beside it says how to run it.
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { WEBHOOK_KEY: key, WEBHOOK_SECRET: secret, WEBHOOK_FOLDER: folder = 'events' } = process.env;
if (!key) throw new Error('WEBHOOK_KEY is not set.');

// In constant time, so that a guess learns nothing from how long it takes. Hashes have the same length.
const hash = (text) => createHash('sha256').update(text).digest();
const isSame = (one, other) => timingSafeEqual(hash(one), hash(other));

function isFromGarson(headers, body) {
  if (!isSame((headers.authorization ?? '').replace(/^Bearer /, ''), key)) return false;
  if (!secret) return true;
  const bytes = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sentAt = headers['webhook-timestamp'] ?? '';
  const signer = createHmac('sha256', bytes).update(`${headers['webhook-id']}.${sentAt}.`).update(body);
  const ours = `v1,${signer.digest('base64')}`;
  // While the secret is exchanged there are two signatures: one that fits is enough.
  const isSigned = (headers['webhook-signature'] ?? '').split(' ').some((theirs) => isSame(theirs, ours));
  return bytes.length > 0 && isSigned && /^[0-9]{1,12}$/.test(sentAt) && Math.abs(Date.now() / 1000 - sentAt) <= 300;
}

async function isNew(id, body) { // It is whole before it has its name, and a name is given once: what is there came before.
  const draft = `${folder}/${randomUUID()}.tmp`;
  const file = await open(draft, 'wx');
  await file.writeFile(body).then(() => file.sync()).finally(() => file.close());
  const isFirst = link(draft, `${folder}/${id}.json`).then(() => true, (error) => error.code !== 'EEXIST' && Promise.reject(error));
  return isFirst.finally(() => rm(draft));
}

// A cancellation may overtake what is retried, so of each order the highest sequence counts.
async function isNewest({ orderId, sequence = 0 }) { // events of earlier versions have none
  if (!/^[0-9a-f-]{36}$/.test(orderId) || !Number.isInteger(sequence)) return true;
  await mkdir(`${folder}/${orderId}`, { recursive: true });
  await writeFile(`${folder}/${orderId}/${sequence}`, '');
  return (await readdir(`${folder}/${orderId}`)).every((other) => !(Number(other) > sequence));
}

async function receive(request) {
  if (request.method !== 'POST') return [405, 'Events come by POST.'];
  const chunks = [];
  let length = 0;
  for await (const chunk of request) if ((length += chunk.length) <= 65_536) chunks.push(chunk); // far more than an event has
  if (length > 65_536) return [413, 'The body is too large for an event.'];
  const body = Buffer.concat(chunks);
  if (!isFromGarson(request.headers, body)) return [401, 'The key, the time or the signature is not right.'];
  let event;
  try { event = JSON.parse(body); } catch { /* then it has no id */ }
  const isEvent = typeof event?.olay === 'string' && /^[0-9a-f-]{36}$/.test(event.veri?.id); // the id will name a file
  if (!isEvent) return [400, 'The body is not an event in JSON.'];
  const isNews = await isNewest(event.veri);
  // The sequence is kept before the id is: were this to end in between, the event comes again and counts as new.
  const isFirst = await isNew(event.veri.id, body);
  const todo = !isFirst ? 'came before' : isNews ? event.veri.orderId ?? '' : 'was overtaken';
  // Here your work begins: read the order, print it, show it. The file is there until it is done.
  setImmediate(() => console.log(event.olay, event.veri.id, todo));
  return [200, 'stored'];
}

await mkdir(folder, { recursive: true });
createServer({ requestTimeout: 10_000 }, async (request, response) => {
  const [status, text] = await receive(request).catch((error) => [500, error.message]);
  response.writeHead(status).end(text); // garson's log shows the text beside the delivery
}).listen(process.env.WEBHOOK_PORT ?? 9000, process.env.WEBHOOK_HOST ?? '127.0.0.1');
