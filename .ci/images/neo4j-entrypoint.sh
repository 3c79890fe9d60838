#!/bin/bash
# The parts of the official image's entry point that this project uses: NEO4J_AUTH and settings as NEO4J_… variables.
set -euo pipefail

as_neo4j() { setpriv --reuid neo4j --regid neo4j --init-groups "$@"; }

chown neo4j:neo4j /data /logs
conf=$NEO4J_HOME/conf/neo4j.conf
declare -A settings=(
  [server.default_listen_address]=0.0.0.0
  [server.directories.data]=/data
  [server.directories.logs]=/logs
  # Disables discovery of other servers by broadcast.
  [server.fleet_discovery.enabled]=false
  [server.memory.heap.initial_size]=512m
  [server.memory.heap.max_size]=1g
  [server.memory.pagecache.size]=256m
)
# NEO4J_server_memory_heap_max__size is server.memory.heap.max_size.
while IFS='=' read -r name value; do
  [[ $name =~ ^NEO4J_[a-z] ]] || continue
  name=${name#NEO4J_} name=${name//__/ } name=${name//_/.} name=${name// /_}
  settings[$name]=$value
done < <(env)
for name in "${!settings[@]}"; do echo "$name=${settings[$name]}"; done >"$conf"

if [[ ${NEO4J_AUTH:-} == none ]]; then
  echo 'dbms.security.auth_enabled=false' >>"$conf"
elif [[ ${NEO4J_AUTH:-} == neo4j/* && ! -e /data/databases/system ]]; then
  as_neo4j /opt/java/bin/java -cp "$NEO4J_HOME/lib/*" org.neo4j.server.startup.Neo4jAdminCommand \
    dbms set-initial-password "${NEO4J_AUTH#neo4j/}"
fi

exec setpriv --reuid neo4j --regid neo4j --init-groups /opt/java/bin/java \
  -Xms"${settings[server.memory.heap.initial_size]}" -Xmx"${settings[server.memory.heap.max_size]}" \
  -XX:+UseG1GC --add-modules=jdk.incubator.vector --add-opens=java.base/java.nio=ALL-UNNAMED \
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  -cp "$NEO4J_HOME/lib/*" org.neo4j.server.Neo4jCommunity \
  --home-dir="$NEO4J_HOME" --config-dir="$NEO4J_HOME/conf" --console-mode
