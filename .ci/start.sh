#!/usr/bin/env bash
# Tests `npm start` with a container engine: databases in containers, the first account, stops, a crash.
# The last line is "N passed, N failed, N skipped".
#   usage: start.sh   (with an engine as engine.sh starts it, and the images of images.sh)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/checks.sh
source .ci/checks.sh
npm_pid=none

unset NEO4J_URI NEO4J_USER NEO4J_PASSWORD NEO4J_DATABASE REDIS_URL HOST TLS_CERT TLS_KEY TRUST_PROXY EMBEDDINGS_URL EMBEDDINGS_DIR
PORT=$(free_port)
export PORT DATA_DIR=$work/data
api=https://localhost:$PORT/api/v1 api_key=none
# Without Maven on the PATH.
PATH=$(node_modules/node/bin/node --eval \
  'import("./test/local/npm-start.ts").then((module) => console.log(module.pathWithout(process.argv[1], ["mvn"])))' "$work")
# The container names of src/local/containers.ts.
of_this_data=$(printf %s "$DATA_DIR" | sha256sum | head -c 12)

containers() { podman ps --format '{{.Names}}' --filter "name=$of_this_data" "$@" | sort; }
instance() { field "$DATA_DIR/instance.json" "$1"; }
runs() { kill -0 "$1" 2>/dev/null; }

take_down() {
  local container record
  if runs "$npm_pid"; then
    kill -TERM "$npm_pid"
    ends_within 20 || kill -KILL -- "-$npm_pid" || true
  fi
  # After a failure: processes and containers left by npm start.
  for record in "$DATA_DIR"/*/process.json; do
    node_modules/node/bin/node --eval \
      'import("./src/local/child-process.ts").then((module) => module.stopLeftover(process.argv[1]))' "$record" || true
  done
  for container in $(containers --all); do podman rm --force --time 5 "$container" >/dev/null || true; done
  rm -rf "$work"
}
trap take_down EXIT

ends_within() { # ends_within SECONDS: npm and everything in its process group
  for ((i = 0; i < $1 * 5; i++)); do
    runs "-$npm_pid" || return 0
    sleep 0.2
  done
  return 1
}

starts() { # to the last line that a first start prints, or any other
  : >"$work/start.log"
  # In its own process group, like in a terminal.
  setsid npm start >"$work/start.log" 2>&1 &
  npm_pid=$!
  for _ in {1..1500}; do
    if grep -q 'is running; Ctrl-C' "$work/start.log" && [[ -e $DATA_DIR/instance.json ]]; then break; fi
    runs "$npm_pid" || break
    sleep 0.2
  done
  cat "$work/start.log" && runs "$npm_pid" && request 200 GET /health
}

shows_an_account() {
  api_key=$(sed -n 's/^ *API key *//p' "$work/start.log")
  curl_line=$(grep -m 1 '^ *curl ' "$work/start.log")
  [[ $api_key == svc_* ]]
}
shows_no_account() { ! grep 'API key' "$work/start.log"; }
in_containers() {
  containers
  [[ $(containers) == "idea-repository-neo4j-$of_this_data"$'\n'"idea-repository-redis-$of_this_data" ]]
}
brings_the_model() { grep 'Downloading the embedding model' "$work/start.log" && model_is_there; }
model_is_there() {
  ls -l "$DATA_DIR"/models/*
  node_modules/node/bin/node --input-type=module --eval "
    import { isWholeModel, modelFolder } from './src/platform/embeddings/model-files.ts'
    if (!(await isWholeModel(modelFolder(process.env.DATA_DIR)))) process.exit(1)"
}
brings_nothing_again() { model_is_there && ! grep 'Downloading' "$work/start.log"; }
curl_line_works() {
  sh -c "$curl_line" >"$work/answer.json" || return 1
  cat "$work/answer.json"
  [[ $(field "$work/answer.json" title) == 'My first idea' ]]
}
idea_is_there() { request 200 GET /ideas && [[ $(field "$work/answer.json" 0.title) == 'My first idea' ]]; }
data_is_in_data_dir() { ls "$DATA_DIR"/neo4j/data/databases/neo4j "$DATA_DIR"/redis/data/appendonlydir; }
second_start_is_refused() {
  local code=0
  npm start --silent >"$work/second.log" 2>&1 || code=$?
  cat "$work/second.log"
  ((code == 1)) && [[ $(grep -vc '^npm ' "$work/second.log") == 1 ]] &&
    grep -F "Idea Repository runs already with the data in $DATA_DIR (process $(instance pid), ${api%/api/v1})" "$work/second.log"
}

all_is_gone() {
  ends_within 100 && cat "$work/start.log" && containers --all && [[ -z $(containers --all) && ! -e $DATA_DIR/instance.json ]]
}
ends_on() { # ends_on SIGNAL PROCESS-OR-GROUP
  kill "-$1" -- "$2"
  all_is_gone && [[ $(tail -n 2 "$work/start.log") == $'Stopping …\nStopped.' ]]
}
ends_without_redis() {
  podman kill "$(instance redis.container)"
  all_is_gone && tail -n 1 "$work/start.log" | grep '^Redis has ended ' && ! wait "$npm_pid"
}
crashes() {
  # Neo4j's client dies with the service and Redis's does not, which covers both kinds of leftovers.
  kill -KILL -- "$(instance neo4j.pid)" "-$npm_pid"
  ends_within 10 && in_containers
}
says_what_it_stopped() {
  for server in Neo4j Redis; do grep "Stopped the $server that an earlier start had left" "$work/start.log" || return 1; done
}

check 'npm start serves' starts
check 'Neo4j and Redis run in containers' in_containers
check 'the model is brought by a container' brings_the_model
check 'a first account is shown' shows_an_account
check 'the curl line beside it makes an idea as it stands' curl_line_works
check 'a second start says in one line that one runs' second_start_is_refused
check 'SIGTERM to npm stops everything' ends_on TERM "$npm_pid"
check 'all data is in DATA_DIR' data_is_in_data_dir
# From here on by Podman's own program, which people have, too; and because Podman 4.3 uses up a processor for as long as
# Docker's waits for a container.
rm -f "$work/bin/docker"
check 'npm start serves again' starts
check 'nothing is brought a second time' brings_nothing_again
check 'no second account is shown' shows_no_account
check 'the idea is there' idea_is_there
check 'when Redis ends, npm start says so and stops Neo4j' ends_without_redis
check 'npm start serves after that' starts
check 'a crash leaves both containers running' crashes
check 'npm start serves after the crash' starts
check 'it has stopped what the crash left' says_what_it_stopped
check 'and runs new containers' in_containers
check 'the idea is still there' idea_is_there
check 'Ctrl-C stops everything' ends_on INT "-$npm_pid"

checks_end
