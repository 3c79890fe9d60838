#!/usr/bin/env bash
# Tests with containers: some tests on databases in containers, npm start and docker-compose.yml. Needs Debian and root;
# installs its own engine and base images, and leaves nothing running.
# The last line is "N passed, N failed, N skipped".
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Tests that use both databases, also with two replicas.
container_tests=(test/features/ideas/get-delete.test.ts test/platform/auth/{idea-cap,replicas}.test.ts)

packages=(curl redis-server podman runc netavark aardvark-dns iptables uidmap debootstrap docker-compose)

work=$(mktemp -d)
passed=0 failed=0 skipped=0 beside_pid=
# shellcheck source=.ci/engine.sh
source .ci/engine.sh

clean_up() {
  if [[ -n $beside_pid ]]; then
    kill "$beside_pid" || true
    wait "$beside_pid" || true
  fi
  engine_stop
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

failures_of() { # failures_of LOG: from the first failure on, or the end of a log that names none
  if grep --quiet -E '^not ok|[0-9]+ failing' "$1"; then
    awk '/^not ok/ || /[0-9]+ failing/ { failing = 1 } failing' "$1"
  else
    tail -n 40 "$1"
  fi
}

run_stage() { # run_stage NAME LIMIT COMMAND…: leaves what it said, its exit code and its seconds
  local started=$SECONDS code=0
  timeout --kill-after=60 "$2" "${@:3}" 2>&1 | tee "$work/$1.log" || code=$?
  echo "$code $((SECONDS - started))" >"$work/$1.end"
}

count_stage() { # count_stage NAME: by its closing line; one that counts nothing has failed
  local log="$work/$1.log" code seconds stage_passed=0 stage_failed=0
  read -r code seconds <"$work/$1.end"
  if [[ $(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1) =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+) ]]; then
    stage_passed=${BASH_REMATCH[1]} stage_failed=${BASH_REMATCH[2]} skipped=$((skipped + BASH_REMATCH[3]))
  fi
  if ((stage_failed == 0 && (code != 0 || stage_passed == 0))); then
    echo "$1 ended with exit code $code after $stage_passed tests that passed: counted as a failure"
    stage_failed=1
  fi
  if ((stage_failed > 0)); then
    { echo "=== $1" && failures_of "$log" | tail -n 200; } >>"$work/failures.log"
  fi
  passed=$((passed + stage_passed)) failed=$((failed + stage_failed))
  echo "=== $1 took $seconds s"
}

stage() { # stage NAME LIMIT COMMAND…
  printf '\n=== %s\n' "$1"
  run_stage "$@"
  count_stage "$1"
}

container_stages() { # two at once: each waits half of its time for a server that starts
  local beside='npm start, containers' started=$SECONDS code=0
  timeout --kill-after=60 15m bash .ci/start.sh >"$work/$beside.log" 2>&1 &
  beside_pid=$!
  stage 'docker-compose.yml' 15m bash .ci/compose.sh
  wait "$beside_pid" || code=$?
  beside_pid=
  echo "$code $((SECONDS - started))" >"$work/$beside.end"
  printf '\n=== %s\n' "$beside"
  cat "$work/$beside.log"
  count_stage "$beside"
}

preparation() { # preparation NAME COMMAND…: not a test, but without it there is none
  local started=$SECONDS
  printf '\n=== %s\n' "$1"
  if "${@:2}"; then
    echo "=== $1 took $((SECONDS - started)) s"
  else
    failed=$((failed + 1))
    return 1
  fi
}

preparation 'Debian packages' bash .ci/packages.sh "${packages[@]}" &&
  preparation 'Container engine' engine_start "$work/engine" &&
  preparation 'Base images' bash .ci/images.sh "$work/images" &&
  stage 'npm test, containers' 10m \
    env TEST_SERVERS=containers TESTCONTAINERS_RYUK_DISABLED=true npm test -- "${container_tests[@]}" &&
  container_stages

if [[ -f "$work/failures.log" ]]; then
  printf '\nWhat failed, once more:\n'
  cat "$work/failures.log"
fi
clean_up
echo "$passed passed, $failed failed, $skipped skipped"
((passed > 0 && failed == 0))
