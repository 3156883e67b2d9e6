// Receives the webhooks of garson. Go 1.19 or newer, nothing else; README.md beside it says how to run it.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const mostBytes = 64 * 1024 // far more than an event has

type event struct {
	Olay string
	Veri map[string]any
}

var (
	key     = setting("WEBHOOK_KEY", "")
	secret  = setting("WEBHOOK_SECRET", "")
	inbox   = filepath.Join(setting("WEBHOOK_FOLDER", "events"), "inbox")
	done    = filepath.Join(setting("WEBHOOK_FOLDER", "events"), "done")
	isID    = regexp.MustCompile(`^[0-9a-f-]{36}$`)
	working sync.Mutex
)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func isFromGarson(header http.Header, body []byte) bool {
	// hmac.Equal takes the same time for each guess, so that it tells nobody how much of one was right.
	if !hmac.Equal([]byte(strings.TrimPrefix(header.Get("Authorization"), "Bearer ")), []byte(key)) {
		return false
	}
	if secret == "" {
		return true
	}
	unpadded := strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "=")
	secretBytes, wrongSecret := base64.RawStdEncoding.DecodeString(unpadded)
	sentAt, wrongTime := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	age := time.Since(time.Unix(sentAt, 0))
	if wrongSecret != nil || wrongTime != nil || age < -5*time.Minute || age > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, secretBytes)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), sentAt, body)
	ours := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While garson changes its secret it sends two signatures: one that fits is enough.
	for _, theirs := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(theirs), []byte(ours)) {
			return true
		}
	}
	return false
}

func store(id string, body []byte) error {
	// Under another name until it is on the disk as a whole: a crash leaves no half event in the inbox.
	file, err := os.CreateTemp(inbox, "*.tmp")
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(body); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	file.Close() // before it is renamed, as Windows wants it
	return os.Rename(file.Name(), filepath.Join(inbox, id+".json"))
}

func work(olay string, veri map[string]any) string { // Your own work goes here.
	switch olay {
	case "siparis.olusturuldu":
		return fmt.Sprintf("read order %s and print it in the kitchen", veri["orderId"])
	case "siparis.durum_degisti":
		return fmt.Sprintf("show order %s with status %v", veri["orderId"], veri["newStatus"])
	case "siparis.iptal_edildi":
		return fmt.Sprintf("stop order %s, cancelled by %s", veri["orderId"], veri["by"])
	case "entegrasyon.durum_degisti":
		return fmt.Sprintf("show %s as %s", veri["provider"], map[any]string{true: "on", false: "off"}[veri["isActive"]])
	case "test":
		return "nothing, garson reaches this receiver"
	}
	return "nothing, this event is not known here"
}

func workOn(path string) error {
	body, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var event event
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	did, kept := "nothing, this event came before", filepath.Join(done, filepath.Base(path))
	if _, err := os.Stat(kept); err != nil {
		did = work(event.Olay, event.Veri)
	}
	fmt.Println(event.Olay, event.Veri["id"], did)
	return os.Rename(path, kept)
}

func workOff() {
	working.Lock() // so that no event is worked on twice at once
	defer working.Unlock()
	paths, _ := filepath.Glob(filepath.Join(inbox, "*.json")) // sorted, and ids sort by time
	for _, path := range paths {
		if err := workOn(path); err != nil { // It stays in the inbox and is tried again when another event arrives.
			log.Print(filepath.Base(path), " ", err)
		}
	}
}

func receive(w http.ResponseWriter, r *http.Request) (status int, text string) {
	if r.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, "Events come by POST."
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	if err != nil {
		return http.StatusRequestEntityTooLarge, "The body is too large for an event."
	}
	if !isFromGarson(r.Header, body) {
		return http.StatusUnauthorized, "The key, the time or the signature is not right."
	}
	var event event
	err = json.Unmarshal(body, &event)
	id, _ := event.Veri["id"].(string)
	if err != nil || event.Olay == "" || !isID.MatchString(id) { // the id will name a file
		return http.StatusBadRequest, "The body is not an event in JSON."
	}
	if err := store(id, body); err != nil {
		return http.StatusInternalServerError, "The event could not be stored."
	}
	go workOff()
	return http.StatusOK, "stored"
}

func main() {
	if key == "" {
		log.Fatal("WEBHOOK_KEY is not set.")
	}
	for _, folder := range []string{inbox, done} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			log.Fatal(err)
		}
	}
	go workOff() // It begins with what an earlier run left.
	address := setting("WEBHOOK_HOST", "127.0.0.1") + ":" + setting("WEBHOOK_PORT", "9000")
	handler := func(w http.ResponseWriter, r *http.Request) {
		status, text := receive(w, r)
		w.Header().Set("Allow", "POST")
		w.WriteHeader(status)
		io.WriteString(w, text) // The log of garson shows the text beside the delivery.
	}
	server := http.Server{Addr: address, Handler: http.HandlerFunc(handler), ReadTimeout: 10 * time.Second}
	fmt.Println("listening on http://" + address)
	log.Fatal(server.ListenAndServe())
}
