"""The server's own keys; whose a seat's link is; tables set aside before they are removed."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Links from before belong to nobody, and so are worth nothing any more."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.execute("DELETE FROM links")
    op.add_column("links", sa.Column("device", sa.String(64)))
    op.create_index("links_by_seat", "links", ["table_id", "seat"])
    op.add_column("tables", sa.Column("aside", sa.BigInteger))


def downgrade() -> None:
    """Forget the keys, and with them who the browsers are."""
    op.drop_column("tables", "aside")
    op.drop_index("links_by_seat", "links")
    op.drop_column("links", "device")
    op.drop_table("keys")
