// Receives the webhooks of garson. Go 1.19 or newer, nothing else; README.md beside it says how to run it.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	key    = os.Getenv("WEBHOOK_KEY")
	secret = os.Getenv("WEBHOOK_SECRET")
	folder = setting("WEBHOOK_FOLDER", "events")
	isID   = regexp.MustCompile(`^[0-9a-f-]{36}$`)
)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func isFromGarson(header http.Header, body []byte) bool { // hmac.Equal takes the same time for each guess.
	if !hmac.Equal([]byte(strings.TrimPrefix(header.Get("Authorization"), "Bearer ")), []byte(key)) {
		return false
	}
	bytes, wrongSecret := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "="))
	sentAt, wrongTime := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	age := time.Since(time.Unix(sentAt, 0))
	mac := hmac.New(sha256.New, bytes)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), sentAt, body)
	ours := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	isSigned := false // While the secret is exchanged there are two signatures: one that fits is enough.
	for _, theirs := range strings.Fields(header.Get("webhook-signature")) {
		isSigned = isSigned || hmac.Equal([]byte(theirs), []byte(ours))
	}
	isNow := wrongTime == nil && age.Abs() <= 5*time.Minute
	return secret == "" || wrongSecret == nil && len(bytes) > 0 && isNow && isSigned
}

// It is whole before it has its name, and a name is given once: what is there came before.
func isNew(id string, body []byte) (bool, error) {
	file, err := os.CreateTemp(folder, "*.tmp")
	if err != nil {
		return false, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	_, err = file.Write(body)
	give := func() error { return os.Link(file.Name(), folder+"/"+id+".json") }
	for _, step := range []func() error{file.Sync, file.Close, give} {
		if err == nil {
			err = step()
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// A cancellation may overtake what is retried, so of each order the highest sequence counts.
func isNewest(order string, sequence int) (bool, error) { // events of earlier versions have none
	if !isID.MatchString(order) {
		return true, nil
	}
	if err := os.MkdirAll(folder+"/"+order, 0o700); err != nil {
		return false, err
	}
	if err := os.WriteFile(folder+"/"+order+"/"+strconv.Itoa(sequence), nil, 0o600); err != nil {
		return false, err
	}
	known, err := os.ReadDir(folder + "/" + order)
	for _, one := range known {
		if other, _ := strconv.Atoi(one.Name()); other > sequence {
			return false, err
		}
	}
	return true, err
}

func receive(r *http.Request) (int, string) {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, 65_536)) // far more than an event has
	var event struct {
		Olay string
		Veri struct {
			ID, OrderID string
			Sequence    int
		}
	}
	switch {
	case r.Method != http.MethodPost:
		return 405, "Events come by POST."
	case err != nil:
		return 413, "The body is too large for an event."
	case !isFromGarson(r.Header, body):
		return 401, "The key, the time or the signature is not right."
	case json.Unmarshal(body, &event) != nil || event.Olay == "" || !isID.MatchString(event.Veri.ID): // the id will name a file
		return 400, "The body is not an event in JSON."
	}
	todo := event.Veri.OrderID
	isNews, err := isNewest(event.Veri.OrderID, event.Veri.Sequence)
	isFirst := false
	if err == nil { // The sequence is kept before the id is: were this to end in between, the event comes again and counts as new.
		isFirst, err = isNew(event.Veri.ID, body)
	}
	switch {
	case err != nil:
		return 500, "The event could not be stored."
	case !isFirst:
		todo = "came before"
	case !isNews:
		todo = "was overtaken"
	}
	// Here your work begins: read the order, print it, show it. The file is there until it is done.
	go fmt.Println(event.Olay, event.Veri.ID, todo)
	return 200, "stored"
}

func main() {
	if err := os.MkdirAll(folder, 0o700); err != nil || key == "" {
		log.Fatal("WEBHOOK_KEY is not set. ", err)
	}
	server := http.Server{Addr: setting("WEBHOOK_HOST", "127.0.0.1") + ":" + setting("WEBHOOK_PORT", "9000"), ReadTimeout: 10 * time.Second}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status, text := receive(r)
		w.WriteHeader(status)
		io.WriteString(w, text) // garson's log shows the text beside the delivery
	})
	log.Fatal(server.ListenAndServe())
}
