//! Black-box tests: the real binary, real sockets, real files. One file per noun.
