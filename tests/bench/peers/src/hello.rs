//! hello: hyper on a runtime like garson's, with garson's answer to `/health` ready.

use hyper::{Request, Response, body::Incoming, header::HeaderValue, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;

pub fn serve() {
    let answer = |_: Request<Incoming>| async {
        let mut response = Response::new(r#"{"status":"ok"}"#.to_owned());
        let headers = response.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        headers.insert("x-request-id", HeaderValue::from_static("0123abcd-12345"));
        headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
        Ok::<_, Infallible>(response)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening on http://{}", listener.local_addr().unwrap());
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)));
        }
    });
}
