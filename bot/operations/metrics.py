"""Metrics for Prometheus. All names of metrics are in this module.

Labels are from closed sets: commands and buttons, levels, operations, shards; never ids or users' texts.
"""

import math
import platform
from functools import cache, partial
from importlib.metadata import version

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.counts import Counts, InteractionResult
from bot.gateway import Connection

CONTENT_TYPE = CONTENT_TYPE_LATEST
ANSWER = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)  # seconds; after 3 Discord accepts no answer
THINKING = (0.001, 0.01, 0.1, 0.5, 1, 1.5, 2, 3, 4, 6)
QUERY = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2)


class Metrics(Counts):
    """The metrics of one bot, in its own registry, with the metrics of its process."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        build = Info("ttt_build", "Versions of discord.py and Python.", registry=registry)
        build.info({"discord_py": version("discord.py"), "python": platform.python_version()})
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        histogram = partial(Histogram, registry=registry)
        text = "Interactions by result: ok, refused, failed, or lost because Discord didn't accept the answer."
        interactions = counter("ttt_interactions", text, ["name", "result"])
        text = "Time from the arrival of an interaction until Discord accepted its first answer."
        answers = histogram("ttt_interaction_seconds", text, ["name"], buckets=ANSWER)
        text = "Time that the computer took for a move, including the wait for a worker."
        thoughts = histogram("ttt_ai_seconds", text, ["level"], buckets=THINKING)
        queries = histogram("ttt_database_seconds", "Time that the database took.", ["operation"], buckets=QUERY)
        # Cached, because it takes longer to find a child by its labels than to count.
        self._interactions, self._answers = cache(interactions.labels), cache(answers.labels)
        self._thoughts, self._queries = cache(thoughts.labels), cache(queries.labels)
        text = "Gateway connections that were lost (disconnect) or resumed (resume)."
        self._reconnects = counter("ttt_gateway_reconnects", text, ["event", "shard"])
        self._dropped = counter("ttt_gateway_dropped", "Gateway events that could not be read.", ["event"])
        self._up = gauge("ttt_gateway_up", "Whether a shard is connected.", ["shard"])
        self._latency = gauge("ttt_gateway_latency_seconds", "Time from a heartbeat to its answer.", ["shard"])
        self._guilds = gauge("ttt_guilds", "Servers that this process serves.")
        text = "Servers and users that have the bot, all processes together, by Discord's approximate count."
        self._installs = gauge("ttt_installs", text, ["kind"])
        self._searches = gauge("ttt_ai_queue", "Positions being searched or waiting.")
        self._live = gauge("ttt_games_live", "Live games in the whole database.")

    def interaction(self, name: str, result: InteractionResult, seconds: float | None) -> None:
        self._interactions(name, result).inc()
        if seconds is not None:
            self._answers(name).observe(seconds)

    def thought(self, level: str, seconds: float) -> None:
        self._thoughts(level).observe(seconds)

    def database(self, operation: str, seconds: float) -> None:
        self._queries(operation).observe(seconds)

    def reconnect(self, event: str, shard: int) -> None:
        self._reconnects.labels(event, shard).inc()

    def dropped(self, event: str) -> None:
        self._dropped.labels(event).inc()

    def installs(self, servers: int, users: int | None) -> None:
        self._installs.labels("server").set(servers)
        if users is not None:
            self._installs.labels("user").set(users)

    def page(self, connection: Connection, searches: int, live: int | None) -> bytes:
        """Return all metrics in Prometheus's text format, with the current state. live: the number of live games."""
        for shard, latency in connection.latencies.items():
            self._up.labels(shard).set(shard in connection.up)
            self._latency.labels(shard).set(latency)
        self._guilds.set(connection.guilds)
        self._searches.set(searches)
        self._live.set(math.nan if live is None else live)
        return generate_latest(self._registry)
