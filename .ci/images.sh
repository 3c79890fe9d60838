#!/usr/bin/env bash
# Builds the images of Dockerfile, docker-compose.yml and the tests under their official names, because a CI machine may have
# access to package registries but not to image registries: Debian by debootstrap, and on top of it programs of the machine or
# of its package managers. They behave like the official ones only as far as this project needs.
#   usage: images.sh FOLDER   (after npm ci, with an engine as engine.sh starts it)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$1
mkdir -p "$work"

java_home() {
  local home
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    # Neo4j 2026 needs Java 21.
    if "$home/bin/java" --version 2>/dev/null | head -n 1 | grep -qE ' (2[1-9]|[3-9][0-9])\b'; then
      echo "$home"
      return
    fi
  done
  echo 'No Java 21 or later for the Neo4j image' >&2
  return 1
}

build() { # build IMAGE DOCKERFILE [OPTIONS]: without network, everything is in the contexts
  echo "Building $1"
  podman build --quiet --pull=never --network=none --tag="$1" --file=".ci/images/$2" "${@:3}" .ci/images >/dev/null
}

# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "Building Debian $release"
debootstrap --variant=minbase --include=ca-certificates,libatomic1,redis-server,tini,wget \
  "$release" "$work/debian" >"$work/debootstrap.log" || { tail -n 30 "$work/debootstrap.log" >&2 && exit 1; }
tar --directory="$work/debian" --exclude=./var/cache/apt --exclude=./var/lib/apt/lists --create . |
  podman import --quiet - localhost/debian >/dev/null
rm -rf "$work/debian"

build docker.io/library/redis:8 redis.Dockerfile

# The versions of npm start, so that both ways test the same Neo4j.
mvn --batch-mode --quiet --file=src/local/pom.xml \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DincludeScope=runtime -DoutputDirectory="$work/jars"
jdk=$(java_home)
build docker.io/library/neo4j:2026.08.1 neo4j.Dockerfile --build-context="jdk=$jdk" --build-context="jars=$work/jars"

# Dereferenced, because Debian's Maven consists of links into other folders.
maven_home=$(mvn --batch-mode --version | sed -n 's/^Maven home: //p')
mkdir "$work/maven"
cp --recursive --dereference "$maven_home"/{bin,boot,conf,lib} "$work/maven"
cp --dereference "$jdk/lib/security/cacerts" "$work/maven/conf/cacerts"
if [[ -f ~/.m2/settings.xml ]]; then cp ~/.m2/settings.xml "$work/maven/conf/settings.xml"; fi
build docker.io/library/maven:3-eclipse-temurin-21 maven.Dockerfile \
  --build-context="jdk=$jdk" --build-context="maven=$work/maven" --build-arg=options="${MAVEN_OPTS:-}"

build docker.io/library/node:24-slim node.Dockerfile \
  --build-context="node=$PWD/node_modules/node/bin" --build-context="npm=$(npm root --global)/npm" \
  --build-context=certificates=/etc/ssl/certs --build-arg=registry="$(npm config get registry)"
