"""How Blockers looks. Its board is a grid, so nothing needs arranging."""

from renderers.blockers import board, hand, panel, score, words
from renderers.look import Look

LOOK = Look(
    board=board.table,
    score=score.score,
    stage=board.stage,
    mark_places=board.mark_places,
    badge=panel.badge,
    shade=panel.shade,
    detail=score.detail,
    hand=hand.hand,
    alt=words.alt,
    hand_alt=words.hand_alt,
    list_held=words.list_held_tiles,
    text=words.board_text,
)
