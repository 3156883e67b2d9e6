// Receives the webhooks of garson. Java 17 or newer and Gson, nothing else; README.md beside it says how to run it.
import com.google.gson.*;
import com.sun.net.httpserver.*;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Receiver {
    static final String KEY = setting("WEBHOOK_KEY", "");
    static final String SECRET = setting("WEBHOOK_SECRET", "");
    static final Path FOLDER = Path.of(setting("WEBHOOK_FOLDER", "events"));

    record Answer(int status, String text) {} // garson's log shows the text beside the delivery

    static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    static boolean isSame(String one, String other) { // In constant time: a guess learns nothing from how long it takes.
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    static boolean isFromGarson(Headers headers, byte[] body) throws GeneralSecurityException {
        String key = Objects.toString(headers.getFirst("Authorization"), "");
        if (!isSame(key.replaceFirst("^Bearer ", ""), KEY)) return false;
        if (SECRET.isEmpty()) return true;
        String sentAt = Objects.toString(headers.getFirst("webhook-timestamp"), "");
        if (!sentAt.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(sentAt)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(SECRET.replaceFirst("^whsec_", "")), "HmacSHA256"));
        mac.update((headers.getFirst("webhook-id") + "." + sentAt + ".").getBytes(UTF_8));
        String ours = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        // While the secret is exchanged there are two signatures: one that fits is enough.
        String[] theirs = Objects.toString(headers.getFirst("webhook-signature"), "").split(" ");
        return Arrays.stream(theirs).anyMatch(one -> isSame(one, ours));
    }

    // It is whole before it has its name, and a name is given once: what is there came before.
    static boolean isNew(String id, byte[] body) throws IOException {
        Path draft = Files.createTempFile(FOLDER, "", ".tmp");
        try {
            Files.write(draft, body, StandardOpenOption.SYNC);
            Files.createLink(FOLDER.resolve(id + ".json"), draft);
            return true;
        } catch (FileAlreadyExistsException error) {
            return false;
        } finally {
            Files.delete(draft);
        }
    }

    // A cancellation may overtake what is retried, so of each order the highest sequence counts.
    static boolean isNewest(JsonObject veri) throws IOException {
        String order = veri.has("orderId") ? veri.get("orderId").getAsString() : "";
        int sequence = veri.has("sequence") ? veri.get("sequence").getAsInt() : 0; // events of earlier versions have none
        if (!order.matches("[0-9a-f-]{36}")) return true;
        Path known = Files.createDirectories(FOLDER.resolve(order));
        Files.writeString(known.resolve("" + sequence), "");
        try (var all = Files.list(known)) {
            return all.map(one -> one.getFileName().toString()).filter(one -> one.matches("[0-9]{1,9}")).allMatch(one -> Integer.parseInt(one) <= sequence);
        }
    }

    static Answer receive(HttpExchange exchange) throws Exception {
        if (!exchange.getRequestMethod().equals("POST")) return new Answer(405, "Events come by POST.");
        byte[] body = exchange.getRequestBody().readNBytes(65_537); // far more than an event has
        if (body.length > 65_536) return new Answer(413, "The body is too large for an event.");
        if (!isFromGarson(exchange.getRequestHeaders(), body))
            return new Answer(401, "The key, the time or the signature is not right.");
        JsonObject event = null, veri = null;
        String id = "";
        try {
            event = new Gson().getAdapter(JsonObject.class).fromJson(new String(body, UTF_8));
            veri = event.getAsJsonObject("veri");
            id = event.getAsJsonPrimitive("olay").isString() ? veri.getAsJsonPrimitive("id").getAsString() : "";
        } catch (Exception error) { } // then it has no id
        if (!id.matches("[0-9a-f-]{36}")) return new Answer(400, "The body is not an event in JSON."); // it will name a file
        String order = veri.has("orderId") ? veri.get("orderId").getAsString() : "";
        boolean isNews = isNewest(veri);
        // The sequence is kept before the id is: were this to end in between, the event comes again and counts as new.
        String todo = !isNew(id, body) ? "came before" : isNews ? order : "was overtaken";
        // Here your work begins: read the order, print it, show it. The file is there until it is done.
        System.out.println(event.get("olay").getAsString() + " " + id + " " + todo);
        return new Answer(200, "stored");
    }

    static void handle(HttpExchange exchange) throws IOException {
        Answer answer;
        try {
            answer = receive(exchange);
        } catch (Exception error) {
            answer = new Answer(500, "The event could not be stored.");
        }
        exchange.sendResponseHeaders(answer.status, answer.text.length());
        exchange.getResponseBody().write(answer.text.getBytes(UTF_8));
        exchange.close();
    }

    public static void main(String[] args) throws IOException {
        if (KEY.isEmpty()) throw new IllegalStateException("WEBHOOK_KEY is not set.");
        Files.createDirectories(FOLDER);
        System.setProperty("sun.net.httpserver.maxReqTime", "10"); // seconds, for those who send too slowly
        int port = Integer.parseInt(setting("WEBHOOK_PORT", "9000"));
        HttpServer server = HttpServer.create(new InetSocketAddress(setting("WEBHOOK_HOST", "127.0.0.1"), port), 0);
        server.createContext("/", Receiver::handle);
        server.setExecutor(Executors.newFixedThreadPool(8)); // garson sends at most eight at once
        server.start();
    }
}
