"""The rules pages about the score and the bonuses of pairs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dominoes.partner_text import explain_block
from engine.dominoes.partners import ALL_HANDS
from engine.games.draw.options import DrawOptions
from engine.games.draw.pair_options import BY_OPENING, DOUBLED
from engine.words import Message, count, msg, sentences


def explain_pair_score(options: DrawOptions) -> Iterator[Message]:
    """Yield paragraphs about what a pair scores in a round."""
    if options.pair_score == ALL_HANDS:
        yield msg("**You or your partner go out**: your pair scores the pips in all hands, the partner's too.")
    else:
        yield msg("**You or your partner go out**: your pair scores the pips in both opponents' hands.")
    yield sentences(msg("**A block.**"), explain_block(options.blocked_by), _block_score(options))
    yield _TIES[options.blocked_tie]
    yield msg("A blank counts 0. A double counts both halves.")
    if options.get_in:
        yield count(
            "A pair scores nothing until it gains at least {n} point in one round. That round counts.",
            "A pair scores nothing until it gains at least {n} points in one round. That round counts.",
            options.get_in,
        )
    yield from _explain_bonuses(options)
    if options.shutout == "two":
        yield msg("**Shutout**: in a series, a win against a pair with no points counts as two games.")


_TIES = {
    "no_score": msg("**Equal hands**: nobody wins the round."),
    "leader": msg("**Equal hands**: the pair that opened the round wins it."),
    "last_player_wins": msg("**Equal hands**: the pair that played last wins the round."),
    "last_player_loses": msg("**Equal hands**: the pair that didn't play last wins the round."),
}


def _block_score(options: DrawOptions) -> Message:
    if options.blocked_score == "others_minus_own":
        return msg("It scores the opponents' pips less its own.")
    if options.pair_score == ALL_HANDS:
        return msg("It scores the pips in all four hands.")
    return msg("It scores the pips in both opponents' hands.")


def _explain_bonuses(options: DrawOptions) -> Iterator[Message]:
    bonuses = list(_list_bonuses(options))
    if bonuses:
        yield msg("**Bonuses** count once the round is scored, also for the pair that loses it:")
        yield from bonuses


def _list_bonuses(options: DrawOptions) -> Iterator[Message]:
    if options.capicua == DOUBLED:
        yield msg(
            "• **Capicúa**, twice the pips: you go out with a tile that fits both ends and is no double, such as"
            " 5-3 on 5 and 3."
        )
    elif options.capicua:
        yield msg(
            "• **Capicúa**, +{n}: you go out with a tile that fits both ends and is no double, such as 5-3 on 5 and 3.",
            n=int(options.capicua),
        )
    if options.last_blank:
        yield msg("• **Chuchazo**, +{n}: you go out with 0-0.", n=options.last_blank)
    if options.pass_round:
        yield msg(
            "• **Paso redondo**, +{n}: you play, all three others pass, and you play again.", n=options.pass_round
        )
    if options.pass_first == BY_OPENING:
        yield msg("• **Pase de salida**, +25 after a double, else +50: the next player passes on your opening tile.")
    elif options.pass_first:
        n = int(options.pass_first)
        yield msg("• **Pase de salida**, +{n}: the next player passes on your opening tile.", n=n)
    if options.round_bonus:
        yield msg("• **Round bonus**: the winners of rounds 1 to 4 gain 100, 75, 50 and 25 more.")
