#!/usr/bin/env bash
# Installs Debian packages; prints nothing unless that fails.
#   usage: packages.sh PACKAGE…   (as root)
set -euo pipefail
missing=()
for package in "$@"; do
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
((${#missing[@]} > 0)) || exit 0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A runlevel of 1 keeps Debian from starting the Redis that it installs.
if ! { apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
  "${missing[@]}"; } >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
