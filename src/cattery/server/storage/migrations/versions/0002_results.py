"""Results: own bests, and what others made of the same dice."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; matches that ended before are in nobody's list."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(128), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("known_dice", sa.Boolean, nullable=False),
        sa.Column("dice", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_device", "results", ["device", "game"])
    op.create_index("results_by_dice", "results", ["dice"])
    op.create_index("results_by_at", "results", ["at"])


def downgrade() -> None:
    """Forget the results."""
    op.drop_table("results")
