"""The rules of the games: pure values, standard library only. It knows seats, never people."""
