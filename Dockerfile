# A small image of the server: built in one stage, run as nobody special in another.
#
#   docker build -t cattery .
#   docker run -p 8042:8042 -v cattery:/data cattery

FROM python:3.13-slim AS build
WORKDIR /source
RUN python -m venv /opt/cattery && /opt/cattery/bin/pip install --no-cache-dir --upgrade pip
COPY . .
RUN /opt/cattery/bin/pip install --no-cache-dir '.[postgres]'

FROM python:3.13-slim
RUN useradd --system --uid 10042 --home-dir /data --shell /usr/sbin/nologin cattery \
    && install -d -o cattery -g cattery -m 0700 /data
COPY --from=build /opt/cattery /opt/cattery
ENV PATH=/opt/cattery/bin:$PATH \
    XDG_DATA_HOME=/data \
    XDG_CACHE_HOME=/data/cache \
    PYTHONUNBUFFERED=1
USER cattery
WORKDIR /data
VOLUME /data
EXPOSE 8042
# The first start compiles the games into /data/cache; the page is there at once.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8042/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cattery", "serve", "--host", "0.0.0.0"]
