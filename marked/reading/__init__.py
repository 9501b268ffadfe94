"""Read photographs of marked sheets. Needs numpy, Pillow and zxing-cpp.

The program calls it in a process of its own (`python -m marked.reading`), bounded in time and memory.
"""
