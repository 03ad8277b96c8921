# Frontlist as one executable on a slim Debian. Build: docker build -t frontlist .
# Run: docker run -p 3000:3000 -v frontlist:/data frontlist
# Any command: docker exec CONTAINER frontlist keys create --space SLUG --name NAME

FROM node:24-bookworm-slim AS build
WORKDIR /build
# All at once: installing bundles the dashboard, out of its sources.
COPY . .
RUN npm ci && npm run build

# The same Debian as above, so that the executable finds the C library that it was built beside.
FROM debian:bookworm-slim
COPY --from=build /build/dist/frontlist /usr/local/bin/frontlist
# Beside it, where it looks for the program that transforms images.
COPY --from=build /build/dist/frontlist-images /usr/local/bin/frontlist-images
RUN groupadd --system --gid 10001 frontlist \
 && useradd --system --uid 10001 --gid frontlist --no-create-home --home-dir /data --shell /usr/sbin/nologin frontlist \
 && install --directory --owner=frontlist --group=frontlist --mode=0700 /data

ENV HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=sqlite:/data/frontlist.db
# As a number: orchestrators that refuse root cannot look a name up.
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM

# There is no curl in here; bash opens the connection by itself. Asked more often than STALE_SECONDS, so that a node that
# goes on without its database stays healthy as long as it does.
HEALTHCHECK --interval=5s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>\"/dev/tcp/127.0.0.1/$PORT\" && printf 'GET /readyz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]

ENTRYPOINT ["frontlist"]
CMD ["serve"]
