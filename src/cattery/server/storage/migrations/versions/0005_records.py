"""What was told of each match, for the day when its rules are others."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing was kept before; the server makes it up for the matches that it can read."""
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("records")
