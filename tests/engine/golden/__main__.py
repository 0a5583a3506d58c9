from tests.engine.golden import main

main()
