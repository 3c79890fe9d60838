#!/bin/bash
set -euo pipefail
[[ ${1:-} == -* ]] && set -- redis-server "$@"
# The official image has protected mode off by default, because a container's port is only reached where it is published.
[[ $1 == redis-server ]] && set -- "$@" --protected-mode no
chown redis:redis /data
exec setpriv --reuid redis --regid redis --init-groups "$@"
