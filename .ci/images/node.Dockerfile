# Replaces docker.io/library/node:24-slim on a CI machine: the project's Node and the machine's npm, with its trusted
# certificates and its registry, so that `npm ci` works.
FROM localhost/debian
COPY --from=node node /usr/local/bin/node
COPY --from=npm . /usr/local/lib/node_modules/npm
COPY --from=certificates ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN ln --symbolic ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && useradd --uid 1000 --create-home node
ARG registry
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt NPM_CONFIG_REGISTRY=${registry}
CMD ["node"]
