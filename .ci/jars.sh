#!/usr/bin/env bash
# Brings Neo4j's jars from Maven, in the versions that npm start runs, so that both ways test the same Neo4j.
#   usage: jars.sh FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec mvn --batch-mode --quiet --file=src/local/pom.xml \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
  -DincludeScope=runtime -DoutputDirectory="$1"
