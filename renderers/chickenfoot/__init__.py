"""How Chickenfoot looks. A row of the layout is a `renderers.farmyard.Placement`."""

from renderers.chickenfoot import arrange, board, hand, score, words
from renderers.look import Arrangement, Look

LOOK = Look(
    board=board.board,
    score=score.score,
    stage=board.stage,
    hand=hand.hand,
    alt=words.alt,
    hand_alt=words.hand_alt,
    text=words.board_text,
    arrangement=Arrangement(
        arrange=arrange.extend_layout,
        count_rows=lambda seen: len(seen.laid),
        needs_whole_view=board.needs_whole_view,
        draw_whole=board.draw_whole,
        draw_frame=board.draw_frame,
    ),
)
