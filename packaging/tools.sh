# shellcheck shell=bash
# What the scripts of this folder share; they source it and stand in the repository's root afterwards.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
WORK=$PWD/target/packaging # tools and intermediate files
export RUST_SRC=/var/tmp/garson-rust-src # with the version behind it; always there, see packaging/rust-src
OUT=${GARSON_OUT:-$WORK/out} # what is published
# A file made from one commit carries the time of that commit, or no two builds would be alike.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || echo 0)}
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
mkdir -p "$WORK" "$OUT"

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'packaging: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" > /dev/null 2>&1; }

# Each target: how Rust calls it, and how Debian calls its machine.
TARGETS=(linux-x86_64 linux-aarch64 linux-armv7 windows-x86_64)
triple_of() {
  case $1 in
    linux-x86_64) echo x86_64-unknown-linux-musl ;;
    linux-aarch64) echo aarch64-unknown-linux-musl ;;
    linux-armv7) echo armv7-unknown-linux-musleabihf ;;
    windows-x86_64) echo x86_64-pc-windows-gnu ;;
    *) fail "there is no target $1, only: ${TARGETS[*]}" ;;
  esac
}
debian_machine_of() {
  case $1 in
    linux-x86_64) echo amd64 ;;
    linux-aarch64) echo arm64 ;;
    linux-armv7) echo armhf ;;
    *) fail "Debian has no packages for $1" ;;
  esac
}
binary_of() { # the file in $OUT
  case $1 in
    windows-*) echo "garson-$VERSION-$1.exe" ;;
    *) echo "garson-$VERSION-$1" ;;
  esac
}
chosen_targets() { # TARGET… | all
  [ $# -gt 0 ] || fail "say which: ${TARGETS[*]}, or all"
  local one
  for one in "$@"; do
    if [ "$one" = all ]; then printf '%s\n' "${TARGETS[@]}"; else triple_of "$one" > /dev/null && echo "$one"; fi
  done
}

# The machine's own mirror, as apt knows it.
debian_mirror() {
  local found
  # shellcheck disable=SC2016 # apt expands it
  found=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian Debian //p')
  [ -n "$found" ] || fail "apt knows no Debian mirror here"
  echo "${found%%$'\n'*}"
}

# `needs COMMAND PACKAGE PURPOSE` notes what is missing; `install_needed` lists it all, then installs it.
missing=() missing_packages=()
needs() { has "$1" || note_missing Debian "$2" "$3"; }
note_missing() { # KIND NAME PURPOSE
  missing+=("$(printf '%-7s %-34s for %s' "$@")")
  [ "$1" != Debian ] || missing_packages+=("$2")
}
install_needed() {
  [ ${#missing[@]} -gt 0 ] || return 0
  say "this will be installed"
  printf '%s\n' "${missing[@]}"
  if [ ${#missing_packages[@]} -gt 0 ]; then
    [ "$(id -u)" = 0 ] || fail "only root can install: apt-get install --no-install-recommends ${missing_packages[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing_packages[@]}" > /dev/null
  fi
  missing=() missing_packages=()
}
