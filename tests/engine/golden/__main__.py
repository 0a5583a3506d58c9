import sys

from tests.engine.golden import main

main(sys.argv[1:])
