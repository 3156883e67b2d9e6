//! A server whose clock stands still until the test moves it: a limit is met when it should be, however busy the machine.

use super::*;
use std::sync::mpsc;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

pub struct HeldServer {
    addr: SocketAddr,
    pub site: Arc<Site>,
    turn: UnboundedSender<(Duration, mpsc::Sender<()>)>,
}

impl HeldServer {
    pub fn start(limits: Limits) -> HeldServer {
        let (turn, mut turns) = unbounded_channel::<(Duration, mpsc::Sender<()>)>();
        let (tell, told) = mpsc::channel();
        let site = Site::behind(Front::default());
        let serving = site.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
            runtime.unwrap().block_on(async {
                // A clock that stands still goes on by itself when all tasks are idle, but not while this waits.
                let (held, hold) = mpsc::channel::<()>();
                let holding = tokio::task::spawn_blocking(move || hold.recv());
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let serving = tokio::spawn(serve(listener, serving, std::future::pending(), limits));
                while let Some((time, done)) = turns.recv().await {
                    tokio::time::advance(time).await;
                    done.send(()).unwrap();
                }
                serving.abort();
                drop(held);
                let _ = holding.await;
            });
        });
        HeldServer { addr: told.recv().unwrap(), site, turn }
    }

    pub fn client(&self) -> Client {
        Client::of(self.addr)
    }

    pub fn pass(&self, time: Duration) {
        let (done, is_done) = mpsc::channel();
        self.turn.send((time, done)).unwrap();
        is_done.recv().unwrap();
    }

    /// How much time has to pass, by so much at once, until the server closes this connection.
    pub fn passes_until_closed(&self, client: &mut Client, step: Duration) -> Duration {
        let (began, mut passed) = (Instant::now(), Duration::ZERO);
        client.stream.get_ref().set_read_timeout(Some(Duration::from_millis(10))).unwrap();
        loop {
            match client.stream.read(&mut [0; 1_024]) {
                Ok(0) => return passed,
                Ok(_) => continue,
                Err(e) if e.kind() == std::io::ErrorKind::ConnectionReset => return passed,
                Err(_) => {}
            }
            assert!(began.elapsed() < PATIENCE, "it is still open after {passed:?}");
            self.pass(step);
            passed += step;
        }
    }
}
