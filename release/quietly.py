"""Run a module as `python -m` does; it ends quietly once nobody reads its output on.

`run.py` starts the modules of developers so: `run.py lock --check | head -1` shows one line and no traceback.
"""

import runpy
import sys

from server.command_output import ends_with_its_reader

if __name__ == "__main__":
    del sys.argv[0]
    with ends_with_its_reader():
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
