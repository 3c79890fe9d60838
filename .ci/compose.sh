#!/usr/bin/env bash
# Starts docker-compose.yml like an operator, uses the service, and removes everything again.
# The last line is "N passed, N failed, N skipped".
#   usage: compose.sh   (with an engine as engine.sh starts it, and the images of images.sh)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/checks.sh
source .ci/checks.sh
id=none

PORT=$(free_port) NEO4J_HTTP_PORT=$(free_port) NEO4J_BOLT_PORT=$(free_port)
export PORT NEO4J_HTTP_PORT NEO4J_BOLT_PORT COMPOSE_PROJECT_NAME=idea-repository-ci
api=https://localhost:$PORT/api/v1 api_key=none

take_down() {
  docker-compose down --volumes --timeout 30 >"$work/down.log" 2>&1 || cat "$work/down.log"
  rm -rf "$work"
}
trap take_down EXIT

inspect() { # inspect SERVICE FORMAT
  podman inspect --format "$2" "$(docker-compose ps --quiet "$1")"
}

come_up() {
  timeout 300 docker-compose up --detach || return 1
  local service
  for _ in {1..90}; do
    for service in neo4j redis service; do
      [[ $(inspect "$service" '{{.State.Healthcheck.Status}}') == healthy ]] || { sleep 1 && continue 2; }
    done
    return 0
  done
  docker-compose ps
  return 1
}

in_service() { docker-compose exec -T service "$@"; }

create_account() {
  in_service node dist/cli/ideas.js admin create-user --email ci@example.org --plan pro --json >"$work/account.json"
  api_key=$(field "$work/account.json" api_key)
  [[ $api_key == svc_* ]]
}

is_healthy() { request 200 GET /health && [[ $(field "$work/answer.json" status) == ok ]]; }
create_idea() {
  request 201 POST /ideas '{"title": "An idea in a container", "tags": ["ci"]}' &&
    id=$(field "$work/answer.json" id)
}
read_idea() {
  request 200 GET "/ideas/$id" && [[ $(field "$work/answer.json" title) == 'An idea in a container' ]]
}
computes_insights() { request 200 GET /map/insights; }
has_a_worker() { in_service test -f dist/app/worker.js; }
refuses_plain_http() {
  [[ $(curl --silent --max-time 10 --output /dev/null --write-out '%{http_code}' "http://localhost:$PORT/api/v1/health") == 403 ]]
}
is_not_root() { [[ $(in_service id -u) =~ ^[1-9] ]]; }
is_read_only() { ! in_service sh -c 'touch /app/file' && in_service sh -c 'touch /data/file && rm /data/file'; }
has_no_dev_dependencies() {
  in_service sh -c 'test -d node_modules/koa && ! ls node_modules | grep -xE "node|mocha|typescript|testcontainers"'
}
has_the_model() {
  in_service node --input-type=module --eval "
    import { isWholeModel, localModelFolder } from './dist/platform/embeddings/model-files.js'
    const folder = localModelFolder('/data')
    console.log(folder)
    if (folder !== '/app/models/bge-small-en-v1.5' || !(await isWholeModel(folder))) process.exit(1)"
}
runs_the_model() {
  in_service node --eval "require('onnxruntime-node').InferenceSession.create('models/bge-small-en-v1.5/model.onnx')"
}
has_no_foreign_binaries() {
  in_service sh -c 'find /app -path "*/onnxruntime-node/bin/*" -type f' >"$work/binaries"
  cat "$work/binaries"
  [[ -s $work/binaries ]] && ! grep -v "/linux/$(in_service node -p process.arch)/" "$work/binaries"
}
refuses_production_without_a_master_key() {
  local code=0
  docker-compose exec -T -e NODE_ENV=production service node dist/app/server.js >"$work/production.log" 2>&1 || code=$?
  cat "$work/production.log"
  # shellcheck disable=SC2016
  [[ $code == 1 && $(<"$work/production.log") == 'BYOK_MASTER_KEY is required in production (`openssl rand -hex 32` makes one)' ]]
}
# As in docs/deployment.md.
tar_in() { docker-compose run --rm --no-deps -T --entrypoint tar "$@"; }
restores_a_backup() {
  docker-compose stop --timeout 60 &&
    tar_in neo4j -cz -C /data . >"$work/neo4j.tar.gz" && tar_in redis -cz -C /data . >"$work/redis.tar.gz" &&
    docker-compose down --volumes &&
    tar_in neo4j -xz -C /data <"$work/neo4j.tar.gz" && tar_in redis -xz -C /data <"$work/redis.tar.gz" &&
    come_up
}
warned_of_nothing() {
  docker-compose logs --no-color service >"$work/service.log" && grep --quiet '"msg":"serving"' "$work/service.log" &&
    ! grep -E '"level":[456]0' "$work/service.log"
}
stopped_cleanly() {
  local exit_code
  docker-compose stop --timeout 30 service
  exit_code=$(inspect service '{{.State.ExitCode}}')
  echo "exit code $exit_code"
  [[ $exit_code == 0 ]]
}

check 'the image is built' docker-compose build
check 'Neo4j, Redis and the service become healthy' come_up
check 'the operator CLI makes an account inside the container' create_account
check 'GET /health answers ok' is_healthy
check 'POST /ideas answers 201' create_idea
check 'GET /ideas/:id answers with that idea' read_idea
check 'GET /map/insights answers' computes_insights
check 'the image has the worker' has_a_worker
check 'plain HTTP is refused' refuses_plain_http
check 'the service does not run as root' is_not_root
check 'only /data can be written' is_read_only
check 'the image has no dev dependencies' has_no_dev_dependencies
check 'the image has the model, undamaged' has_the_model
check 'the embedding model can be loaded' runs_the_model
check 'the image has the binaries of no other system' has_no_foreign_binaries
check 'production without a master key is refused in one line' refuses_production_without_a_master_key
check 'the service has warned of nothing' warned_of_nothing
check 'everything starts again from a backup and empty volumes' restores_a_backup
check 'the idea and the key are there again' read_idea
check 'that start has warned of nothing' warned_of_nothing
check 'SIGTERM ends the service with exit code 0' stopped_cleanly

if ((failed > 0)); then docker-compose logs --no-color --tail=80; fi
checks_end
