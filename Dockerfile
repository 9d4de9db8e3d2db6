# Images of the wallet.
#
#   docker build --target gateway --tag wallet-gateway .
#   docker build --target sandbox --tag wallet-sandbox .     # development and demonstrations only
#
# The gateway's image has no configuration: mount one as /etc/wallet/wallet.toml. /data holds the
# installation's keys and its members' pictures: back it up (.github/backup.md). compose.yaml shows a
# whole installation.
#
# Images of others are named by digest, here and in compose.yaml. `docker buildx imagetools inspect NAME:TAG`
# prints a newer one.

FROM node:24-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS portal
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM rust:1.95-slim-trixie@sha256:e14e87345b4d5964ddcc3491d27ee046a0f23820f340c3c1e24da6880141f7c0 AS programs
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
COPY .sqlx .sqlx
COPY migrations migrations
COPY ledger ledger
COPY projections projections
COPY gateway gateway
# Exported statements take their texts from the portal's messages.
COPY web/src web/src
COPY --from=portal /build/web/dist web/dist
# The commit's time (git log -1 --format=%ct): the portal's files are of then, so that browsers need
# not load again what they have.
ARG SOURCE_DATE_EPOCH
RUN SQLX_OFFLINE=true cargo build --release --locked --package gateway --package sandbox

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f AS base
# Providers are called over TLS, so their certificates have to be checked.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/*
# Fixed numbers, because a folder that is mounted as /data has to belong to this user.
RUN groupadd --gid 10001 wallet \
    && useradd --uid 10001 --gid wallet --no-create-home --home-dir /data \
        --shell /usr/sbin/nologin wallet \
    && install --directory --owner=wallet --group=wallet --mode=0700 /data
USER wallet:wallet
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM

FROM base AS sandbox
COPY --from=programs /build/target/release/sandbox /usr/local/bin/sandbox
ENV SANDBOX_HOST=0.0.0.0 SANDBOX_DATA_DIR=/data
EXPOSE 8090
ENTRYPOINT ["sandbox"]

FROM base AS gateway
COPY --from=programs /build/target/release/gateway /usr/local/bin/gateway
COPY gateway/deploy/health /usr/local/bin/health
ENV DATA_DIR=/data WALLET_CONFIG=/etc/wallet/wallet.toml
# Health and metrics (8081) answer within the container only, unless INTERNAL_BIND opens them.
EXPOSE 8080
# Alive, not ready: a gateway that has lost its database comes back by itself, and a restart would
# not bring the database back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["health", "live"]
ENTRYPOINT ["gateway"]
CMD ["serve"]
