"""Heads of tables say how the key of their chance is made; those from before need not.

No column changes. An older server would take a new table's contributions for joined, and deal
something else: so it shall refuse this database.
"""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing to change."""


def downgrade() -> None:
    """Nothing to change back."""
