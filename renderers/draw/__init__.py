"""How Draw and Block look. A row of the layout is an `arrange.Spot`."""

from renderers.draw import arrange, board, certificate, hand, words
from renderers.look import Look

LOOK = Look(
    arrange=arrange.arranged,
    board=board.board,
    whole=board.whole,
    score=certificate.certificate,
    hand=hand.hand,
    alt=words.alt,
    hand_alt=words.hand_alt,
    text=words.board_text,
)
