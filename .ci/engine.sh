# shellcheck shell=bash
# A private container engine for CI machines without one: Podman with Docker's API on a private socket. All of its files are
# in one folder, so that it does not affect an installed Podman.
# To be sourced: engine_start FOLDER, then engine_stop.

engine_start() {
  engine_home=$1
  mkdir -p "$engine_home"
  rm -f "$engine_home/stopping"

  # The default ulimits may exceed those of a CI machine; without systemd it needs cgroupfs, and logs and locks in files.
  # exit_command_delay: by default the monitor of a command in a container would stay for five minutes.
  cat >"$engine_home/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
tmp_dir = "$engine_home/tmp"
exit_command_delay = 1
[network]
network_backend = "netavark"
network_config_dir = "$engine_home/networks"
CONF
  cat >"$engine_home/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$engine_home/storage"
runroot = "$engine_home/run"
CONF
  export CONTAINERS_CONF="$engine_home/containers.conf" CONTAINERS_STORAGE_CONF="$engine_home/storage.conf"
  # OCI images cannot hold a HEALTHCHECK.
  export BUILDAH_FORMAT=docker
  # Podman schedules health checks by systemd; here engine_check_health does.
  export DISABLE_HC_SYSTEMD=true

  podman system service --time=0 "unix://$engine_home/engine.sock" >"$engine_home/service.log" 2>&1 &
  engine_pid=$!
  for _ in {1..100}; do
    [[ -S $engine_home/engine.sock ]] && break
    sleep 0.1
  done
  export DOCKER_HOST="unix://$engine_home/engine.sock"
  if ! podman --url "$DOCKER_HOST" version >/dev/null; then
    cat "$engine_home/service.log" >&2
    return 1
  fi
  engine_check_health >/dev/null 2>&1 &
  engine_health_pid=$!
}

engine_check_health() {
  local id
  while [[ ! -e $engine_home/stopping ]]; do
    sleep 2
    for id in $(podman ps --quiet --filter health=starting --filter health=unhealthy); do
      podman healthcheck run "$id" || true
    done
  done
}

engine_stop() {
  [[ -n ${engine_pid:-} ]] || return 0
  # Waits instead of killing it, so that no check is interrupted in a container that is removed.
  touch "$engine_home/stopping"
  wait "$engine_health_pid" || true
  podman rm --all --force --time 10 >/dev/null || true
  podman network prune --force >/dev/null || true
  kill "$engine_pid" 2>/dev/null || true
  wait "$engine_pid" 2>/dev/null || true
  # The overlay driver mounts its folder on itself.
  umount --recursive "$engine_home/storage/overlay" 2>/dev/null || true
  engine_pid=
}
