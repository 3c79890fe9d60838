# Replaces docker.io/library/redis:8 on a CI machine: Debian's Redis, started like in the official image.
FROM localhost/debian
RUN mkdir --parents /data && chown redis:redis /data
COPY --chmod=755 redis-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
VOLUME /data
WORKDIR /data
EXPOSE 6379
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["redis-server"]
