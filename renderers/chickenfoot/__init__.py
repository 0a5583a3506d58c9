"""How Chickenfoot looks. A row of the layout is a `renderers.farmyard.Placement`."""

from renderers.chickenfoot import arrange, board, hand, score, words
from renderers.look import Look

LOOK = Look(
    arrange=arrange.extend_layout,
    count_rows=lambda seen: len(seen.laid),
    board=board.board,
    whole=board.whole,
    needs_whole_view=board.needs_whole_view,
    score=score.score,
    stage=board.stage,
    still=board.still,
    hand=hand.hand,
    alt=words.alt,
    hand_alt=words.hand_alt,
    text=words.board_text,
)
