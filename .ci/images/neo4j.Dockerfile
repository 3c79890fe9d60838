# Replaces docker.io/library/neo4j (Community) on a CI machine: the same jars, from Maven, on the machine's JDK.
FROM localhost/debian
COPY --from=jdk . /opt/java
COPY --from=jars . /var/lib/neo4j/lib
COPY --chmod=755 neo4j-entrypoint.sh /startup/docker-entrypoint.sh
RUN useradd --uid 7474 --home-dir /var/lib/neo4j neo4j \
 && mkdir --parents /data /logs /var/lib/neo4j/conf \
 && chown --recursive neo4j:neo4j /data /logs /var/lib/neo4j/conf
ENV NEO4J_HOME=/var/lib/neo4j
VOLUME /data /logs
WORKDIR /var/lib/neo4j
# The official image also exposes 7474 and 7473. Podman 4 shows such ports as bound to nothing while they are not
# published, and testcontainers waits for them until it gives up.
EXPOSE 7687
ENTRYPOINT ["tini", "-g", "--", "/startup/docker-entrypoint.sh"]
CMD ["neo4j"]
