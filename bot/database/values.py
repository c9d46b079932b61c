"""What searches found out about boards."""

from sqlalchemy import Connection, select

from bot.database.tables import findings, insert
from bot.database.transactions import Transactions, reads, writes
from engine import Mark, Rules, Value

_DRAW = 0


class Findings(Transactions):
    """The part of the store that has them; what its methods promise stands in bot/registry/thinking/values.py."""

    @reads
    def finding(self, connection: Connection, rules: Rules) -> tuple[Value | None, int] | None:
        of = (findings.c.m == rules.m, findings.c.n == rules.n, findings.c.k == rules.k)
        row = connection.execute(select(findings).where(*of)).one_or_none()
        if row is None:
            return None
        value = None if row.winner is None else Value(None if row.winner == _DRAW else Mark(row.winner))
        return value, row.nodes

    @writes
    def save_finding(self, connection: Connection, rules: Rules, value: Value | None, nodes: int) -> None:
        winner = None if value is None else value.winner or _DRAW
        row = insert(connection.dialect, findings).values(m=rules.m, n=rules.n, k=rules.k, winner=winner, nodes=nodes)
        connection.execute(
            row.on_conflict_do_update(
                index_elements=[findings.c.m, findings.c.n, findings.c.k],
                set_={"winner": row.excluded.winner, "nodes": row.excluded.nodes},
                where=findings.c.winner.is_(None) & (findings.c.nodes <= row.excluded.nodes),
            )
        )
