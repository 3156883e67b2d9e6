//! What is said to whoever is refused, in both languages, all of it to be read in one place: a snapshot each of the words
//! alone and of what the running program answers.

mod asked;
mod words;
