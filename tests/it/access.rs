//! Keys, headers and limits: who gets in, and how often.
