"""From when on the log of a game says whether its server lets it count for ratings; before, the server's row does.
Nothing is noted where there is no game yet."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    now = sa.text("INSERT INTO meta (key, value) SELECT 'ratings_settled', :now WHERE EXISTS (SELECT 1 FROM tables)")
    op.execute(now.bindparams(now=str(int(time.time()))))
