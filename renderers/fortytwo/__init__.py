"""How Texas 42 looks. Nothing needs arranging: each seat has its side of the table."""

from renderers.fortytwo import board, hand, score, words
from renderers.look import Look

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
