"""The parts of the standard library that the rules use, reduced for a phone.

On the phone each module has the name of the standard module it replaces: the full modules take several
seconds to start there. Features that only reveal mistakes in our code (frozen values, missing arguments)
are left to the tests, which run on the full library.
"""
