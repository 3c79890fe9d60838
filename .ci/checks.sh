# shellcheck shell=bash disable=SC2154
# Shared functions of the end-to-end scripts. Sourcing it creates the empty folder $work; request needs $api and $api_key.

work=$(mktemp -d)
passed=0 failed=0

check() { # check SENTENCE COMMAND…
  if "${@:2}" >"$work/check.log" 2>&1; then
    echo "ok      $1"
    passed=$((passed + 1))
  else
    echo "not ok  $1"
    tail -n 60 "$work/check.log"
    failed=$((failed + 1))
  fi
}

checks_end() {
  echo "$passed passed, $failed failed, 0 skipped"
  ((failed == 0))
}

free_port() {
  node -e "const s = require('node:net').createServer().listen(0, () => { console.log(s.address().port); s.close() })"
}

field() { # field FILE NAME[.NAME…]
  node -p 'process.argv[2].split(".").reduce((value, name) => value[name], JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")))' "$1" "$2"
}

request() { # request EXPECTED-STATUS METHOD PATH [BODY]: the answer goes to answer.json
  local status
  status=$(curl --silent --show-error --insecure --max-time 10 --output "$work/answer.json" --write-out '%{http_code}' \
    --request "$2" --header "X-API-Key: $api_key" \
    ${4:+--header 'Content-Type: application/json' --data "$4"} "$api$3")
  echo "status $status: $(<"$work/answer.json")"
  [[ $status == "$1" ]]
}
