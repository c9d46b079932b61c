"""Counters, durations and gauges."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.counts import InteractionResult
from bot.gateway import Connection
from bot.operations.metrics import Metrics
from tests.e2e.processes.monitor import samples_of

NO_SHARD = Connection(is_closing=False, is_ready=True, latencies={}, up=frozenset(), guilds=4)


def samples(
    metrics: Metrics, connection: Connection = NO_SHARD, searches: int = 0, live: int | None = 0
) -> dict[tuple[str, ...], float]:
    """Return the samples of a page by name and the values of their labels."""
    return samples_of(metrics.page(connection, searches, live).decode())


def observe_interaction(metrics: Metrics, name: str, seconds: float) -> None:
    metrics.interaction(name, InteractionResult.OK, seconds)


@pytest.mark.parametrize(
    ("name", "observe", "counts"),
    [
        ("ttt_interaction_seconds", observe_interaction, {"0.005": 1, "2.0": 1, "3.0": 2, "+Inf": 3}),
        ("ttt_ai_seconds", Metrics.thought, {"0.001": 0, "0.01": 1, "2.0": 1, "3.0": 2, "6.0": 2, "+Inf": 3}),
        ("ttt_database_seconds", Metrics.database, {"0.0025": 0, "0.005": 1, "2.0": 1, "+Inf": 3}),
    ],
)
def test_a_duration_is_counted_in_its_buckets(
    name: str, observe: Callable[[Metrics, str, float], None], counts: dict[str, int]
) -> None:
    metrics = Metrics()
    observe(metrics, "x", 0.004)
    observe(metrics, "x", 2.9)
    observe(metrics, "x", 60)
    values = samples(metrics)
    assert values[f"{name}_count", "x"] == 3
    assert values[f"{name}_sum", "x"] == pytest.approx(62.904)
    assert {limit: values[f"{name}_bucket", limit, "x"] for limit in counts} == counts


def test_gateway_metrics_are_labeled_by_shard() -> None:
    metrics = Metrics()
    metrics.reconnect("disconnect", 1)
    metrics.reconnect("resume", 1)
    values = samples(metrics, replace(NO_SHARD, latencies={0: 0.05, 1: math.inf}, up=frozenset({0})))
    assert values["ttt_gateway_reconnects_total", "disconnect", "1"] == 1
    assert values["ttt_gateway_reconnects_total", "resume", "1"] == 1
    assert (values["ttt_gateway_up", "0"], values["ttt_gateway_up", "1"]) == (1, 0)
    assert (values["ttt_gateway_latency_seconds", "0"], values["ttt_gateway_latency_seconds", "1"]) == (0.05, math.inf)


def test_gauges_show_the_latest_values() -> None:
    metrics = Metrics()
    samples(metrics, replace(NO_SHARD, guilds=3), searches=2, live=7)
    values = samples(metrics, searches=0, live=None)
    assert (values["ttt_guilds",], values["ttt_ai_queue",]) == (4, 0)
    assert math.isnan(values["ttt_games_live",])


def test_installs_are_those_that_discord_counts() -> None:
    metrics = Metrics()
    assert ("ttt_installs", "server") not in samples(metrics)
    metrics.installs(3, None)
    metrics.installs(5, 7)
    metrics.installs(4, None)
    values = samples(metrics)
    assert (values["ttt_installs", "server"], values["ttt_installs", "user"]) == (4, 7)


def test_two_bots_in_one_process_count_separately() -> None:
    one, other = Metrics(), Metrics()
    one.interaction("new", InteractionResult.OK, None)
    assert ("ttt_interactions_total", "new", "ok") not in samples(other)
