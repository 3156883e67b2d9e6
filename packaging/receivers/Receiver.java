// Receives the webhooks of garson. Java 17 or newer and Gson, nothing else; README.md beside it says how to run it.
import com.google.gson.*;
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Receiver {
    static final String KEY = setting("WEBHOOK_KEY", "");
    static final String SECRET = setting("WEBHOOK_SECRET", "");
    static final Path INBOX = Path.of(setting("WEBHOOK_FOLDER", "events"), "inbox");
    static final Path DONE = Path.of(setting("WEBHOOK_FOLDER", "events"), "done");
    static final int MOST_BYTES = 64 * 1024; // far more than an event has
    // One thread, so that no event is worked on twice at once.
    static final ExecutorService WORKER = Executors.newSingleThreadExecutor();

    static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    // In constant time, so that how long it takes tells nobody how much of a guess was right.
    static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    static boolean isFromGarson(Headers headers, byte[] body) throws GeneralSecurityException {
        String key = Objects.toString(headers.getFirst("Authorization"), "");
        if (!isSame(key.replaceFirst("^Bearer ", ""), KEY)) return false;
        if (SECRET.isEmpty()) return true;
        String sentAt = Objects.toString(headers.getFirst("webhook-timestamp"), "");
        if (!sentAt.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(sentAt)) > 300) return false;
        byte[] secret = Base64.getDecoder().decode(SECRET.replaceFirst("^whsec_", ""));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        mac.update((headers.getFirst("webhook-id") + "." + sentAt + ".").getBytes(UTF_8));
        String ours = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        // While garson changes its secret it sends two signatures: one that fits is enough.
        String[] signatures = Objects.toString(headers.getFirst("webhook-signature"), "").split(" ");
        return Arrays.stream(signatures).anyMatch(theirs -> isSame(theirs, ours));
    }

    static JsonObject parse(byte[] body) throws IOException {
        return new Gson().getAdapter(JsonObject.class).fromJson(new String(body, UTF_8));
    }

    static void store(String id, byte[] body) throws IOException {
        // Under another name until it is on the disk as a whole: a crash leaves no half event in the inbox.
        Path unfinished = Files.createTempFile(INBOX, "", ".tmp");
        Files.write(unfinished, body, StandardOpenOption.SYNC);
        Files.move(unfinished, INBOX.resolve(id + ".json"), StandardCopyOption.ATOMIC_MOVE);
    }

    static String work(String olay, JsonObject veri) { // Your own work goes here.
        String order = veri.has("orderId") ? veri.get("orderId").getAsString() : "";
        return switch (olay) {
            case "siparis.olusturuldu" -> "read order " + order + " and print it in the kitchen";
            case "siparis.durum_degisti" -> "show order " + order + " with status " + veri.get("newStatus");
            case "siparis.iptal_edildi" -> "stop order " + order + ", cancelled by " + veri.get("by").getAsString();
            case "entegrasyon.durum_degisti" -> "show " + veri.get("provider").getAsString() + " as "
                    + (veri.get("isActive").getAsBoolean() ? "on" : "off");
            case "test" -> "nothing, garson reaches this receiver";
            default -> "nothing, this event is not known here";
        };
    }

    static void workOff() {
        String[] names = INBOX.toFile().list((folder, name) -> name.endsWith(".json"));
        Arrays.sort(names); // ids sort by time
        for (String name : names) {
            try {
                JsonObject event = parse(Files.readAllBytes(INBOX.resolve(name)));
                String olay = event.get("olay").getAsString();
                String did = Files.exists(DONE.resolve(name)) ? "nothing, this event came before"
                        : work(olay, event.getAsJsonObject("veri"));
                System.out.println(olay + " " + name.replace(".json", "") + " " + did);
                Files.move(INBOX.resolve(name), DONE.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } catch (Exception error) { // It stays in the inbox and is tried again when another event arrives.
                System.err.println(name + " " + error);
            }
        }
    }

    record Answer(int status, String text) {} // the log of garson shows the text beside the delivery

    static Answer receive(HttpExchange exchange) throws Exception {
        if (!exchange.getRequestMethod().equals("POST")) return new Answer(405, "Events come by POST.");
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) return new Answer(413, "The body is too large for an event.");
        if (!isFromGarson(exchange.getRequestHeaders(), body))
            return new Answer(401, "The key, the time or the signature is not right.");
        String olay = "", id = "";
        try {
            JsonObject event = parse(body);
            olay = event.get("olay").getAsString();
            id = event.getAsJsonObject("veri").get("id").getAsString();
        } catch (Exception error) { } // then it has none
        if (olay.isEmpty() || !id.matches("[0-9a-f-]{36}")) // it will name a file
            return new Answer(400, "The body is not an event in JSON.");
        store(id, body);
        WORKER.execute(Receiver::workOff);
        return new Answer(200, "stored");
    }

    static void handle(HttpExchange exchange) throws IOException {
        Answer answer;
        try {
            answer = receive(exchange);
        } catch (Exception error) {
            answer = new Answer(500, "The event could not be stored.");
        }
        exchange.getResponseHeaders().set("Allow", "POST");
        exchange.sendResponseHeaders(answer.status, answer.text.length());
        exchange.getResponseBody().write(answer.text.getBytes(UTF_8));
        exchange.close();
    }

    public static void main(String[] args) throws IOException {
        if (KEY.isEmpty()) throw new IllegalStateException("WEBHOOK_KEY is not set.");
        Files.createDirectories(INBOX);
        Files.createDirectories(DONE);
        WORKER.execute(Receiver::workOff); // It begins with what an earlier run left.
        System.setProperty("sun.net.httpserver.maxReqTime", "10"); // seconds, for those who send too slowly
        String host = setting("WEBHOOK_HOST", "127.0.0.1");
        int port = Integer.parseInt(setting("WEBHOOK_PORT", "9000"));
        HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
        server.createContext("/", Receiver::handle);
        server.setExecutor(Executors.newFixedThreadPool(8)); // garson sends at most eight at once
        server.start();
        System.out.println("listening on http://" + host + ":" + port);
    }
}
