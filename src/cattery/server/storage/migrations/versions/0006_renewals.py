"""Browsers' new tokens, and whose table each is among those who hold something there."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

HOST = -1
SOME = 1000  # rows at a time


def upgrade() -> None:
    """Hosts were only in the tables' heads."""
    op.create_table(
        "renewals",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("before", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("renewals_by_before", "renewals", ["before"])
    tables = sa.table("tables", sa.column("id"), sa.column("head"))
    holders = sa.table("holders", sa.column("table_id"), sa.column("seat"), sa.column("device"))
    last = ""
    while True:
        some = sa.select(tables).where(tables.c.id > last).order_by(tables.c.id).limit(SOME)
        rows = op.get_bind().execute(some).all()
        if not rows:
            return
        last = rows[-1].id
        found = [(row.id, _host(row.head)) for row in rows]
        hosts = [{"table_id": id, "seat": HOST, "device": host} for id, host in found if host]
        if hosts:
            op.bulk_insert(holders, hosts)


def _host(head: str) -> str | None:
    """The host in a table's head, if it can be read."""
    try:
        host = json.loads(head)["host"]
    except (ValueError, KeyError, TypeError):
        return None
    return host if isinstance(host, str) else None


def downgrade() -> None:
    """Forget both."""
    op.execute(f"DELETE FROM holders WHERE seat = {HOST}")
    op.drop_table("renewals")
