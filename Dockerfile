# The bot for Discord, without the test tools and the playground. pip stays behind in the first stage.
FROM python:3.11.14-slim-bookworm AS build
COPY requirements.runtime.lock /
RUN python -m venv /venv \
    && /venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --only-binary=:all: \
        --require-hashes -r /requirements.runtime.lock
COPY LICENSE /app/
COPY bot /app/bot
COPY engine /app/engine
COPY tools /app/tools
WORKDIR /app
RUN python -m tools.translating.compiler \
    && find bot -name "*.po*" -delete \
    && rm -r tools \
    && python -m compileall -q --invalidation-mode unchecked-hash .

FROM python:3.11.14-slim-bookworm
RUN groupadd --gid 10001 ttt \
    && useradd --uid 10001 --gid ttt --no-create-home --home-dir /data --shell /usr/sbin/nologin ttt \
    && install --directory --owner ttt --group ttt /data
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite:////data/ttt.sqlite3 \
    LOG_FORMAT=json \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9090
WORKDIR /app
VOLUME /data
EXPOSE 9090
USER 10001:10001
HEALTHCHECK --interval=15s --timeout=5s --start-period=2m --retries=4 CMD ["python", "-c", "import http.client, os, sys; bot = http.client.HTTPConnection('127.0.0.1', int(os.environ['METRICS_PORT']), timeout=4); bot.request('GET', '/healthz'); sys.exit(bot.getresponse().status != 200)"]
CMD ["python", "-m", "bot"]
