# Stands in for docker.io/library/neo4j (Community) on a CI machine: the same jars, from Maven, on the machine's own JDK.
FROM localhost/debian
COPY --from=jdk . /opt/java
COPY --from=jars . /var/lib/neo4j/lib
COPY --chmod=755 neo4j-entrypoint.sh /startup/docker-entrypoint.sh
RUN useradd --system --uid 7474 --home-dir /var/lib/neo4j neo4j \
 && mkdir --parents /data /logs /var/lib/neo4j/conf \
 && chown --recursive neo4j:neo4j /data /logs /var/lib/neo4j/conf
ENV NEO4J_HOME=/var/lib/neo4j
VOLUME /data /logs
WORKDIR /var/lib/neo4j
EXPOSE 7474 7473 7687
ENTRYPOINT ["/startup/docker-entrypoint.sh"]
CMD ["neo4j"]
