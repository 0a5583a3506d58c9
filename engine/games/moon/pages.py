"""The rules of Moon as players read them, a page at a time; the full sheet is moon.md."""

from __future__ import annotations

from engine.forced import RULE as FORCED_MOVES
from engine.words import Message, lines, msg

_BIDDING = lines(
    msg("**Moon: the bidding**"),
    msg("Three players, each alone, play seven tricks. You bid how many of them you will take."),
    msg(
        "There are 22 tiles: all pairs of 1 to 6, doubles too, and 0-0. You get seven. One lies face "
        "down in the centre."
    ),
    msg("• You speak once, clockwise: bid **4, 5, 6, 7** or **21**, higher than every bid before, or pass."),
    msg("• 7 and 21 both promise all seven tricks. 21 stakes more, is the only bid above 7, and ends the bidding."),
    msg(
        "• The highest bidder plays against the other two. If all three pass, nobody scores and the tiles are dealt"
        " again."
    ),
    msg("• Chance chooses the first bidder of the first round. Then the first bid moves on clockwise."),
    msg(
        "As the bidder you take the centre tile and put one of your eight tiles back face down. It counts for nobody,"
        " and nobody sees it before the round is over."
    ),
    msg("Then you name trump: a number from **0 to 6**, **doubles**, or **none**. Both are final."),
)

_SUITS = lines(
    msg("**Moon: suits**"),
    msg("Every number is a suit. A double belongs to its number alone, any other tile to both of its numbers."),
    msg("• **Trumps are trumps only.** If trump is 4, then 4-2 is a four and no longer a two."),
    msg("• The double is the highest of its suit. Then the other number counts: 3-3, 6-3, 5-3, 4-3, 3-2, 3-1."),
    msg(
        "• **Doubles as trump:** the suit goes from 6-6 down to 0-0. The doubles leave their numbers, so 6-5 is the"
        " highest six."
    ),
    msg("• **Trump 0:** the only trump is 0-0."),
    msg("• **No trump:** no tile is a trump, and doubles are the highest of their numbers."),
    msg("• 0-0 is the only zero. Where it is no trump, it wins only if it is led and nobody trumps it."),
)

_PLAY = lines(
    msg("**Moon: the play**"),
    msg(
        "The bidder leads any tile to the first trick. Each player plays one tile, clockwise. The winner "
        "of a trick leads the next one."
    ),
    msg("• A trump that is led asks for trumps. Any other tile asks for its **higher** number: 5-3 asks for fives."),
    msg(
        "• **Follow suit if you can.** If you hold a tile of the suit, you must play one. If not, you "
        "can play anything."
    ),
    msg("• You never have to trump or to beat a tile."),
    msg("• The highest trump takes the trick. Without trumps the highest tile of the suit does."),
    msg("• The last tile of your hand plays itself."),
    msg(
        "*Trump is 4, 2-1 is led, and you hold 4-2 and 5-5.* You have no two, since 4-2 is a trump: play what you like."
    ),
    msg(
        "*Doubles are trump, a six is led, and you hold 6-6 and 3-2.* 6-6 is no six now: you can play it, but you don't"
        " have to."
    ),
)

_SCORE = lines(
    msg("**Moon: the score**"),
    msg("• If you make your bid, you score the bid: extra tricks count nothing. If you fail, you lose it."),
    msg("• Each of the others scores 1 point for every trick, whether the bid is made or not."),
    msg("• **21 wins the game at once**, and costs 21 points if it fails. A score can be below zero."),
    msg("• With 21 points or more, the most points win. If the most is shared, you play another round."),
    msg("**What a table can change**"),
    msg("• After two passes the third player must bid."),
    msg("• A made 21 is worth 21 points, and doesn't win at once."),
    msg("• The leader says which number of a tile counts: `/play 6-3 as 3`. Then the last tile doesn't play itself."),
    msg("• The first lead must be a trump, if the bidder holds one."),
    msg("• A bidder who makes the bid and has the target wins, even if another player has more."),
    msg("• Doubles can't be trump, or there must be a trump."),
    msg("• The target: 7 or 11 points make a short game."),
    msg("• The three sit in the order of joining, or by chance."),
    FORCED_MOVES,
)

PAGES: tuple[Message, ...] = (_BIDDING, _SUITS, _PLAY, _SCORE)
