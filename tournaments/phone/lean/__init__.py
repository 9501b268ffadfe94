"""The few things of the standard library that the rules use, as short as a phone needs them.

Each module stands on the phone under the name of the standard module that it replaces: the whole ones take
several seconds to start there. What could only show a mistake in our code (frozen values, missing
arguments) is left to the tests, which run on the whole library.
"""
