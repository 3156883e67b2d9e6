//! Backups: what is put back is what was there, whatever happens to the file or to the power meanwhile.

mod mark;
