//! Passwords as they are stored: argon2id, with its parameters and salt beside it. `users` calls it.

use super::hash_memory::HashMemory;
use crate::model::Failure;
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, Version,
    password_hash::{
        phc::{Output, ParamsString, Salt},
        try_generate_salt,
    },
};
use std::fmt::Display;

/// Takes some 20 ms.
pub fn hash(password: &str) -> Result<String, Failure> {
    let argon2 = Argon2::default();
    let salt = try_generate_salt().map_err(fault)?;
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    argon2
        .hash_password_into_with_memory(password.as_bytes(), &salt, &mut out, HashMemory::new(argon2.params())?)
        .map_err(fault)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).map_err(fault)?,
        salt: Some(Salt::new(&salt).map_err(fault)?),
        hash: Some(Output::new(&out).map_err(fault)?),
    };
    Ok(hash.to_string())
}

/// Whether this is the password that was hashed, with the parameters of then.
pub fn is_right(password: &str, hash: &str) -> bool {
    outputs(password, hash).is_some_and(|(expected, found)| expected == found)
}

/// What the hash says, and what the password comes to. They compare in the same time wherever they differ.
fn outputs(password: &str, hash: &str) -> Option<(Output, Output)> {
    let hash = PasswordHash::new(hash).ok()?;
    let (salt, expected) = (hash.salt?, hash.hash?);
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
    let mut out = vec![0; expected.len()];
    let memory = HashMemory::new(argon2.params()).ok()?;
    argon2.hash_password_into_with_memory(password.as_bytes(), &salt, &mut out, memory).ok()?;
    Some((expected, Output::new(&out).ok()?))
}

fn fault(error: impl Display) -> Failure {
    Failure::fault(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher, PasswordVerifier};

    #[test]
    fn hashes_are_those_that_the_crate_itself_makes() {
        let ours = hash("doğru at pil zımba").unwrap();
        assert!(ours.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{ours}");
        assert!(Argon2::default().verify_password("doğru at pil zımba".as_bytes(), ours.as_str()).is_ok());
        let other = Params::new(8_192, 1, 2, Some(24)).unwrap();
        for argon2 in [Argon2::default(), Argon2::new(Algorithm::Argon2i, Version::V0x10, other)] {
            let theirs: PasswordHash = argon2.hash_password(b"parola").unwrap();
            assert!(is_right("parola", &theirs.to_string()) && !is_right("Parola", &theirs.to_string()), "{theirs}");
        }
        assert!(!is_right("", "") && !is_right("x", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ"));
    }
}
