"""The rules of Moon as players read them, a page at a time; the full sheet is moon.md."""

from __future__ import annotations

from engine.words import Message, msg

PAGES: tuple[Message, ...] = (
    msg(
        "**Moon, 1 of 4: the bidding**\n"
        "Three players, each alone. There are 22 tiles: all pairs of 1 to 6, doubles too, and 0-0. "
        "Everybody gets seven, one lies face down in the centre. Seven tricks are played.\n\n"
        "• Each seat speaks once, clockwise: bid **4, 5, 6, 7** or **21**, higher than every bid before, or pass.\n"
        "• A bid promises so many tricks. 7 and 21 both promise all seven; 21 stakes more, is the only bid above 7, "
        "and ends the bidding at once.\n"
        "• The highest bid plays against the other two. If all three pass, nobody scores and the tiles are dealt "
        "anew.\n"
        "• The first bid of the first hand falls to a seat at random and moves on clockwise with each deal.\n\n"
        "The bidder takes the centre tile, puts one of the eight tiles back face down (it may be the same one), then "
        "names trump: a number from **0 to 6**, **doubles**, or **none**. Both are final, and nobody else "
        "sees the tile put back before the hand is over; it counts for nobody."
    ),
    msg(
        "**Moon, 2 of 4: suits**\n"
        "Every number is a suit. A double belongs to its number alone, any other tile to both of its numbers.\n\n"
        "• **Trumps are trumps only.** If trump is 4, then 4-2 is a four and no longer a two.\n"
        "• Within a suit the double is highest, then it goes by the other number: 3-3, 6-3, 5-3, 4-3, 3-2, 3-1.\n"
        "• **Doubles as trump:** the suit is 6-6, 5-5, 4-4, 3-3, 2-2, 1-1, 0-0, and the doubles leave their numbers, "
        "so 6-5 is the highest six.\n"
        "• **Trump 0:** the only trump is 0-0.\n"
        "• **No trump:** no tile is a trump; doubles are the highest of their numbers.\n"
        "• 0-0 is the only zero. Where it is no trump it wins when it is led and nobody trumps it, and never when "
        "another suit is led."
    ),
    msg(
        "**Moon, 3 of 4: the play**\n"
        "The bidder leads any tile to the first trick. Everybody plays one tile, clockwise; whoever takes a trick "
        "leads the next.\n\n"
        "• A trump that is led asks for trumps. Any other tile asks for its **higher** number: 5-3 asks for fives.\n"
        "• **Follow suit if you can.** If a tile of the suit is in your hand you must play one. If not, you may play "
        "anything. You never have to trump, nor to beat.\n"
        "• The highest trump takes the trick; without trumps the highest tile of the suit that was led.\n"
        "• The last tile of each hand plays itself.\n\n"
        "*Trump is 4 and 2-1 is led; you hold 4-2 and 5-5.* You have no two, since 4-2 is a trump: play what you "
        "like.\n"
        "*Doubles are trump and a six is led; you hold 6-6 and 3-2.* 6-6 is no six now: you may play it, but you need "
        "not."
    ),
    msg(
        "**Moon, 4 of 4: the score**\n"
        "• The bidder scores the bid if it was made, extra tricks count nothing; if it failed, it is taken off.\n"
        "• Each of the others scores 1 for every trick, whether the bid was made or not.\n"
        "• **21 made wins the game at once.** 21 failed costs 21. A score may be below zero.\n"
        "• When a hand leaves somebody with the target (21 points) or more, whoever then has most wins. If the most "
        "is shared, another hand is played.\n\n"
        "**What a table can change**\n"
        "`all_pass` last_must_bid_4: after two passes the third must bid.\n"
        "`moon_success` plus_21: 21 made is 21 points, no more.\n"
        "`lead_suit` leader_choice: the leader says which number of a tile counts: play 6-3 as 3. Then the last trick "
        "waits for its lead too.\n"
        "`first_lead` trump: the bidder begins with a trump, if there is one in hand.\n"
        "`bidder_goes_out` on: a bidder who makes the bid and has the target wins, even if another has more.\n"
        "`doubles_trump`, `no_trump` off: these cannot be chosen.\n"
        "`target`: the points that win; 7 or 11 make a short game.\n"
        "`seats` random: the three sit clockwise by lot instead of in the order of joining."
    ),
)
