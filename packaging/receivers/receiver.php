<?php // Receives the webhooks of garson. PHP 8.1 or newer, nothing else; README.md beside it says how to run it.
ini_set('display_errors', '0'); // Else PHP answers 200 where it breaks off halfway, and garson believes it.
const MOST_BYTES = 64 * 1024; // far more than an event has
$folder = getenv('WEBHOOK_FOLDER') ?: 'events';
[$inbox, $done] = ["$folder/inbox", "$folder/done"];

function answer(int $status, string $text): void // the log of garson shows the text beside the delivery
{
    http_response_code($status);
    header('Allow: POST');
    header('Content-Length: ' . strlen($text));
    echo $text;
}

function is_from_garson(string $body): bool
{
    // hash_equals takes the same time for each guess, so that it tells nobody how much of one was right.
    $key = getenv('WEBHOOK_KEY') ?: throw new Exception('WEBHOOK_KEY is not set.');
    if (!hash_equals($key, preg_replace('/^Bearer /', '', $_SERVER['HTTP_AUTHORIZATION'] ?? ''))) return false;
    if (!getenv('WEBHOOK_SECRET')) return true;
    $sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $sent_at) || abs(time() - (int) $sent_at) > 300) return false;
    $secret = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
    $signed = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$sent_at.$body";
    $ours = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $secret, true));
    // While garson changes its secret it sends two signatures: one that fits is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $theirs) {
        if (hash_equals($ours, $theirs)) return true;
    }
    return false;
}

function work(string $olay, array $veri): string // Your own work goes here.
{
    return match ($olay) {
        'siparis.olusturuldu' => "read order $veri[orderId] and print it in the kitchen",
        'siparis.durum_degisti' => "show order $veri[orderId] with status $veri[newStatus]",
        'siparis.iptal_edildi' => "stop order $veri[orderId], cancelled by $veri[by]",
        'entegrasyon.durum_degisti' => "show $veri[provider] as " . ($veri['isActive'] ? 'on' : 'off'),
        'test' => 'nothing, garson reaches this receiver',
        default => 'nothing, this event is not known here',
    };
}

function work_off(string $path, string $done): bool
{
    try {
        ['olay' => $olay, 'veri' => $veri] = json_decode(file_get_contents($path), true, flags: JSON_THROW_ON_ERROR);
        $did = is_file($done) ? 'nothing, this event came before' : work($olay, $veri);
        error_log("$olay $veri[id] $did");
        return rename($path, $done);
    } catch (Throwable $error) { // It stays in the inbox and is tried again when another event arrives.
        error_log(basename($path) . " {$error->getMessage()}");
        return false;
    }
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') return answer(405, 'Events come by POST.');
$body = file_get_contents('php://input', length: MOST_BYTES + 1);
$length = max(strlen($body), (int) ($_SERVER['CONTENT_LENGTH'] ?? 0));
if ($length > MOST_BYTES) return answer(413, 'The body is too large for an event.');
if (!is_from_garson($body)) return answer(401, 'The key, the time or the signature is not right.');
$event = json_decode($body, true);
[$olay, $id] = [$event['olay'] ?? null, $event['veri']['id'] ?? null];
if (!is_string($olay) || !is_string($id) || !preg_match('/^[0-9a-f-]{36}$/D', $id)) // it will name a file
    return answer(400, 'The body is not an event in JSON.');

// Under another name until it is on the disk as a whole: a crash leaves no half event in the inbox.
foreach ([$inbox, $done] as $each) is_dir($each) || mkdir($each, recursive: true);
$unfinished = "$inbox/" . bin2hex(random_bytes(16)) . '.tmp';
$file = fopen($unfinished, 'x');
if (!$file || fwrite($file, $body) !== strlen($body) || !fsync($file) || !fclose($file)
    || !rename($unfinished, "$inbox/$id.json")) return answer(500, 'The event could not be stored.');

answer(200, 'stored');
// The answer goes out now, and the work is done after it.
ignore_user_abort(true);
while (ob_get_level()) ob_end_flush();
function_exists('fastcgi_finish_request') ? fastcgi_finish_request() : flush();
// One request at a time works, so that no event is worked on twice at once. What arrives meanwhile it finds as well.
[$lock, $failed] = [fopen("$folder/lock", 'c'), []];
$is_left = fn($path) => !work_off($path, "$done/" . basename($path));
while (glob("$inbox/*.json") != $failed && flock($lock, LOCK_EX | LOCK_NB)) {
    $failed = array_values(array_filter(glob("$inbox/*.json"), $is_left)); // ids sort by time
    flock($lock, LOCK_UN);
}
