from engine.games.chickenfoot.options import ChickenfootOptions


def turns(options: ChickenfootOptions, seats: int) -> range:
    return range(10, 20)
