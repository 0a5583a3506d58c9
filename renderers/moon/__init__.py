"""How Moon looks. Nothing needs arranging: every seat has its column."""

from renderers.look import Look
from renderers.moon import board, hand, score, words

LOOK = Look(
    board=board.board,
    score=score.score,
    is_score_enough=lambda _seen: True,
    stage=score.draw_tricks,
    hand=hand.hand,
    alt=words.alt,
    hand_alt=words.hand_alt,
    text=words.board_text,
)
