//! A request as a handler is given it: with the state and whose it is; and the gate that finds that out.

use crate::http::{Answer, Call};
use crate::model::{Code, Failure, Integration, Provider, Result};
use crate::ops::{AppState, integrations};
use futures_util::future::BoxFuture;
use percent_encoding::percent_decode_str;
use std::{future::Future, sync::Arc};

/// What was sent, with the state and whose it is.
pub struct IntakeRequest {
    pub app: Arc<AppState>,
    pub integration: Integration,
    pub call: Call,
}

/// Binds a handler to the state.
pub fn on<H, F>(
    app: &Arc<AppState>,
    handler: H,
) -> impl Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync + 'static + use<H, F>
where
    H: Fn(IntakeRequest) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |mut call| {
        let (app, handler) = (app.clone(), handler.clone());
        Box::pin(async move {
            // The gate has found it.
            let integration = call.extensions.remove::<Integration>().ok_or_else(|| Failure::new(Code::NotFound))?;
            handler(IntakeRequest { app, integration, call }).await
        })
    }
}

/// Whose orders these are, by the token in the path, before a byte of the body is kept. Unknown is an unknown path.
pub fn let_in(app: &AppState, call: &mut Call) -> Result<()> {
    let mut words = call.path().split('/').skip(3);
    let provider = words.next().and_then(Provider::parse);
    let (Some(provider), Some(token)) = (provider, words.next()) else {
        return Err(Failure::new(Code::NotFound));
    };
    let token = percent_decode_str(token).decode_utf8_lossy();
    let integration = integrations::by_token(app, provider, &token)?;
    integrations::admit(app, &integration)?;
    call.addressee = Some(integration.token_hash);
    call.extensions.insert(integration);
    Ok(())
}
