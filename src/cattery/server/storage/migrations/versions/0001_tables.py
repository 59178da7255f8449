"""Tables, seats, logs, chat, links and leases."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_state", "tables", ["state", "listed", "created"])
    op.create_index("tables_by_touched", "tables", ["touched"])
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(64), nullable=False),
    )
    op.create_index("holders_by_device", "holders", ["device"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("command", sa.String(64)),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("k", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("phrase", sa.String(32)),
        sa.Column("command", sa.String(64)),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop everything."""
    for name in ("leases", "links", "chat", "entries", "holders", "tables"):
        op.drop_table(name)
