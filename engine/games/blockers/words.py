"""Texts about a game of Blockers, made only of what the viewer knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import DEALER, Choice, Seat, make_choice
from engine.games.blockers.actions import CROWN, TAKES, TAKES_OWN, Place
from engine.games.blockers.board import NEIGHBOURS, SIDE, Space, find_neighbours, mask_of, space_name
from engine.games.blockers.observation import BlockersObservation, Reach, Score
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.tiles import FITS, JOKER, SIGNS, UNPLAYED, Colour, Sign, Tile, sign_text
from engine.tiles import bits
from engine.win_text import describe_shared_win, describe_win
from engine.words import Join, Message, Value, Who, count, format_signed, join_items, lines, msg, sentences

MENU_SIZE = 25
"""The most entries of one level of a menu."""
_ROOM_TO_GROW = 2
"""If this many spaces beside a new group are free, they are a reason to begin it there."""


def call(_seen: BlockersObservation) -> Message:
    """Return the words that call the seat to act, which are always the same."""
    return msg("your turn")


def situation(seen: BlockersObservation) -> Message:
    """Return the number of tiles left to place, or why there are none."""
    if seen.outcome is not None:
        return msg("game over")
    if seen.acting is None:
        return msg("not dealt yet")
    return _tiles_left_line(seen)


def _tiles_left_line(seen: BlockersObservation) -> Message:
    """Return how many tiles the viewer has left to place.

    Without a viewer, as in the channel, it is the number of the acting seat.
    """
    seat = (seen.acting or 0) if seen.viewer is None else seen.viewer
    return count("{n} tile to place", "{n} tiles to place", seen.turns_left[seat])


def recall(seen: BlockersObservation) -> Message:
    """Return how many tiles the viewer still had to place in a turn that is over, in a sentence."""
    n = seen.turns_left[seen.viewer or 0]
    return count("You had {n} tile left to place.", "You had {n} tiles left to place.", n)


def prompt(seen: BlockersObservation) -> Message:
    """Return what the viewer can do now and why, or what the game is waiting for."""
    if seen.outcome is not None:
        return sentences(msg("The game is over."), why_over(seen.options))
    if seen.acting is None:
        return msg("The tiles are about to be dealt.")
    who = Who(seen.acting)
    if seen.to_act == DEALER:
        return msg("Shuffling for {who}.", who=who)
    if seen.viewer != seen.to_act:
        return msg("{who} is next.", who=who)
    if not _can_place(seen):
        if seen.choices[0].notation == "pass":
            return msg("None of your tiles fits anywhere: pass.")
        return msg("None of your tiles fits anywhere: swap one for a new tile.")
    if _must_take(seen):
        return msg("None of your tiles fits on a free space, so you must take a tile.")
    return sentences(msg("Place a tile."), *_explain_signs(seen.reach, msg("✕ below a tile counts what it can take.")))


def placing(seen: BlockersObservation, chosen: Sequence[str]) -> Message:
    """Ask which space the chosen tile goes to.

    `chosen` has the tile, and the row if a row was chosen for the tile.
    """
    chosen_tile, *rows = chosen
    reaches = [reach for reach in seen.reach if chosen_tile in (str(reach.tile), SIGNS[reach.tile.sign])]
    is_full_name = bool(reaches) and chosen_tile == str(reaches[0].tile)
    tile = _tile_text(reaches[0].tile, named=is_full_name) if reaches else chosen_tile
    if not rows and any(map(goes_by_rows, reaches)):
        takes = msg("The frames show what it can take.") if any(reach.captures for reach in reaches) else None
        return sentences(msg("In which row does {tile} go? Then choose the space.", tile=tile), takes)
    question = msg("Where does {tile} go?", tile=tile)
    if rows:
        question = msg("Where in row {row} does {tile} go?", row=rows[0], tile=tile)
    takes = msg("{sign} takes the tile on that space. −1 means that it costs you a point.", sign=TAKES)
    return sentences(question, *_explain_signs(reaches, takes))


def _tile_text(tile: Tile, *, named: bool) -> Value:
    """Return a tile for people, with its colour if the choices name colours."""
    return tile.full_text if named else tile.text


def goes_by_rows(reach: Reach) -> bool:
    """Return whether a tile has too many spaces for one menu, so its row comes first."""
    return reach.tile.sign == JOKER and len(reach.free) + len(reach.captures) > MENU_SIZE


def choice(action: Place, captured: Tile | None, *, costs: bool) -> Choice:
    """Return a placement as a menu offers it.

    The first step of the menu names its tile. The last step names the space, the tile taken there, and whether that
    costs a point. A joker may also be typed as a crown.
    """
    first_step = _tile_text(action.tile, named=action.with_colour)
    last_step = msg("{space}", space=space_name(action.space))
    if captured is not None:
        sign = TAKES_OWN if action.own else TAKES
        last_step = msg("{space} {sign} {colour}", space=last_step, sign=sign, colour=captured.colour.text)
    if costs:
        last_step = msg("{takes} −1", takes=last_step)
    placement = make_choice(action)._replace(first_step=first_step, last_step=last_step)
    if action.tile.sign != JOKER:
        return placement
    return placement._replace(also=placement.notation.partition(" ")[2].replace(SIGNS[JOKER], CROWN))


def _explain_signs(reaches: Sequence[Reach], takes: Message) -> list[Message]:
    """Explain the signs for captures, if these tiles can take any.

    The signs are on the buttons, or below the hand's tiles. `takes` explains the sign for a capture from another
    player.
    """
    texts = []
    if any(set(reach.captures) - set(reach.own) for reach in reaches):
        texts.append(takes)
    if any(reach.own for reach in reaches):
        texts.append(msg("{sign} takes a tile of your own other colour.", sign=TAKES_OWN))
    return texts


def why(seen: BlockersObservation, notation: str) -> Message | None:
    """Return a reason to place a tile: how many groups it touches, or why it touches none."""
    n = _count_touched_groups(seen, notation)
    if n is None:
        return None
    if n > 1:
        return msg("It joins {n} of your groups.", n=n)
    if not n:
        return _explain_new_group(seen, NEIGHBOURS[_SPACE_BY_NAME[notation.casefold().split()[-1]]])
    if not _takes_tile(seen, notation) and any(reach.captures for reach in seen.reach):
        return msg("It makes no new group, and takes no tile.")
    return msg("It makes no new group.")


def has_advantage(seen: BlockersObservation, better: str, chosen: str) -> bool:
    """Return whether the reason for placing a tile speaks against another one.

    Either the other tile touches fewer groups or none, or it alone takes a tile.
    """
    better_count, chosen_count = _count_touched_groups(seen, better), _count_touched_groups(seen, chosen)
    if not better_count or not chosen_count:
        return not chosen_count
    return better_count > chosen_count or (_takes_tile(seen, chosen) and not _takes_tile(seen, better))


def _takes_tile(seen: BlockersObservation, notation: str) -> bool:
    """Return whether there is a tile on the space of a placement."""
    return seen.board[_SPACE_BY_NAME[notation.casefold().split()[-1]]] is not None


def _count_touched_groups(seen: BlockersObservation, notation: str) -> int | None:
    """Return how many of the viewer's groups a tile would touch; None for an action that places no tile."""
    words = notation.casefold().split()
    if seen.viewer is None or words[0] != "place":
        return None
    colour, tile_and_space = _colour_and_rest(words[1:])
    space = _SPACE_BY_NAME[tile_and_space[-1]]
    own_groups = seen.groups[seen.colours(seen.viewer)[0] if colour is None else colour]
    near = NEIGHBOURS[space]
    return sum(any(near >> group_space & 1 for group_space in group) for group in own_groups)


def _explain_new_group(seen: BlockersObservation, near: int) -> Message | None:
    """Say why a tile makes a new group, if there is a reason.

    There are two reasons: none of the viewer's tiles fits beside their groups, or the new group can grow. `near` are
    the spaces beside the tile.
    """
    has_groups = any(seen.groups[colour] for colour in seen.colours(seen.viewer or 0))
    if has_groups and not _can_touch_group(seen):
        return msg("None of your tiles fits beside your groups.")
    n = sum(seen.board[space] is None for space in bits(near))
    if n < _ROOM_TO_GROW:
        return None
    if has_groups:
        return count(
            "It starts another group, but one with room to grow: {n} free space is beside it.",
            "It starts another group, but one with room to grow: {n} free spaces are beside it.",
            n,
        )
    return count(
        "It has room to grow: {n} free space is beside it.", "It has room to grow: {n} free spaces are beside it.", n
    )


def _can_touch_group(seen: BlockersObservation) -> bool:
    """Return whether one of the viewer's tiles fits beside a tile of its colour."""
    for reach in seen.reach:
        beside_own = find_neighbours(mask_of(space for group in seen.groups[reach.tile.colour] for space in group))
        if beside_own & mask_of((*reach.free, *reach.captures)):
            return True
    return False


def standings(seen: BlockersObservation) -> Sequence[Message]:
    """Return one short line per seat."""
    uptown = seen.options.scoring == "uptown"
    return [_standing(score, n, uptown=uptown) for score, n in zip(seen.scores, seen.turns_left, strict=True)]


def _standing(score: Score, turns_left: int, *, uptown: bool) -> Message:
    return join_items(
        [
            format_signed(score.points),
            count("{n} group", "{n} groups", score.groups),
            prisoners_in_all(score.total) if uptown else counting_prisoners_text(score),
            count("{n} turn left", "{n} turns left", turns_left),
        ],
        Join.COMMA,
    )


def prisoners_in_all(n: int) -> Message:
    """Return the number of a seat's prisoners of all colours, in words."""
    return count("{n} prisoner", "{n} prisoners", n)


def counting_prisoners_text(score: Score) -> Message:
    """Return how many of a seat's prisoners cost points: "7 of 14 prisoners"."""
    if score.penalised == score.total:
        return prisoners_in_all(score.total)
    return msg("{most} of {prisoners}", most=score.penalised, prisoners=prisoners_in_all(score.total))


def tally(seen: BlockersObservation) -> Message | None:
    """Return the arithmetic, one line per seat, when the game is over."""
    if not seen.is_scored:
        return None
    uptown = seen.options.scoring == "uptown"
    note = (
        msg("Prisoners only break ties.")
        if uptown
        else msg("Of your prisoners, only the colour that you took most counts.")
    )
    sums = (_arithmetic(seat, score, uptown=uptown) for seat, score in enumerate(seen.scores))
    return lines(*sums, note, why_over(seen.options))


def why_over(options: BlockersOptions) -> Message:
    """Explain why the game is over although tiles are left (§5)."""
    turns = options.turns_each()
    if options.profi:
        return count(
            "All have had {n} turn. The last four tiles of each colour stay in hand.",
            "All have had {n} turns. The last four tiles of each colour stay in hand.",
            turns,
        )
    return count(
        "All have had {n} turn. The last four tiles of each player stay in hand.",
        "All have had {n} turns. The last four tiles of each player stay in hand.",
        turns,
    )


def _arithmetic(seat: Seat, score: Score, *, uptown: bool) -> Message:
    own_groups = count("{n} group", "{n} groups", score.groups)
    values: dict[str, Value] = {
        "who": Who(seat),
        "points": format_signed(score.points),
        "groups": own_groups,
        "prisoners": prisoners_in_all(score.total) if uptown else counting_prisoners_text(score),
    }
    if not score.total:
        return msg("{who} {points}: {groups}, {prisoners}", **values)
    return msg(
        "{who} {points}: {groups}, {prisoners} ({colours})", colours=prisoners_by_colour(score.prisoners), **values
    )


def reason(scores: Sequence[Score], winners: Sequence[Seat]) -> Message:
    """Explain why the winners won (blockers.md §6)."""
    best = scores[winners[0]]
    if len(winners) > 1:
        prisoners = count("Each has {n} prisoner.", "Each has {n} prisoners.", best.total)
        return sentences(describe_shared_win(winners, best.points), prisoners)
    # the prisoners of the seats with equal points
    others = [score.total for seat, score in enumerate(scores) if score.points == best.points and seat != winners[0]]
    fewest = msg(
        "Fewest prisoners in all break the tie: {n} against {others}.", n=best.total, others=join_items(others)
    )
    return sentences(describe_win(winners[0], best.points), fewest if others else None)


def prisoners_by_colour(prisoners: Sequence[int]) -> Message:
    """Return the prisoners of each colour, the most first: "blue 3, green 1"."""
    colours = sorted((colour for colour in range(len(prisoners)) if prisoners[colour]), key=lambda c: -prisoners[c])
    counts: list[Value] = [msg("{colour} {n}", colour=Colour(c).text, n=prisoners[c]) for c in colours]
    return join_items(counts, Join.COMMA)


# --- why something cannot be done

_SIGN_BY_NAME = {name.casefold(): sign for sign, name in enumerate(SIGNS)} | {CROWN: JOKER}
_SPACE_BY_NAME = {space_name(space).casefold(): space for space in range(SIDE * SIDE)}
_COLOUR_BY_NAME = {str(colour): colour for colour in Colour}


def why_not(seen: BlockersObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn."""
    seat, words = seen.viewer, notation.casefold().split()
    if seen.outcome is not None:
        return msg("The game is over.")
    if seat is None or seat != seen.to_act:
        return msg("The tiles are being shuffled.")
    match words:
        case ["place", *rest]:
            return _why_not_place(seen, seat, rest)
        case ["pass" | "swap", *_] if _can_place(seen):
            return _place_instead(seen)
        case ["pass", *_]:
            return msg("You must swap a tile: {swaps}.", swaps=_notations(seen))
        case ["swap", *_] if seen.options.no_legal == "pass":
            return msg("This table doesn't swap tiles. You can only pass.")
        case ["swap", *_] if seen.choices[0].notation == "pass":
            return msg("There is no tile left to draw. You can only pass.")
        case ["swap", *_]:
            return msg("You can swap one of these: {swaps}.", swaps=_notations(seen))
        case _:
            name = seen.options.variant_name() or msg("Blockers")
            return msg("In {game} you place a tile, as in: {example}.", game=name, example=_example(seen))


def _why_not_place(seen: BlockersObservation, seat: Seat, words: Sequence[str]) -> Message:
    if not _can_place(seen):
        return msg("None of your tiles fits anywhere now. You can: {actions}.", actions=_notations(seen))
    colour, words = _colour_and_rest(words)
    if not words:
        return msg("Say which tile and where, as in: {example}.", example=_example(seen))
    if words[0] in _SPACE_BY_NAME:
        return msg("Say the tile before the space, as in: {example}.", example=_example(seen))
    sign = _SIGN_BY_NAME.get(words[0])
    if sign is None:
        return msg("There is no such tile. Tiles are A to I, 1 to 9, {symbols}.", symbols=_symbols())
    if colour is None and seen.options.profi:
        return msg("You play two colours. Say which, as in: {example}.", example=_example(seen))
    tile = Tile(seen.colours(seat)[0] if colour is None else colour, sign)
    return _why_not_tile(seen, seat, tile) or _why_not_space(seen, tile, words[1:])


def _why_not_tile(seen: BlockersObservation, seat: Seat, tile: Tile) -> Message | None:
    """Explain what is wrong with the tile itself, if anything is."""
    if tile.colour not in seen.colours(seat):
        return msg("That colour isn't yours: {colour}.", colour=tile.colour.text)
    if tile not in (seen.racks[tile.colour] or ()):
        return msg("You have no {tile} in your hand.", tile=_tile_name(seen, tile))
    if seen.rack_sizes[tile.colour] <= UNPLAYED:
        return msg("The last four tiles of a colour stay in your hand: {colour}.", colour=tile.colour.text)
    return None


def _why_not_space(seen: BlockersObservation, tile: Tile, words: Sequence[str]) -> Message:
    """Explain what is wrong with the space for a tile that the seat holds."""
    if not words:
        return msg("Say where {tile} goes, from A1 to I9.", tile=_tile_name(seen, tile))
    space = _SPACE_BY_NAME.get(words[0])
    if space is None:
        return msg("There is no such space. Spaces are A1 to I9, the row first.")
    if not FITS[tile.sign] & (1 << space):
        return _fitting_spaces_text(tile.sign)
    # if the tile can go there, the words after the space are too many
    return _why_not_take(seen, tile, space) or msg("One tile and one space only, for example “place F F1”.")


def _why_not_take(seen: BlockersObservation, tile: Tile, space: Space) -> Message | None:
    """Explain why the tile on a space can't be taken; None if there is no tile, or if it can be taken."""
    target = seen.board[space]
    if target is None or any(space in reach.captures for reach in seen.reach if reach.tile == tile):
        return None
    if seen.options.spares(seen.seats, tile.colour, target.colour):
        return msg("Your own tile is on {space}. Choose another space.", space=space_name(space))
    return msg("You can't take the tile on {space}: its group would fall apart.", space=space_name(space))


def _fitting_spaces_text(sign: Sign) -> Message:
    if sign < SIDE:
        return msg("{sign} goes into row {sign} only.", sign=SIGNS[sign])
    if sign < 2 * SIDE:
        return msg("{sign} goes into column {sign} only.", sign=SIGNS[sign])
    # the lowest and the highest bit of the mask: the first and the last space that the sign fits
    first, last = (FITS[sign] & -FITS[sign]).bit_length() - 1, FITS[sign].bit_length() - 1
    return msg(
        "{sign} goes into {first}–{last} only.", sign=sign_text(sign), first=space_name(first), last=space_name(last)
    )


def _can_place(seen: BlockersObservation) -> bool:
    return seen.choices[0].notation.startswith("place ")


def _must_take(seen: BlockersObservation) -> bool:
    """Return whether none of the viewer's tiles fits on a free space (§4)."""
    return not any(reach.free for reach in seen.reach)


def _place_instead(seen: BlockersObservation) -> Message:
    if _must_take(seen):
        return msg(
            "None of your tiles fits on a free space, so you must take one, as in: {example}.",
            example=_example(seen),
        )
    return msg("You can place a tile, so you must, as in: {example}.", example=_example(seen))


def _colour_and_rest(words: Sequence[str]) -> tuple[Colour | None, Sequence[str]]:
    if words and words[0] in _COLOUR_BY_NAME:
        return _COLOUR_BY_NAME[words[0]], words[1:]
    return None, words


def _tile_name(seen: BlockersObservation, tile: Tile) -> Message:
    # `join_items` turns the text into a message
    return tile.full_text if seen.options.profi else join_items([tile.text])


def _example(seen: BlockersObservation) -> str:
    return seen.choices[0].notation


def _notations(seen: BlockersObservation) -> Message:
    return join_items([choice.notation for choice in seen.choices], Join.COMMA)


def _symbols() -> Message:
    return join_items([sign_text(sign) for sign in range(2 * SIDE, JOKER + 1)])
