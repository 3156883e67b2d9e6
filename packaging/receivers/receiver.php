<?php // Receives the webhooks of garson. PHP 8.1 or newer, nothing else; README.md beside it says how to run it.
ini_set('display_errors', '0'); // Else PHP answers 200 where it breaks off halfway, and garson believes it.
$folder = getenv('WEBHOOK_FOLDER') ?: 'events';

function answer(int $status, string $text): void // garson's log shows the text beside the delivery
{
    http_response_code($status);
    header('Content-Length: ' . strlen($text));
    echo $text;
}

function is_from_garson(string $body): bool // hash_equals takes the same time for each guess.
{
    $key = getenv('WEBHOOK_KEY') ?: throw new Exception('WEBHOOK_KEY is not set.');
    if (!hash_equals($key, preg_replace('/^Bearer /', '', $_SERVER['HTTP_AUTHORIZATION'] ?? ''))) return false;
    if (!getenv('WEBHOOK_SECRET')) return true;
    $secret = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
    $sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($secret === '' || !preg_match('/^[0-9]{1,12}$/D', $sent_at) || abs(time() - (int) $sent_at) > 300) return false;
    $signed = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$sent_at.$body";
    $ours = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    // While the secret is exchanged there are two signatures: one that fits is enough.
    $theirs = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    return array_filter($theirs, fn($one) => hash_equals($ours, $one)) !== [];
}

function is_newest(string $folder, array $veri): bool // A cancellation may overtake what is retried, so of each order the highest sequence counts.
{
    [$order, $sequence] = [$veri['orderId'] ?? '', $veri['sequence'] ?? 0]; // events of earlier versions have none
    if (!is_string($order) || !preg_match('/^[0-9a-f-]{36}$/D', $order) || !is_int($sequence)) return true;
    is_dir("$folder/$order") || @mkdir("$folder/$order");
    if (!touch("$folder/$order/$sequence")) throw new Exception('It could not be stored.');
    return $sequence === max(array_map('intval', scandir("$folder/$order")));
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') return answer(405, 'Events come by POST.');
$body = file_get_contents('php://input', length: 65_537); // far more than an event has
if (max(strlen($body), (int) ($_SERVER['CONTENT_LENGTH'] ?? 0)) >= 65_537) return answer(413, 'The body is too large for an event.');
if (!is_from_garson($body)) return answer(401, 'The key, the time or the signature is not right.');
$event = json_decode($body, true);
$id = $event['veri']['id'] ?? null; // it will name a file
if (!is_string($event['olay'] ?? null) || !is_string($id) || !preg_match('/^[0-9a-f-]{36}$/D', $id)) return answer(400, 'The body is not an event in JSON.');

is_dir($folder) || @mkdir($folder, recursive: true);
$is_news = is_newest($folder, $event['veri']);
// The sequence is kept before the id is: were this to end in between, the event comes again and counts as new.
// It is whole before it has its name, and a name is given once: what is there came before.
$draft = "$folder/" . bin2hex(random_bytes(16)) . '.tmp';
$file = fopen($draft, 'x');
if (!$file || fwrite($file, $body) !== strlen($body) || !fsync($file) || !fclose($file)) return answer(500, 'It could not be stored.');
$is_first = @link($draft, "$folder/$id.json");
if (!unlink($draft) || !file_exists("$folder/$id.json")) return answer(500, 'It could not be stored.');
$todo = !$is_first ? 'came before' : ($is_news ? $event['veri']['orderId'] ?? '' : 'was overtaken');
answer(200, 'stored');
function_exists('fastcgi_finish_request') ? fastcgi_finish_request() : flush();
// Here your work begins: read the order, print it, show it. The file is there until it is done.
error_log("$event[olay] $id $todo");
